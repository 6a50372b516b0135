import { describe, expect, test } from 'vitest';
import type { Answer } from '../../engine/questions.ts';
import type { CallId } from '../../engine/ids.ts';
import { call, calls } from '../../engine/testing/scripted-model.ts';
import { createToolRegistry } from '../../engine/tool.ts';
import { asId } from '../../engine/ids.ts';
import { createAskDesk, misfit } from '../asking/asking.ts';
import { createRoomRig, ROOM, type RoomRig, type RoomRigOptions, say } from './fixtures/room-rig.ts';
import { isWaiting } from './repair.ts';

const given = (text: string): Answer => ({ type: 'given', text });
const ask = call('ask_user', { question: 'Which one?', choices: ['red', 'blue'] }, 'q');

/** Rooms whose runs may ask. */
const withAsking = (attended = true): RoomRigOptions['ports'] => ({
  attended,
  misfit,
  kit: async (_session, _run, _setup, entries) => {
    const desk = createAskDesk(attended, entries);
    return {
      system: 'You are a test.',
      tools: createToolRegistry([desk.tool]),
      gateState: () => ({ mode: 'ask', rules: [], tainted: false }),
      take: desk.take,
    };
  },
});
async function asks(options: RoomRigOptions = {}): Promise<RoomRig> {
  const rig = createRoomRig({ script: [ask, 'done'], ports: withAsking() ?? {}, ...options });
  await rig.rooms.say(ROOM, say('hi'));
  await rig.quiet();
  return rig;
}
const results = (rig: RoomRig) => rig.events('tool-end').map(({ result }) => result.text);
const last = (rig: RoomRig) => rig.events('run-end').at(-1)?.outcome;
const reply = (rig: RoomRig, answer: Answer, callId = 'q') =>
  rig.rooms.answerQuestion(ROOM, asId<CallId>(callId), answer);

describe('a question', () => {
  test('is on record, in the head, and the run goes on with the answer', async () => {
    const rig = await asks();
    expect((await rig.head()).questions).toMatchObject([
      { callId: 'q', question: { question: 'Which one?' } },
    ]);
    expect([rig.rooms.isRunning(ROOM), results(rig)]).toEqual([true, []]);
    await reply(rig, { type: 'given', choices: ['red'] });
    await rig.idle();
    expect(results(rig)).toEqual(['The person chose: red']);
    expect([last(rig)?.status, (await rig.head()).questions]).toEqual(['done', undefined]);
  });

  test('is waited for off every clock: neither the run’s time nor the call’s runs out', async () => {
    const rig = await asks();
    await rig.clock.advance(10 * 3_600_000);
    await rig.quiet();
    expect(rig.rooms.isRunning(ROOM)).toBe(true);
    await reply(rig, given('late'));
    await rig.idle();
    expect(last(rig)).toMatchObject({ status: 'done', toolMs: 0, toolFailures: 0, waitingMs: 36_000_000 });
  });

  test('is answered once, and only with what was offered', async () => {
    const rig = await asks();
    await expect(reply(rig, { type: 'given', choices: ['green'] })).rejects.toMatchObject({
      failure: { code: 'stale' },
    });
    const twice = await Promise.allSettled([reply(rig, given('a')), reply(rig, given('b'))]);
    expect(twice.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await rig.idle();
    expect(results(rig)).toEqual(['The person answered: a']);
  });

  test('ends with Stop', async () => {
    const rig = await asks();
    await rig.until(rig.rooms.stop(ROOM));
    expect([last(rig)?.status, (await rig.head()).questions]).toEqual(['stopped', undefined]);
    await expect(reply(rig, given('late'))).rejects.toMatchObject({ failure: { code: 'stale' } });
  });

  test('says so where nobody is there to answer', async () => {
    const rig = await asks({ ports: withAsking(false) ?? {} });
    await rig.idle();
    expect(results(rig)[0]).toContain('Nobody is here to answer');
    expect([rig.events('question'), last(rig)?.status]).toEqual([[], 'done']);
  });

  test('stands beside others of its turn; the run goes on once all are answered', async () => {
    const rig = await asks({
      script: [
        calls(
          { tool: 'ask_user', arguments: { question: 'One?' } },
          { tool: 'ask_user', arguments: { question: 'Two?' } },
        ),
        'done',
      ],
    });
    const open = (await rig.head()).questions ?? [];
    expect(open.map(({ question }) => question.question)).toEqual(['One?', 'Two?']);
    await reply(rig, given('2'), open[1]?.callId);
    await rig.quiet();
    expect(rig.rooms.isRunning(ROOM)).toBe(true);
    await reply(rig, given('1'), open[0]?.callId);
    await rig.idle();
    expect(results(rig)).toEqual(['The person answered: 1', 'The person answered: 2']);
  });

  test('is answered by a message that the person writes instead, which comes in behind it', async () => {
    const rig = await asks();
    await rig.rooms.say(ROOM, say('neither, think again', { id: 'm2' }));
    await rig.idle();
    expect(results(rig)[0]).toContain('wrote a message instead');
    const seen = JSON.stringify(rig.model.requests.at(-1)?.messages);
    expect(seen.indexOf('wrote a message instead')).toBeLessThan(seen.indexOf('neither, think again'));
    expect(rig.events('steer')).toMatchObject([{ message: 'm2' }]);
  });

  test('is left open by a message for after the run', async () => {
    const rig = await asks();
    await rig.rooms.say(ROOM, say('and then this', { id: 'm2', when: 'after' }));
    await rig.quiet();
    expect((await rig.head()).questions).toHaveLength(1);
    await rig.until(rig.rooms.stop(ROOM));
  });
});

describe('a question that is open when the app goes away', () => {
  const reopened = async (): Promise<RoomRig> => {
    const rig = (await asks()).reopen({ script: ['done'] });
    await rig.rooms.repair(ROOM);
    return rig;
  };

  test('still waits: the run is not interrupted', async () => {
    const rig = await reopened();
    const head = await rig.head();
    expect([isWaiting(head, rig.run()), rig.events('run-end')]).toEqual([true, []]);
  });

  test('resumes its run with the answer, and is not asked twice', async () => {
    const rig = await reopened();
    await reply(rig, given('blue'));
    await rig.idle();
    expect(results(rig)).toEqual(['The person answered: blue']);
    expect(rig.events('question')).toHaveLength(1);
    expect(rig.events('run-resume')).toMatchObject([{ cause: 'answer' }]);
    expect(last(rig)?.status).toBe('done');
  });

  test('is answered by a message, which resumes the run', async () => {
    const rig = await reopened();
    await rig.rooms.say(ROOM, say('go on as you like', { id: 'm2' }));
    await rig.idle();
    expect(results(rig)[0]).toContain('wrote a message instead');
    expect([rig.events('run-start').length, last(rig)?.status]).toEqual([1, 'done']);
  });

  test('may have been answered before: Continue finds the answer', async () => {
    const rig = await asks();
    const { callId, run } = (await rig.head()).questions?.[0] ?? {};
    if (callId === undefined || run === undefined) throw new TypeError('nothing is open');
    const again = rig.reopen({ script: ['done'] });
    await again.log.append(
      ROOM,
      [{ by: asId('user'), run, event: { type: 'question-answer', callId, answer: given('blue') } }],
      { durable: true },
    );
    await again.rooms.repair(ROOM);
    await again.rooms.resume(ROOM, run);
    await again.idle();
    expect(results(again)).toEqual(['The person answered: blue']);
  });
});
