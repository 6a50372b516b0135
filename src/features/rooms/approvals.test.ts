import { describe, expect, test } from 'vitest';
import type { ApprovalAnswer, Entry } from '../../engine/events.ts';
import { failure } from '../../engine/failures.ts';
import { fakeTool } from '../../engine/testing/fake-tools.ts';
import { call, calls } from '../../engine/testing/scripted-model.ts';
import { asking, createRoomRig, ROOM, type RoomRig, type RoomRigOptions, say } from './fixtures/room-rig.ts';

const allow: ApprovalAnswer = { type: 'allow', scope: 'once' };
const deny: ApprovalAnswer = { type: 'deny', by: 'person', reason: 'no' };

/** A room in which a run asks whether it may write. */
async function asks(options: RoomRigOptions = {}) {
  const tool = fakeTool('act', { effect: 'write' });
  const rig = createRoomRig({
    script: [call('act', {}, 'a'), 'done'],
    tools: [tool],
    gate: asking,
    ...options,
  });
  await rig.rooms.say(ROOM, say('hi'));
  await rig.quiet();
  return { rig, tool };
}
async function answer(rig: RoomRig, given: ApprovalAnswer, which = 0, hash?: string): Promise<void> {
  const open = (await rig.head()).approvals[which];
  if (open === undefined) throw new TypeError('nothing is open');
  await rig.rooms.answer(ROOM, open.approvalId, hash ?? open.hash, given);
}
const last = (rig: RoomRig) => rig.events('run-end').at(-1)?.outcome;
const ends = (rig: RoomRig) => rig.events('tool-end').map(({ result }) => result.failure ?? 'ok');

