// One session that goes from vendor to vendor and back, over real HTTP, with thinking, calls at once and images in its
// history. Each server knows only its own seals and refuses any other; its own must come back byte for byte.

import { beforeAll, expect, it, vi } from 'vitest';
import { allWires } from '../../e2e/model-server/all-wires.ts';
import { callTools, say } from '../../e2e/model-server/reply.ts';
import type { ModelServer, Script } from '../../e2e/model-server/server.ts';
import { thinkingAloud } from '../../e2e/model-server/small-scripts.ts';
import { pixel } from '../../e2e/model-server/vendor-rows.ts';
import type { UserPart } from '../engine/messages.ts';
import { createWorkbench, scanThread, wrongs } from './fixtures/workbench.ts';

vi.setConfig({ testTimeout: 120_000 });
beforeAll(scanThread, 60_000);

/** Two calls at once for each message of the person, then a word. */
const twoCallsEach: Script = thinkingAloud(({ users, steps }) => {
  const asked = users.filter((words) => words.includes('!look')).length;
  if (steps.length >= 2 * asked) return say(`${steps.length} steps.`);
  return callTools([
    { name: 'read_file', args: { path: 'dot.png' } },
    { name: 'list_files', args: {} },
  ]);
});

const lacking = ({ seals, requests }: ModelServer, count: number): readonly string[] => {
  const last = requests.at(-1)?.text ?? '';
  return [...seals.keys()].slice(0, count).filter((seal) => !last.includes(seal));
};

it.each(allWires.map((row) => ({ row, name: row.wire.name })))(
  'from $name to every other and back: nothing is refused, own thinking comes back',
  async ({ row }) => {
    for (const other of allWires) {
      if (other === row) continue;
      const bytes = Uint8Array.from(Buffer.from(pixel, 'base64'));
      const setting = { script: twoCallsEach, files: { 'dot.png': bytes } };
      const { servers, host, ask, newSession } = await createWorkbench([row, other], setting);
      const [own, theirs] = servers;
      const image = await host.attach(bytes, { name: 'dot.png', mediaType: 'image/png' });
      if (own === undefined || theirs === undefined || !('type' in image)) throw new Error('setting');
      const look = (words: string): readonly UserPart[] => [{ type: 'text', text: `${words} !look` }, image];
      const session = newSession();
      expect((await ask(row, look('What is this?'), session)).status).toBe('done');
      const sealed = own.seals.size;
      expect((await ask(other, look('And to you?'), session)).status, other.wire.name).toBe('done');
      expect((await ask(row, look('Once more?'), session)).status, other.wire.name).toBe('done');
      expect([...wrongs(own), ...wrongs(theirs), ...lacking(own, sealed)], other.wire.name).toEqual([]);
      const last = own.requests.at(-1)?.conversation;
      expect([last?.steps.length, last?.images.length], other.wire.name).toEqual([6, 6]);
      expect(theirs.requests.at(-1)?.conversation.steps.length).toBe(4);
    }
  },
);
