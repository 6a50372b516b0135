// The harness in Node against the scripted model server, wire by wire over real HTTP: tasks of many calls, calls at
// once, images. Every request is judged by the rules of the wire's vendor; seals must come back byte for byte.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { allWires, type WireCase } from '../../e2e/model-server/all-wires.ts';
import { createGate } from '../../e2e/model-server/gate.ts';
import { callTool, callTools, say } from '../../e2e/model-server/reply.ts';
import type { ModelServer } from '../../e2e/model-server/server.ts';
import {
  alwaysTools,
  parallelReads,
  seesImages,
  thinkingAloud,
} from '../../e2e/model-server/small-scripts.ts';
import { twelveCallTask } from '../../e2e/model-server/task-scripts.ts';
import { pixel } from '../../e2e/model-server/vendor-rows.ts';
import type { SessionId } from '../engine/ids.ts';
import type { UserPart } from '../engine/messages.ts';
import { createWorkbench, scanThread, type Setting, wrongs } from './fixtures/workbench.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(scanThread, 60_000);

async function workbench(row: WireCase, setting: Setting) {
  const { servers, ask, ...bench } = await createWorkbench([row], setting);
  const [server] = servers;
  if (server === undefined) throw new Error('no server');
  return {
    ...bench,
    server,
    ask: (parts: readonly UserPart[], session?: SessionId) => ask(row, parts, session),
  };
}

const text = (words: string): UserPart => ({ type: 'text', text: words });

const port = (name: string, dues: number): string => `port ${name}\ndues = ${dues}\nend of entry\n`;
const ports = {
  'ports/east.txt': port('east', 5),
  'ports/north.txt': port('north', 17),
  'ports/west.txt': port('west', 20),
};

const lastSteps = ({ requests }: ModelServer) =>
  requests.findLast(({ conversation }) => conversation.mayCall)?.conversation.steps ?? [];

describe.each(allWires.map((row) => ({ ...row, name: row.wire.name })))('$name', (row) => {
  it('a task of at least twelve calls ends with the right bytes, and with every thought returned', async () => {
    const script = thinkingAloud(twelveCallTask({ folder: 'ports', token: 'dues' }));
    const { server, cwd, ask } = await workbench(row, { script, files: ports });
    const outcome = await ask([text('Raise the dues of every port by one and report the total.')]);
    expect({ status: outcome.status, wrongs: wrongs(server) }).toEqual({ status: 'done', wrongs: [] });
    expect(readFileSync(join(cwd, 'ports/east.txt'), 'utf8')).toBe(port('east', 6));
    expect(readFileSync(join(cwd, 'ports/north.txt'), 'utf8')).toBe(port('north', 18));
    expect(readFileSync(join(cwd, 'ports/west.txt'), 'utf8')).toBe(port('west', 21));
    expect(readFileSync(join(cwd, 'ports/report.md'), 'utf8')).toBe('# Report\n\ntotal dues = 45\n');
    const steps = lastSteps(server);
    expect(steps.length).toBeGreaterThanOrEqual(12);
    expect(new Set(steps.map(({ name }) => name)).size).toBe(7);
    expect(server.seals.size > 0).toBe(row.seals);
  });

  it('calls at once come back in their order, in a second task of the same session too', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`many/file-${index}.txt`, `text of file ${index}\n`]),
    );
    const { server, ask, newSession } = await workbench(row, {
      script: thinkingAloud(parallelReads(6, 'many')),
      files,
    });
    const session = newSession();
    expect((await ask([text('Read them all.')], session)).status).toBe('done');
    const reads = lastSteps(server).filter(({ name }) => name === 'read_file');
    const wrong = reads.filter(({ args, result }) => {
      const number = /file-(\d+)/.exec(String(args['path']))?.[1] ?? '';
      return !result.includes(`text of file ${number}`);
    });
    expect([reads.length, wrong]).toEqual([6, []]);
    server.play(() => say('You are welcome.'));
    expect((await ask([text('Thank you.')], session)).status).toBe('done');
    expect(lastSteps(server)).toHaveLength(7);
    const last = server.requests.at(-1)?.text ?? '';
    expect([...server.seals.keys()].slice(0, -1).filter((seal) => !last.includes(seal))).toEqual([]);
    expect(wrongs(server)).toEqual([]);
  });

  it('stopped at any place of an answer, the session goes on with requests that the vendor takes', async () => {
    const { server, host, ask, newSession } = await workbench(row, {
      script: () => say('…'),
      files: { 'a.txt': 'a\n' },
    });
    const session = newSession();
    for (let place = 1; place <= 20; place += 1) {
      const calls = ['a.txt', 'b.txt'].map((path) => ({ name: 'read_file', args: { path } }));
      server.play(
        thinkingAloud(({ saidSince }) =>
          saidSince.length === 0
            ? say('So it is.')
            : callTools(calls, { deltas: ['Let ', 'me see.'], hold: { at: place, gate: createGate() } }),
        ),
      );
      const before = server.requestCount;
      const ended = ask([text(`Look, ${place}.`)], session);
      await server.nextRequest(({ index }) => index >= before);
      // Behind the last place nothing is held, and the next request comes.
      await server.quiet(30).then(
        () => host.stop(session),
        () => undefined,
      );
      expect(['stopped', 'done']).toContain((await ended).status);
    }
    server.play(() => say('Well.'));
    expect((await ask([text('What now?')], session)).status).toBe('done');
    expect(server.violations).toEqual([]);
  });

  it('a run at its turn limit closes with a request that forbids calls and that the vendor takes', async () => {
    const { server, ask } = await workbench(row, { script: thinkingAloud(alwaysTools), maxTurns: 3 });
    expect(await ask([text('Look around.')])).toMatchObject({ status: 'done', turnLimit: true });
    expect(server.requests.map(({ conversation }) => conversation.mayCall)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(wrongs(server)).toEqual([]);
  });

  it('images are seen: of the person, and of a file that was read', async () => {
    const bytes = Uint8Array.from(Buffer.from(pixel, 'base64'));
    const { server, host, ask, newSession } = await workbench(row, {
      script: seesImages,
      files: { 'dot.png': bytes },
    });
    const image = await host.attach(bytes, { name: 'dot.png', mediaType: 'image/png' });
    if (!('type' in image)) throw new Error(image.code);
    const session = newSession();
    expect((await ask([text('What is this?'), image], session)).status).toBe('done');
    expect(server.requests.at(-1)?.conversation.images).toEqual([pixel]);
    server.play((conversation) =>
      conversation.steps.length === 0
        ? callTool('read_file', { path: 'dot.png' })
        : say(`I see ${conversation.images.length}.`),
    );
    expect((await ask([text('And this file?')], session)).status).toBe('done');
    expect(server.requests.findLast(({ conversation }) => conversation.mayCall)?.conversation.images).toEqual(
      [pixel, pixel],
    );
    expect(wrongs(server)).toEqual([]);
  });
});
