import { expect, test } from 'vitest';
import type { Entry } from '../../engine/events.ts';
import { asId, type MessageId } from '../../engine/ids.ts';
import { fakeTool } from '../../engine/testing/fake-tools.ts';
import { call } from '../../engine/testing/scripted-model.ts';
import { readBranch } from '../sessions/sessions.ts';
import { closingDrafts } from './branches.ts';
import { asking, createRoomRig, ROOM, type RoomRig, say } from './fixtures/room-rig.ts';

const branch = async ({ log }: RoomRig): Promise<readonly Entry[]> => (await readBranch(log, ROOM)).entries;
const kinds = async (rig: RoomRig): Promise<readonly string[]> =>
  (await branch(rig)).map(({ event }) => event.type);
const edited = asId<MessageId>('m1');

test('an edit is one append, and the new run is asked nothing of the branch that was left', async () => {
  const rig = createRoomRig({ script: ['first', 'second'] });
  await rig.rooms.say(ROOM, say('one'));
  await rig.idle();
  await rig.rooms.revise(ROOM, edited, say('two', { id: 'm2' }));
  await rig.idle();
  expect(rig.model.requests[1]?.messages).toHaveLength(1);
  expect(JSON.stringify(rig.model.requests[1]?.messages)).toContain('two');
  expect((await kinds(rig)).slice(0, 2)).toEqual(['message', 'run-start']);
  expect((await branch(rig))[0]?.parent).toBe(0);
  expect(rig.events('message')).toHaveLength(2);
});

test('an edit stops what runs, and what waits for an answer', async () => {
  const rig = createRoomRig({
    script: [call('write'), 'second'],
    tools: [fakeTool('write', { effect: 'write' })],
    gate: asking,
  });
  await rig.rooms.say(ROOM, say('one'));
  await rig.quiet();
  expect((await rig.head()).approvals).toHaveLength(1);
  await rig.until(rig.rooms.revise(ROOM, edited, say('two', { id: 'm2' })));
  await rig.idle();
  expect(await rig.head()).toMatchObject({ approvals: [], openRuns: [], lastStatus: 'done' });
});

test('what a crash interrupted is discarded on the branch that is left', async () => {
  const rig = createRoomRig({ script: [{ hangAt: 0 }] });
  await rig.rooms.say(ROOM, say('one'));
  await rig.quiet();
  const again = rig.reopen({ script: ['second'] });
  await again.rooms.repair(ROOM);
  expect((await again.head()).openRuns).toHaveLength(1);
  await again.rooms.revise(ROOM, edited, say('two', { id: 'm2' }));
  await again.idle();
  expect((await again.head()).openRuns).toEqual([]);
  expect(await kinds(again)).not.toContain('run-resume');
  expect((await branch(again)).filter(({ event }) => event.type === 'run-end')).toHaveLength(1);
});

test('going on in the middle of a run ends that run there', async () => {
  const rig = createRoomRig({
    script: [call('read'), () => 'done', 'from the middle'],
    tools: [
      fakeTool('read', {
        run: async () => {
          await rig.rooms.say(ROOM, say('steer', { id: 'm2' }));
          return { ok: true, text: 'x', provenance: 'own' };
        },
      }),
    ],
  });
  await rig.rooms.say(ROOM, say('one'));
  await rig.idle();
  await rig.rooms.revise(ROOM, asId<MessageId>('m2'), say('other', { id: 'm3' }));
  await rig.idle();
  const ends = (await branch(rig)).filter(({ event }) => event.type === 'run-end');
  expect(ends.map(({ event }) => event.type === 'run-end' && (event.discarded ?? false))).toEqual([
    true,
    false,
  ]);
  expect(closingDrafts(await branch(rig))).toEqual([]);
});

test('the head is not moved under a run', async () => {
  const rig = createRoomRig({ script: [{ hangAt: 0 }] });
  await rig.rooms.say(ROOM, say('one'));
  await expect(rig.rooms.moveHead(ROOM, 1)).rejects.toMatchObject({ failure: { code: 'stale' } });
  await rig.until(rig.rooms.stop(ROOM));
  await rig.rooms.moveHead(ROOM, 1);
  expect(await kinds(rig)).toEqual(['message']);
  await rig.rooms.moveHead(ROOM, 1);
  expect(rig.events('head')).toHaveLength(1);
});

test('a mode chosen on a branch that was left still holds', async () => {
  const modes: string[] = [];
  const rig = createRoomRig({
    script: ['first', 'second'],
    ports: {
      kit: async (_session, _run, setup) => {
        modes.push(setup.mode);
        return {
          system: 's',
          tools: { tools: [], get: () => undefined },
          gateState: () => ({ mode: setup.mode, rules: [], tainted: false }),
          take: () => undefined,
        };
      },
    },
  });
  await rig.rooms.say(ROOM, { ...say('one'), setup: { mode: 'full' } });
  await rig.idle();
  await rig.rooms.setUp(ROOM, { mode: 'read-only' });
  await rig.rooms.revise(ROOM, edited, say('two', { id: 'm2' }));
  await rig.idle();
  expect(modes).toEqual(['full', 'read-only']);
});

test('a reply asked for anew twice is made once, and what was left behind is not asked for', async () => {
  const rig = createRoomRig({ script: ['first', { hangAt: 0 }] });
  await rig.rooms.say(ROOM, say('one'));
  await rig.idle();
  const [first] = rig.events('run-start');
  if (first === undefined) throw new Error('no run');
  await Promise.all([rig.rooms.regenerate(ROOM, first.run), rig.rooms.regenerate(ROOM, first.run)]);
  await rig.quiet();
  expect(rig.events('run-start')).toHaveLength(2);
  await expect(rig.rooms.regenerate(ROOM, first.run)).rejects.toMatchObject({ failure: { code: 'stale' } });
  await rig.quiet();
  expect(rig.events('run-start')).toHaveLength(2);
  expect(rig.events('run-end')).toHaveLength(1);
  expect(rig.rooms.isRunning(ROOM)).toBe(true);
  await rig.until(rig.rooms.stop(ROOM));
});

test('while one message is being said anew, another is refused without a trace', async () => {
  const rig = createRoomRig({ script: ['first', 'second'] });
  await rig.rooms.say(ROOM, say('one'));
  await rig.idle();
  const both = await Promise.allSettled([
    rig.rooms.revise(ROOM, edited, say('two', { id: 'm2' })),
    rig.rooms.revise(ROOM, edited, say('three', { id: 'm3' })),
  ]);
  await rig.idle();
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(rig.events('message')).toHaveLength(2);
  expect(await kinds(rig)).toEqual(expect.arrayContaining(['message', 'run-start', 'run-end']));
});
