// Runs that go in circles: exact counts, and what must not be mistaken for a circle.

import { describe, expect, test } from 'vitest';
import { failure } from './failures.ts';
import type { JsonObject } from './ids.ts';
import { createRig, message, type Rig } from './testing/run-rig.ts';
import { fakeTool, said, went } from './testing/fake-tools.ts';
import { call, calls } from './testing/scripted-model.ts';

const nudgesOf = (rig: Rig): readonly string[] =>
  rig.events.flatMap((event) => (event.type === 'nudge' ? [event.kind] : []));

describe('the same call in a row', () => {
  const again = (args: JsonObject = { path: 'a' }) => call('read', args);

  test('is told of after the third and never run a fifth time', async () => {
    const tool = fakeTool('read');
    const rig = await createRig({ script: [() => again()], tools: [tool] });
    expect(await rig.finish()).toMatchObject({
      status: 'failed',
      failure: { code: 'repeated-call', facts: { tool: 'read' } },
    });
    expect(tool.ran).toHaveLength(4);
    expect(nudgesOf(rig)).toEqual(['repeated-call']);
    expect(rig.model.requests).toHaveLength(5);
    expect(rig.transcript.openCalls()).toEqual([]);
  });

  test('counts within one turn as well, and every call of it has its result', async () => {
    const tool = fakeTool('read');
    const rig = await createRig({
      script: [calls(...Array.from({ length: 6 }, () => ({ tool: 'read', args: { path: 'a' } })))],
      tools: [tool],
    });
    expect(await rig.finish()).toMatchObject({ failure: { code: 'repeated-call' } });
    expect(tool.ran).toHaveLength(4);
    expect(rig.events.filter(({ type }) => type === 'tool-end')).toHaveLength(6);
  });

  test('is the same whatever the order of its arguments', async () => {
    const tool = fakeTool('read');
    const rig = await createRig({
      script: [(_request, index) => again(index % 2 === 0 ? { path: 'a', to: 1 } : { to: 1, path: 'a' })],
      tools: [tool],
    });
    expect(await rig.finish()).toMatchObject({ failure: { code: 'repeated-call' } });
    expect(tool.ran).toHaveLength(4);
  });

  test('starts over at any difference: pages of one file are no circle', async () => {
    const tool = fakeTool('read', { run: (input) => said(`page ${JSON.stringify(input)}`) });
    const rig = await createRig({
      script: [(_request, index) => (index < 40 ? again({ path: 'a', from: index }) : 'done')],
      tools: [tool],
    });
    expect(await rig.finish()).toMatchObject({ status: 'done', toolCalls: 40 });
    expect(nudgesOf(rig)).toEqual([]);
  });

  test('is no circle for a tool that is asked until something has happened', async () => {
    const tool = fakeTool('look', { polling: true, run: () => said('not yet') });
    const rig = await createRig({
      script: [(_request, index) => (index < 20 ? call('look') : 'done')],
      tools: [tool],
    });
    expect(await rig.finish()).toMatchObject({ status: 'done', toolCalls: 20 });
    expect(nudgesOf(rig)).toEqual([]);
  });

  test('is what the person may want after they said something', async () => {
    const tool = fakeTool('read');
    const rig = await createRig({
      script: [(_request, index) => (index < 7 ? again() : 'done')],
      tools: [tool],
      on: async (event, { put }) => {
        if (event.type === 'tool-end' && (tool.ran.length === 3 || tool.ran.length === 6))
          await put(message('Once more.', { id: `again-${tool.ran.length}`, queued: 'steer' }));
      },
    });
    expect(await rig.finish()).toMatchObject({ status: 'done', toolCalls: 7 });
  });
});

describe('rounds that bring nothing', () => {
  test('are told of at the second and end the run at the fourth', async () => {
    const tool = fakeTool('read', { run: () => went(failure('not-found', 'there is no such file')) });
    const rig = await createRig({
      script: [(_request, index) => call('read', { path: `guess-${index}` })],
      tools: [tool],
    });
    expect(await rig.finish()).toMatchObject({
      status: 'failed',
      failure: { code: 'no-progress', facts: { rounds: 4 } },
    });
    expect(tool.ran).toHaveLength(4);
    expect(nudgesOf(rig)).toEqual(['no-progress']);
  });

  test('are over with one call that brings something', async () => {
    const tool = fakeTool('read', {
      run: (input) =>
        input['path'] === 'guess-2' ? said('found') : went(failure('not-found', 'there is no such file')),
    });
    const rig = await createRig({
      script: [(_request, index) => (index < 6 ? call('read', { path: `guess-${index}` }) : 'done')],
      tools: [tool],
    });
    expect(await rig.finish()).toMatchObject({ status: 'done', toolCalls: 6 });
    expect(nudgesOf(rig)).toEqual(['no-progress', 'no-progress']);
  });

  test('are also those that only say again what was said', async () => {
    const tool = fakeTool('read', { run: (input) => said(`text of ${JSON.stringify(input)}`) });
    const rig = await createRig({
      script: [(_request, index) => call('read', { path: index % 2 === 0 ? 'a' : 'b' })],
      tools: [tool],
    });
    expect(await rig.finish()).toMatchObject({ failure: { code: 'no-progress' } });
    expect(tool.ran).toHaveLength(6);
  });

  test('are none where the same call gives something else', async () => {
    let tick = 0;
    const tool = fakeTool('clock', { run: () => said(`tick ${(tick += 1)}`) });
    const rig = await createRig({
      script: [(_request, index) => (index < 4 ? call('clock') : 'done')],
      tools: [tool],
    });
    expect(await rig.finish()).toMatchObject({ status: 'done', toolCalls: 4 });
    expect(nudgesOf(rig)).toEqual(['repeated-call']);
  });
});