describe('an approval', () => {
  test('that is allowed lets the run go on', async () => {
    const { rig, tool } = await asks();
    await answer(rig, allow);
    await rig.idle();
    expect(tool.ran).toHaveLength(1);
    expect(last(rig)).toMatchObject({ status: 'done' });
  });

  test('is answered once: the second answer is refused', async () => {
    const { rig } = await asks();
    const open = (await rig.head()).approvals[0];
    if (open === undefined) throw new TypeError('nothing is open');
    const twice = [allow, deny].map((given) => rig.rooms.answer(ROOM, open.approvalId, open.hash, given));
    expect((await Promise.allSettled(twice)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await rig.idle();
    expect(rig.events('approval-response')).toHaveLength(1);
  });

  test('under another hash is refused, and the run still waits', async () => {
    const { rig, tool } = await asks();
    await expect(answer(rig, allow, 0, 'another')).rejects.toMatchObject({ failure: { code: 'stale' } });
    await rig.quiet();
    expect([rig.rooms.isRunning(ROOM), tool.ran]).toEqual([true, []]);
    await rig.until(rig.rooms.stop(ROOM));
  });

  test('that is answered in the very moment of its asking is heard', async () => {
    const rig: RoomRig = createRoomRig({
      script: [call('act', {}, 'a'), 'done'],
      tools: [fakeTool('act', { effect: 'write' })],
      gate: asking,
      ports: {
        stored: (_session, entries: readonly Entry[]) => {
          for (const { event } of entries)
            if (event.type === 'approval-request')
              void rig.rooms.answer(ROOM, event.approvalId, event.hash, allow);
        },
      },
    });
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    expect(last(rig)).toMatchObject({ status: 'done' });
  });

  test('whose consent can’t be kept still lets the run go on, and says what went wrong', async () => {
    const { rig, tool } = await asks({
      ports: { remember: () => Promise.reject(new TypeError('no room for the rule')) },
    });
    await expect(answer(rig, allow)).rejects.toThrow('no room for the rule');
    await rig.idle();
    expect(tool.ran).toHaveLength(1);
  });

  test('is denied at once where nobody can be asked', async () => {
    const { rig, tool } = await asks({ ports: { attended: false } });
    await rig.idle();
    expect(tool.ran).toEqual([]);
    expect(rig.events('approval-response')).toMatchObject([{ answer: { type: 'deny', by: 'no-channel' } }]);
    expect(last(rig)).toMatchObject({ status: 'done' });
  });

  test('that is pending ends with Stop: no call, no request', async () => {
    const { rig, tool } = await asks();
    await rig.until(rig.rooms.stop(ROOM));
    expect([tool.ran, ends(rig), last(rig)?.status]).toEqual([[], ['interrupted'], 'stopped']);
    expect((await rig.head()).approvals).toEqual([]);
    expect(rig.model.requests).toHaveLength(1);
  });
});

describe('an approval that is pending when the app goes away', () => {
  const reopened = async (options: RoomRigOptions = {}) => {
    const { rig } = await asks();
    const tool = fakeTool('act', { effect: 'write' });
    const again = rig.reopen({ script: ['done'], tools: [tool], ...options });
    await again.rooms.repair(ROOM);
    return { rig: again, tool };
  };

  test('waits: repair calls the run neither interrupted nor ended', async () => {
    const { rig } = await reopened();
    expect((await rig.head()).openRuns).toMatchObject([{ status: 'running' }]);
    expect((await rig.head()).approvals).toHaveLength(1);
    expect(rig.events('run-end')).toEqual([]);
  });

  test('is answered later: the same run goes on, the tool runs once, nobody is asked again', async () => {
    const { rig, tool } = await reopened();
    await answer(rig, allow);
    await rig.idle();
    expect(tool.ran).toHaveLength(1);
    expect(rig.events('approval-request')).toHaveLength(1);
    expect(rig.events('run-start')).toHaveLength(1);
    expect(rig.events('run-end').map(({ run, outcome }) => [run, outcome.status])).toEqual([
      [rig.run(), 'done'],
    ]);
    expect((await rig.head()).openRuns).toEqual([]);
  });

  test('keeps the figures of the run', async () => {
    const { rig } = await reopened();
    await answer(rig, allow);
    await rig.idle();
    expect(last(rig)).toMatchObject({ turns: 2, toolCalls: 1, text: 'done' });
  });

  test('is denied later: the tool doesn’t run, the run goes on', async () => {
    const { rig, tool } = await reopened();
    await answer(rig, deny);
    await rig.idle();
    expect([tool.ran, ends(rig), last(rig)?.status]).toEqual([[], ['denied'], 'done']);
  });

  test('can be stopped instead: the run ends stopped, and its calls read as such', async () => {
    const { rig, tool } = await reopened();
    await rig.rooms.stop(ROOM);
    expect([tool.ran, last(rig)?.status]).toEqual([[], 'stopped']);
    expect((await rig.head()).openRuns).toEqual([]);
    await rig.rooms.say(ROOM, say('go on', { id: 'm2' }));
    await rig.idle();
    expect(last(rig)?.status).toBe('done');
    expect(tool.ran).toEqual([]);
  });

  test('what is said meanwhile waits in the queue and steers the run once it goes on', async () => {
    const { rig, tool } = await reopened();
    await rig.rooms.say(ROOM, say('also this', { id: 'm2' }));
    await rig.quiet();
    expect(rig.rooms.isRunning(ROOM)).toBe(false);
    await answer(rig, allow);
    await rig.idle();
    expect(tool.ran).toHaveLength(1);
    expect(rig.events('run-start')).toHaveLength(1);
    expect(rig.events('steer').map(({ message }) => message)).toEqual(['m2']);
  });

  test('is answered, and then the app goes away again before it goes on: Continue uses the answer, once', async () => {
    const { rig } = await reopened({
      wrap: (log) => ({
        ...log,
        append: (session, drafts, options) =>
          drafts[0]?.event.type === 'run-resume'
            ? new Promise(() => undefined)
            : log.append(session, drafts, options),
      }),
    });
    void answer(rig, allow);
    await rig.quiet();
    const tool = fakeTool('act', { effect: 'write' });
    const again = rig.reopen({ script: ['done'], tools: [tool], wrap: (log) => log });
    await again.rooms.repair(ROOM);
    expect((await again.head()).openRuns).toMatchObject([{ status: 'interrupted' }]);
    await again.rooms.resume(ROOM, again.run());
    await again.idle();
    expect(tool.ran).toHaveLength(1);
    expect(again.events('approval-request')).toHaveLength(1);
    expect(last(again)?.status).toBe('done');
  });

  test('one of two: each waits for its own answer', async () => {
    const tool = fakeTool('send', { effect: 'network', concurrency: 'shared' });
    const rig = createRoomRig({
      script: [calls({ tool: 'send', id: 'a' }, { tool: 'send', id: 'b' })],
      tools: [tool],
      gate: asking,
    });
    await rig.rooms.say(ROOM, say('hi'));
    await rig.quiet();
    const again = rig.reopen({ script: ['done'] });
    await again.rooms.repair(ROOM);
    await answer(again, allow, 0);
    await again.quiet();
    expect(tool.ran).toHaveLength(1);
    await answer(again, allow, 0);
    await again.idle();
    expect(tool.ran).toHaveLength(2);
    expect(again.events('approval-request')).toHaveLength(2);
    expect(last(again)?.status).toBe('done');
  });

  test('of a run whose model is gone: the answer is kept, the run fails with the reason', async () => {
    const { rig, tool } = await reopened({
      ports: { resolveModel: async () => failure('no-model', 'gone') },
    });
    await answer(rig, allow);
    await rig.idle();
    expect([tool.ran, last(rig)?.failure?.code]).toEqual([[], 'no-model']);
  });
});
