// A folder's grant that goes in the middle of a run (T1): the run waits for the person and goes on with the same call.

import { describe, expect, test } from 'vitest';
import { failure } from '../../engine/failures.ts';
import { fakeTool, said, went } from '../../engine/testing/fake-tools.ts';
import { call, calls } from '../../engine/testing/scripted-model.ts';
import { asking, createRoomRig, ROOM, type RoomRig, say } from './fixtures/room-rig.ts';

const lost = failure('permission-lost', 'the folder is not granted any more');
const HOUR = 3_600_000;

/** A room whose tools work only while the grant is there. */
async function blocked({
  effect = 'read' as 'read' | 'write',
  gate = false,
  script = [call('act', {}, 'a'), 'done'],
} = {}) {
  const grant = { given: false };
  const tool = fakeTool('act', {
    effect,
    run: () => (grant.given ? said('read') : went(lost)),
    ...(effect === 'write' && {
      preview: async () => (gate && !grant.given ? lost : { type: 'text', text: 'what it does' }),
      verify: async () => ({ type: 'not-done' }),
    }),
  });
  const rig = createRoomRig({ script, tools: [tool], ...(gate ? { gate: asking } : {}) });
  await rig.rooms.say(ROOM, say('hi'));
  await rig.quiet();
  return { rig, tool, grant };
}
const types = (rig: RoomRig): readonly string[] =>
  rig
    .entries()
    .map(({ event }) => event.type)
    .filter((type) => /^(call|tool|run)-/.test(type));
const reconnect = (rig: RoomRig): Promise<void> => rig.rooms.reconnect(ROOM, rig.run());

describe('a lost grant', () => {
  test('pauses the run, which goes on with the same call once it is back', async () => {
    const { rig, tool, grant } = await blocked();
    expect((await rig.head()).blocked).toMatchObject([{ callId: 'a', failure: { code: 'permission-lost' } }]);
    expect([rig.rooms.isRunning(ROOM), rig.events('tool-end'), rig.model.requests.length]).toEqual([
      true,
      [],
      1,
    ]);
    grant.given = true;
    await reconnect(rig);
    await rig.idle();
    expect(types(rig)).toEqual([
      ...['run-start', 'tool-start', 'call-blocked', 'call-unblocked', 'tool-end', 'run-end'],
    ]);
    expect(rig.events('tool-end')[0]?.result).toMatchObject({ ok: true, text: 'read' });
    expect(tool.ran).toHaveLength(2);
    expect((await rig.head()).blocked).toBeUndefined();
  });

  test('is no time of work', async () => {
    const { rig, grant } = await blocked();
    await rig.clock.advance(HOUR * 5);
    grant.given = true;
    await reconnect(rig);
    await rig.idle();
    const outcome = rig.events('run-end')[0]?.outcome;
    expect(outcome).toMatchObject({ status: 'done', waitingMs: HOUR * 5, toolMs: 0 });
  });

  test('is waited for again where it was not given back', async () => {
    const { rig, grant } = await blocked();
    await reconnect(rig);
    await rig.quiet();
    expect([(await rig.head()).blocked?.length, rig.events('call-blocked').length]).toEqual([1, 2]);
    grant.given = true;
    await reconnect(rig);
    await rig.idle();
    expect(rig.events('run-end')[0]?.outcome.status).toBe('done');
  });

  test('under several calls at once is given back for all of them by one press', async () => {
    const { rig, grant } = await blocked({
      script: [calls({ tool: 'act', id: 'a' }, { tool: 'act', id: 'b' }, { tool: 'act', id: 'c' }), 'done'],
    });
    expect((await rig.head()).blocked).toHaveLength(3);
    grant.given = true;
    await reconnect(rig);
    await rig.idle();
    expect(rig.events('tool-end').map(({ callId, result }) => [callId, result.ok])).toEqual([
      ['a', true],
      ['b', true],
      ['c', true],
    ]);
  });

  test('Stop ends the wait', async () => {
    const { rig } = await blocked();
    await rig.until(rig.rooms.stop(ROOM));
    expect(rig.events('run-end')[0]?.outcome.status).toBe('stopped');
    expect((await rig.head()).blocked).toBeUndefined();
    await expect(reconnect(rig)).rejects.toMatchObject({ failure: { code: 'stale' } });
  });

  test.each(['read', 'write'] as const)(
    'survives a restart under a %s: it waits, is not interrupted, and goes on',
    async (effect) => {
      const { rig, grant, tool } = await blocked({ effect });
      const again = rig.reopen({ script: ['done'] });
      await again.rooms.repair(ROOM);
      expect(again.events('run-end')).toEqual([]);
      expect((await again.head()).blocked).toHaveLength(1);
      grant.given = true;
      await again.rooms.reconnect(ROOM, again.run());
      await again.idle();
      expect(again.events('run-end')).toMatchObject([{ outcome: { status: 'done' } }]);
      expect(again.events('tool-end')).toMatchObject([{ result: { ok: true } }]);
      expect(tool.ran).toHaveLength(2);
      await rig.until(rig.rooms.stop(ROOM));
    },
  );

  test('can be stopped after a restart', async () => {
    const { rig } = await blocked();
    const again = rig.reopen();
    await again.rooms.repair(ROOM);
    await again.rooms.stop(ROOM);
    expect(again.events('run-end')).toMatchObject([{ outcome: { status: 'stopped' } }]);
    await rig.until(rig.rooms.stop(ROOM));
  });

  test('before a person could be asked is waited for first, then they are asked', async () => {
    const { rig, grant } = await blocked({ effect: 'write', gate: true });
    expect([(await rig.head()).blocked?.length, (await rig.head()).approvals]).toEqual([1, []]);
    grant.given = true;
    await reconnect(rig);
    await rig.quiet();
    const [open] = (await rig.head()).approvals;
    expect(open?.preview).toEqual({ type: 'text', text: 'what it does' });
    await rig.until(rig.rooms.stop(ROOM));
  });

  test('where nobody can give it back is the call’s result', async () => {
    const tool = fakeTool('act', { run: () => went(lost) });
    const rig = createRoomRig({
      script: [call('act', {}, 'a'), 'done'],
      tools: [tool],
      ports: { attended: false },
    });
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    expect(rig.events('call-blocked')).toEqual([]);
    expect(rig.events('tool-end')).toMatchObject([{ result: { failure: 'permission-lost' } }]);
  });
});
