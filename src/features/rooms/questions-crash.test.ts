import { describe, expect, test, vi } from 'vitest';
import type { EventLog } from '../../engine/ports.ts';
import type { ModelRequest } from '../../engine/provider.ts';
import { call, type ScriptedReply } from '../../engine/testing/scripted-model.ts';
import { createToolRegistry } from '../../engine/tool.ts';
import { createAskDesk, misfit } from '../asking/asking.ts';
import { createRoomRig, ROOM, type RoomRig, type RoomRigOptions, say } from './fixtures/room-rig.ts';
import { isWaiting } from './repair.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Asks two things, one after the other; what it was told is what it says at the end. */
const asker = (request: ModelRequest): string | ScriptedReply => {
  const told = request.messages.flatMap((message) =>
    message.role === 'tool' ? message.results.map(({ text }) => text) : [],
  );
  return told.length < 2
    ? call('ask_user', { question: `What about ${told.length + 1}?` })
    : told.map((text) => text.replace('The person answered: ', '')).join(' and ');
};

const asking: RoomRigOptions['ports'] = {
  misfit,
  kit: async (_session, _run, _setup, entries) => {
    const desk = createAskDesk(true, entries);
    return {
      system: 'You are a test.',
      tools: createToolRegistry([desk.tool]),
      gateState: () => ({ mode: 'ask', rules: [], tainted: false }),
      take: desk.take,
    };
  },
};

/** Lets `appends` appends through; the next one is lost, or stored and not heard of; then nothing answers. */
function mortal(log: EventLog, life: { dead: boolean }, appends: number, unheard: boolean): EventLog {
  let left = appends;
  const never = new Promise<never>(() => undefined);
  return {
    ...log,
    append: async (...args) => {
      if (life.dead) return never;
      left--;
      if (left >= 0) return log.append(...args);
      life.dead = true;
      if (unheard) await log.append(...args);
      return never;
    },
    savePartial: (...args) => (life.dead ? never : log.savePartial(...args)),
  };
}

/** The person answers what is asked, each question with its own words. */
async function answer(rig: RoomRig): Promise<void> {
  for (const { callId, question } of (await rig.head().catch(() => undefined))?.questions ?? []) {
    const text = question.question.includes('1') ? 'one' : 'two';
    void rig.rooms.answerQuestion(ROOM, callId, { type: 'given', text }).catch(() => undefined);
  }
  await rig.quiet();
}

/** A first life with a person in it; undefined where it came to its end before. */
async function die(appends: number, unheard: boolean): Promise<RoomRig | undefined> {
  const life = { dead: false };
  const rig = createRoomRig({
    script: [asker],
    wrap: (log) => mortal(log, life, appends, unheard),
    ports: asking ?? {},
  });
  void rig.rooms.say(ROOM, say('ask me'));
  await rig.quiet();
  for (let round = 0; round < 3; round++) await answer(rig);
  return life.dead ? rig : undefined;
}

describe.each([{ unheard: false }, { unheard: true }])(
  'a run that asks, in an app that goes away at every append (stored, but not heard of: $unheard)',
  ({ unheard }) => {
    test('waits or is interrupted, asks nothing twice, keeps each answer given, and comes to its end', async () => {
      let lives = 0;
      for (let appends = 0; ; appends++) {
        const first = await die(appends, unheard);
        if (first === undefined) break;
        lives++;
        const rig = first.reopen({ wrap: (log) => log });
        if (rig.entries().length === 0) continue;
        await rig.rooms.repair(ROOM);
        const given = rig.events('question-answer');
        const [open] = (await rig.head()).openRuns;
        if (open !== undefined)
          expect(open.status).toBe(isWaiting(await rig.head(), open.run) ? 'running' : 'interrupted');
        for (let round = 0; round < 6; round++) {
          const [still] = (await rig.head()).openRuns;
          if (still?.status === 'interrupted' && !rig.rooms.isRunning(ROOM))
            await rig.rooms.resume(ROOM, still.run);
          await rig.quiet();
          await answer(rig);
        }
        expect(rig.events('run-end').at(-1)?.outcome, `after ${appends} appends`).toMatchObject({
          status: 'done',
          text: 'one and two',
        });
        expect(rig.events('question').map(({ question }) => question.question)).toEqual([
          'What about 1?',
          'What about 2?',
        ]);
        expect(rig.events('question-answer').slice(0, given.length)).toEqual(given);
        expect(rig.events('question-answer')).toHaveLength(2);
        expect([rig.events('run-start').length, rig.events('tool-end').length]).toEqual([1, 2]);
      }
      expect(lives).toBeGreaterThan(10);
    });
  },
);
