// Compactions of a session: over restarts, in the figures, and taken back.

import { describe, expect, test } from 'vitest';
import { fakeTool, said } from '../../engine/testing/fake-tools.ts';
import { call, resolved, type Script, scriptedModel } from '../../engine/testing/scripted-model.ts';
import { NO_USAGE } from '../../engine/messages.ts';
import { createSessionFold, type Note, type PartView } from '../sessions/fold.ts';
import { createRoomRig, ROOM, type RoomRig, say } from './fixtures/room-rig.ts';

const WINDOW = 16_000;
const usage = { ...NO_USAGE, inputTokens: 500, outputTokens: 50 };

/** `hangs`: says nothing more once something was summed up. */
function longRoom(turns: number, hangs = false): RoomRig {
  let page = 0;
  const script: Script = (request) => {
    if (request.role === 'summarizer') return { text: '## Exact facts\nthe code is 7', usage };
    page += 1;
    if (hangs && JSON.stringify(request.messages).includes('the code is 7')) return { text: '…', hangAt: 0 };
    return page <= turns ? call('read', { page }) : 'done';
  };
  const model = scriptedModel([script]);
  return createRoomRig({
    tools: [fakeTool('read', { run: ({ page: n }) => said(`${JSON.stringify(n)} ${'tide '.repeat(300)}`) })],
    ports: { resolveModel: async () => resolved(model, { window: WINDOW }) },
  });
}

const notes = (rig: RoomRig): readonly Note[] => {
  const fold = createSessionFold();
  for (const entry of rig.entries()) fold.entry(entry);
  return fold
    .view()
    .items.flatMap((item): readonly PartView[] =>
      item.type === 'work' ? item.parts : item.type === 'note' ? [item] : [],
    )
    .flatMap((part) => (part.type === 'note' ? [part.note] : []));
};

describe('a session whose older part was summed up', () => {
  test('shows it, counts it, and builds the same requests after a restart', async () => {
    const rig = longRoom(40);
    await rig.rooms.say(ROOM, say('Read all.'));
    await rig.idle();
    const made = rig.events('compaction');
    expect(made.length).toBeGreaterThan(0);
    expect(notes(rig).filter(({ kind }) => kind === 'compacted')).toHaveLength(made.length);
    const outcome = rig.events('run-end').at(-1)?.outcome;
    expect(outcome).toMatchObject({ status: 'done', compactions: made.length });
    expect((await rig.head()).tokens).toBeGreaterThanOrEqual(made.length * 550);
    const again = rig.reopen();
    await again.rooms.say(ROOM, say('And now?', { id: 'm2' }));
    await again.idle();
    expect(again.events('run-end').at(-1)?.outcome.status).toBe('done');
  });

  test('gets its messages back where they fit, and the note says so', async () => {
    const rig = longRoom(40);
    await rig.rooms.say(ROOM, say('Read all.'));
    await rig.idle();
    const ids = rig.events('compaction').map(({ id }) => id);
    const [first] = ids;
    const last = ids.at(-1);
    if (first === undefined || last === undefined) throw new Error('nothing was summed up');
    expect(await rig.rooms.undoCompaction(ROOM, last)).toBe('too-large');
    const wide = rig.reopen({
      ports: { resolveModel: async () => resolved(scriptedModel(['ok']), { window: 400_000 }) },
    });
    if (ids.length > 1) expect(await wide.rooms.undoCompaction(ROOM, first)).toBe('overtaken');
    expect(await wide.rooms.undoCompaction(ROOM, last)).toBe('undone');
    expect(await wide.rooms.undoCompaction(ROOM, last)).toBe('overtaken');
    expect(notes(wide).filter((note) => note.kind === 'compacted' && note.undone)).toHaveLength(1);
  });

  test('is left as it is while a run is on', async () => {
    const rig = longRoom(40, true);
    await rig.rooms.say(ROOM, say('Read all.'));
    for (let round = 0; round < 200 && rig.events('compaction').length === 0; round++) await rig.quiet();
    const [made] = rig.events('compaction');
    expect(made && (await rig.rooms.undoCompaction(ROOM, made.id))).toBe('running');
    await rig.rooms.stop(ROOM);
    expect(rig.events('compaction-undone')).toEqual([]);
  });
});
