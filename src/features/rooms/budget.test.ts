import { describe, expect, test } from 'vitest';
import { NO_USAGE } from '../../engine/messages.ts';
import { fakeTool } from '../../engine/testing/fake-tools.ts';
import { call } from '../../engine/testing/scripted-model.ts';
import { createRoomRig, ROOM, type RoomRig, type RoomRigOptions, say } from './fixtures/room-rig.ts';

const usage = { ...NO_USAGE, inputTokens: 100, outputTokens: 10 };
const limited = (budget: { tokens?: number; toolCalls?: number }, options: RoomRigOptions = {}): RoomRig =>
  createRoomRig({
    script: [
      (_request, index) => (index < 5 ? { ...call('read', { index }), usage } : { text: 'done', usage }),
    ],
    tools: [fakeTool('read')],
    ...options,
    ports: {
      defaults: () => ({
        setup: { model: 'scripted/one', mode: 'ask', workspace: 'w' },
        budget,
        maxTurns: 50,
        parallel: 8,
      }),
      ...options.ports,
    },
  });
const ends = (rig: RoomRig) => rig.events('run-end').map(({ outcome }) => outcome.limit ?? outcome.status);

describe('a run over its budget', () => {
  test('ends so, and goes on with all its figures when the limit is raised', async () => {
    const rig = limited({ toolCalls: 3 });
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    expect(ends(rig)).toEqual(['toolCalls']);
    await rig.rooms.raise(ROOM, rig.run(), { toolCalls: 10 });
    await rig.idle();
    expect(ends(rig)).toEqual(['toolCalls', 'done']);
    expect(rig.events('run-end').at(-1)?.outcome).toMatchObject({ turns: 6, toolCalls: 5, text: 'done' });
    expect(rig.events('run-start')).toHaveLength(1);
    expect((await rig.head()).openRuns).toEqual([]);
  });

  test('counts what it had used before: the raised limit is the whole', async () => {
    const rig = limited({ toolCalls: 3 });
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    await rig.rooms.raise(ROOM, rig.run(), { toolCalls: 4 });
    await rig.idle();
    expect(ends(rig)).toEqual(['toolCalls', 'toolCalls']);
    expect(rig.model.requests).toHaveLength(4);
  });

  test('keeps the raised limit over a new start of the app', async () => {
    const rig = limited({ toolCalls: 3 });
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    await rig.rooms.raise(ROOM, rig.run(), { toolCalls: 4 });
    await rig.idle();
    const again = rig.reopen();
    await again.rooms.raise(ROOM, again.run(), { tokens: 1_000_000 });
    await again.idle();
    expect(ends(again).at(-1)).toBe('toolCalls');
  });

  test('is raised while it still runs: it never stops', async () => {
    const rig: RoomRig = limited(
      { toolCalls: 3 },
      {
        tools: [
          fakeTool('read', {
            run: async () => {
              await rig.rooms.raise(ROOM, rig.run(), { toolCalls: 10 });
              return { ok: true, text: 'x', provenance: 'own' };
            },
          }),
        ],
      },
    );
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    expect(ends(rig)).toEqual(['done']);
  });
});

test('raising a run that ended by itself resumes nothing', async () => {
  const rig = limited({});
  await rig.rooms.say(ROOM, say('hi'));
  await rig.idle();
  const before = rig.model.requests.length;
  await rig.rooms.raise(ROOM, rig.run(), { toolCalls: 10 });
  await rig.idle();
  expect(rig.model.requests).toHaveLength(before);
  expect(ends(rig)).toEqual(['done']);
});

test('raising an older run resumes nothing: the conversation has gone on', async () => {
  const rig = limited({ toolCalls: 2 });
  await rig.rooms.say(ROOM, say('hi'));
  await rig.idle();
  const first = rig.run();
  await rig.rooms.say(ROOM, say('again', { id: 'm2' }));
  await rig.idle();
  const before = rig.entries().filter(({ event }) => event.type === 'run-resume');
  await rig.rooms.raise(ROOM, first, { toolCalls: 100 });
  await rig.idle();
  expect(rig.entries().filter(({ event }) => event.type === 'run-resume')).toEqual(before);
});

test('a session has four times a run’s budget: what its runs used counts together', async () => {
  const rig = limited({ tokens: 600 }, { script: [() => ({ ...call('read'), usage })] });
  for (let n = 1; n <= 6; n++) {
    await rig.rooms.say(ROOM, say('hi', { id: `m${n}` }));
    await rig.idle();
  }
  const used = rig
    .events('message-end')
    .reduce((sum, event) => sum + event.usage.inputTokens + event.usage.outputTokens, 0);
  expect(used).toBeLessThanOrEqual(4 * 600 + 110);
  expect(ends(rig).at(-1)).toBe('tokens');
});

test('raising the run that met the limit of its session raises that too: the person has decided', async () => {
  const rig = limited(
    { toolCalls: 2 },
    { script: [(_request, index) => (index < 11 ? { ...call('read'), usage } : { text: 'done', usage })] },
  );
  for (let n = 1; n <= 5; n++) {
    await rig.rooms.say(ROOM, say('hi', { id: `m${n}` }));
    await rig.idle();
  }
  expect(rig.events('message-end')).toHaveLength(8);
  await rig.rooms.raise(ROOM, rig.run(), { toolCalls: 10 });
  await rig.idle();
  expect(ends(rig).at(-1)).toBe('done');
});

test('calls that never ran are not charged when a run goes on', async () => {
  const rig = limited(
    { toolCalls: 3 },
    {
      script: [call('nope'), call('nope'), call('read'), { text: 'x', hangAt: 0 }],
      tools: [fakeTool('read')],
    },
  );
  await rig.rooms.say(ROOM, say('hi'));
  await rig.quiet();
  const again = rig.reopen({ script: [call('read'), 'done'] });
  await again.rooms.repair(ROOM);
  await again.rooms.resume(ROOM, again.run());
  await again.idle();
  expect(ends(again)).toEqual(['interrupted', 'done']);
});
