// The todo list in a run of a room: what of it stands in the requests, over a compaction and after the person's hand.

import { expect, test } from 'vitest';
import { USER } from '../../engine/ids.ts';
import { NO_USAGE } from '../../engine/messages.ts';
import type { ModelRequest } from '../../engine/provider.ts';
import { fakeTool, said } from '../../engine/testing/fake-tools.ts';
import { call, resolved, type Script, scriptedModel } from '../../engine/testing/scripted-model.ts';
import { createToolRegistry } from '../../engine/tool.ts';
import { createTodoLists } from '../todo/todo.ts';
import { createRoomRig, ROOM, say } from './fixtures/room-rig.ts';

test('prompt and tools stay the same to the byte, history grows at its end only, a compaction keeps the open items', async () => {
  const lists = createTodoLists();
  let turn = 0;
  const script: Script = (request) => {
    if (request.role === 'summarizer') return { text: '## Exact facts\nthe code is 7', usage: NO_USAGE };
    turn += 1;
    if (turn === 1)
      return call('todo', { items: [{ text: 'read all', status: 'in_progress' }, { text: 'tell' }] });
    return turn < 40 ? call('read', { page: turn }) : 'done';
  };
  const model = scriptedModel([script]);
  const rig = createRoomRig({
    ports: {
      resolveModel: async () => resolved(model, { window: 16_000 }),
      kit: async (session, _run, _setup, entries) => {
        const desk = lists.desk(session, entries);
        const read = fakeTool('read', {
          run: async ({ page }) => {
            if (page === 5)
              await lists.edit(
                ROOM,
                { type: 'add', text: 'and feed the cat' },
                {
                  history: async () => rig.entries(),
                  append: (event) => rig.rooms.append(ROOM, [{ by: USER, event }]),
                },
              );
            return said(`${JSON.stringify(page)} ${'tide '.repeat(300)}`);
          },
        });
        return {
          system: 'You are a test.',
          tools: createToolRegistry([desk.wrap(read), desk.tool]),
          gateState: () => ({ mode: 'ask', rules: [], tainted: false }),
          known: desk.known,
          open: desk.open,
          take: desk.take,
        };
      },
    },
  });
  await rig.rooms.say(ROOM, say('Read all.'));
  await rig.idle();
  const [made] = rig.events('compaction');
  expect(made?.text).toContain('t1 [in_progress] read all\nt2 [pending] tell\nt3 [pending] and feed the cat');

  const requests = model.requests.filter(({ role }) => role === 'main');
  expect(new Set(requests.map(({ system, tools }) => JSON.stringify([system, tools]))).size).toBe(1);
  const told = rig.events('tool-end').filter(({ result }) => result.note?.includes('feed the cat') === true);
  expect(told.map(({ result }) => result.text.slice(0, 2))).toEqual(['5 ']);
  const text = ({ messages }: ModelRequest): readonly string[] =>
    messages.map((message) => JSON.stringify(message));
  let rewritten = 0;
  for (const [at, request] of requests.entries()) {
    const before = requests[at - 1];
    if (before === undefined) continue;
    const [was, is] = [text(before), text(request)];
    if (was.some((message, place) => is[place] !== message)) rewritten += 1;
  }
  expect(rewritten).toBe(rig.events('compaction').length);
});
