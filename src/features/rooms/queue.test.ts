import { describe, expect, test } from 'vitest';
import type { Entry } from '../../engine/events.ts';
import { asId, type MessageId } from '../../engine/ids.ts';
import { fakeTool, said } from '../../engine/testing/fake-tools.ts';
import { call } from '../../engine/testing/scripted-model.ts';
import { createTranscript } from '../../engine/transcript.ts';
import { createRoomRig, ROOM, type RoomRig, type RoomRigOptions, say } from './fixtures/room-rig.ts';
import { AGENT } from './perform.ts';

const id = (text: string): MessageId => asId<MessageId>(text);

/** A run that works on a call until `go`; then it answers, and so does every run after it. */
async function busy(options: RoomRigOptions = {}) {
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const tool = fakeTool('work', { run: async () => held.then(() => said('worked')) });
  const rig = createRoomRig({
    script: [call('work', {}, 'w'), ...Array.from({ length: 6 }, () => 'done')],
    tools: [tool],
    ...options,
  });
  await rig.rooms.say(ROOM, say('begin'));
  await rig.quiet();
  return { rig, go: () => go() };
}
const queue = (rig: RoomRig): readonly string[] =>
  createTranscript(AGENT, rig.entries())
    .queued()
    .map(({ id: known, when }) => `${known} ${when}`);
/** What the model of each request read last of the person. */
const heard = (rig: RoomRig): readonly string[] =>
  rig.model.requests.map(({ messages }) => JSON.stringify(messages.findLast(({ role }) => role === 'user')));

describe('a queued message', () => {
  test('is read as it was changed last', async () => {
    const { rig, go } = await busy();
    await rig.rooms.say(ROOM, say('first words', { id: 'a' }));
    await rig.rooms.requeue(ROOM, id('a'), { parts: [{ type: 'text', text: 'better words' }] });
    go();
    await rig.idle();
    expect(heard(rig).join()).toContain('better words');
    expect(heard(rig).join()).not.toContain('first words');
  });

  test('comes in where it was put, before or behind the others', async () => {
    const { rig } = await busy();
    for (const name of ['a', 'b', 'c']) await rig.rooms.say(ROOM, say(name, { id: name, when: 'after' }));
    await rig.rooms.requeue(ROOM, id('c'), { before: id('a') });
    expect(queue(rig)).toEqual(['c after', 'a after', 'b after']);
    await rig.rooms.requeue(ROOM, id('c'), { before: null });
    expect(queue(rig)).toEqual(['a after', 'b after', 'c after']);
    await rig.until(rig.rooms.stop(ROOM));
  });

  test('for after the run starts the next one, each in its order', async () => {
    const { rig, go } = await busy();
    for (const name of ['a', 'b', 'c']) await rig.rooms.say(ROOM, say(name, { id: name, when: 'after' }));
    await rig.rooms.requeue(ROOM, id('b'), { before: id('a') });
    go();
    await rig.idle();
    expect(rig.events('run-start').map(({ cause }) => cause.message)).toEqual(['m1', 'b', 'a', 'c']);
  });

  test('that is sent now comes in at the next boundary, before the others', async () => {
    const { rig, go } = await busy();
    await rig.rooms.say(ROOM, say('a', { id: 'a' }));
    await rig.rooms.say(ROOM, say('b', { id: 'b', when: 'after' }));
    await rig.rooms.sendQueued(ROOM, id('b'));
    expect(queue(rig)).toEqual(['b steer', 'a steer']);
    go();
    await rig.idle();
    expect(rig.events('steer').map(({ message }) => message)).toEqual(['b', 'a']);
    expect(rig.events('run-start')).toHaveLength(1);
  });

  test('that is left after Stop starts a run when it is sent now', async () => {
    const { rig } = await busy({ script: [call('work', {}, 'w'), 'done'] });
    await rig.rooms.say(ROOM, say('a', { id: 'a', when: 'after' }));
    await rig.until(rig.rooms.stop(ROOM));
    expect([rig.rooms.isRunning(ROOM), queue(rig)]).toEqual([false, ['a after']]);
    await rig.rooms.sendQueued(ROOM, id('a'));
    await rig.idle();
    expect(rig.events('run-start').map(({ cause }) => cause.message)).toEqual(['m1', 'a']);
  });

  test('that was taken in is refused: nothing of it is changed, moved, taken back or sent again', async () => {
    const { rig, go } = await busy();
    await rig.rooms.say(ROOM, say('a', { id: 'a' }));
    go();
    await rig.idle();
    const late = await Promise.allSettled([
      rig.rooms.requeue(ROOM, id('a'), { when: 'after' }),
      rig.rooms.unqueue(ROOM, id('a')),
      rig.rooms.sendQueued(ROOM, id('a')),
    ]);
    expect(late.map((end) => end.status === 'rejected' && end.reason.failure.code)).toEqual([
      'stale',
      'stale',
      'stale',
    ]);
  });

  test('that the boundary takes while it is being changed: the change is refused, the message read as it was', async () => {
    const { rig, go } = await busy({
      wrap: (log) => ({
        ...log,
        append: async (session, drafts, how) => {
          // The change comes first to the room, the boundary first to the log.
          if (drafts.some(({ event }) => event.type === 'requeue')) {
            go();
            await rigOf().quiet();
          }
          return log.append(session, drafts, how);
        },
      }),
    });
    const rigOf = (): RoomRig => rig;
    await rig.rooms.say(ROOM, say('as it was', { id: 'a' }));
    const change = rig.rooms.requeue(ROOM, id('a'), { parts: [{ type: 'text', text: 'changed' }] });
    await expect(change).rejects.toMatchObject({ failure: { code: 'stale' } });
    await rig.idle();
    expect(heard(rig).join()).toContain('as it was');
    expect(heard(rig).join()).not.toContain('changed');
  });
});

test('a change of the queue that a crash leaves behind holds after it', async () => {
  const { rig } = await busy();
  await rig.rooms.say(ROOM, say('a', { id: 'a', when: 'after' }));
  await rig.rooms.say(ROOM, say('b', { id: 'b', when: 'after' }));
  await rig.rooms.requeue(ROOM, id('b'), { before: id('a'), when: 'steer' });
  const again = rig.reopen({ script: ['done'] });
  await again.rooms.repair(ROOM);
  const entries: readonly Entry[] = again.entries();
  expect(
    createTranscript(AGENT, entries)
      .queued()
      .map(({ id: known }) => known),
  ).toEqual(['b', 'a']);
});
