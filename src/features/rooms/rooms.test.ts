import { describe, expect, test, vi } from 'vitest';
import { failure } from '../../engine/failures.ts';
import { asId, type CallId, type MessageId } from '../../engine/ids.ts';
import type { EventLog } from '../../engine/ports.ts';
import { fakeTool, never } from '../../engine/testing/fake-tools.ts';
import { call } from '../../engine/testing/scripted-model.ts';
import { createRoomRig, ROOM, type RoomRig, say } from './fixtures/room-rig.ts';

const types = (rig: RoomRig): readonly string[] => rig.entries().map(({ event }) => event.type);
const outcomes = (rig: RoomRig): readonly string[] =>
  rig.events('run-end').map(({ outcome }) => outcome.failure?.code ?? outcome.status);

/** Counts the appends, and says what each held. */
function watching(log: EventLog): { log: EventLog; appends: string[] } {
  const appends: string[] = [];
  return {
    appends,
    log: {
      ...log,
      append: (session, drafts, options) => {
        appends.push(drafts.map(({ event }) => event.type).join('+'));
        return log.append(session, drafts, options);
      },
    },
  };
}

describe('say', () => {
  test('puts the message and its run on record in one append', async () => {
    let appends: readonly string[] = [];
    const rig = createRoomRig({
      script: ['hello'],
      wrap: (log) => {
        const watched = watching(log);
        appends = watched.appends;
        return watched.log;
      },
    });
    await rig.rooms.say(ROOM, { ...say('hi'), setup: { mode: 'auto' } });
    expect(appends[0]).toBe('setup+message+run-start');
    await rig.idle();
    expect(appends).toEqual(['setup+message+run-start', 'turn-start', 'message-end', 'run-end']);
    expect(outcomes(rig)).toEqual(['done']);
  });

  test('is on record when it resolves, before the model is asked', async () => {
    const rig = createRoomRig({ script: [{ hangAt: 0 }] });
    await rig.rooms.say(ROOM, say('hi'));
    expect(types(rig).slice(0, 2)).toEqual(['message', 'run-start']);
    await rig.until(rig.rooms.stop(ROOM));
  });

  test('with the same message id twice stores it once, also while it still runs', async () => {
    const rig = createRoomRig({ script: ['hello'] });
    await Promise.all([rig.rooms.say(ROOM, say('hi')), rig.rooms.say(ROOM, say('hi'))]);
    await rig.idle();
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    expect(rig.events('message')).toHaveLength(1);
    expect(rig.model.requests).toHaveLength(1);
  });

  test('to a running run waits in the queue and enters at the next tool boundary', async () => {
    const rig = createRoomRig({
      script: [call('read'), 'ok'],
      tools: [
        fakeTool('read', {
          run: async () => {
            await rig.rooms.say(ROOM, say('rather this', { id: 'm2' }));
            return { ok: true, text: 'x', provenance: 'own' };
          },
        }),
      ],
    });
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    expect(types(rig)).toEqual([
      'message',
      'run-start',
      'turn-start',
      'message-end',
      'message',
      'tool-start',
      'tool-end',
      'steer',
      'turn-start',
      'message-end',
      'run-end',
    ]);
    expect(rig.model.requests).toHaveLength(2);
  });

  test('for after the run starts the next one', async () => {
    const rig = createRoomRig({ script: [{ text: 'one' }, { text: 'two' }] });
    await rig.rooms.say(ROOM, say('first'));
    await rig.rooms.say(ROOM, say('second', { id: 'm2', when: 'after' }));
    await rig.idle();
    expect(rig.events('run-start').map(({ cause }) => cause.message)).toEqual(['m1', 'm2']);
    expect(outcomes(rig)).toEqual(['done', 'done']);
    const [, second] = rig.model.requests;
    expect(second?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  test('a steering message that came too late for its run starts one of its own', async () => {
    const rig = createRoomRig({
      script: ['one', 'two'],
      wrap: (log) => ({
        ...log,
        append: async (session, drafts, options) => {
          // The run has ended but for this append.
          if (drafts[0]?.event.type === 'run-end' && rig.events('message').length === 1)
            void rig.rooms.say(ROOM, say('wait', { id: 'm2' }));
          await Promise.resolve();
          return log.append(session, drafts, options);
        },
      }),
    });
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    expect(rig.events('message-end')).toHaveLength(2);
    expect(outcomes(rig).at(-1)).toBe('done');
  });

  test('takes back what was queued', async () => {
    const rig = createRoomRig({ script: [{ text: 'one' }] });
    await rig.rooms.say(ROOM, say('first'));
    await rig.rooms.say(ROOM, say('second', { id: 'm2', when: 'after' }));
    await rig.rooms.unqueue(ROOM, asId<MessageId>('m2'));
    await rig.idle();
    expect(rig.events('run-start')).toHaveLength(1);
  });

  test('gives up a run that was interrupted', async () => {
    const first = createRoomRig({ script: [{ hangAt: 0 }] });
    await first.rooms.say(ROOM, say('hi'));
    await first.quiet();
    const rig = first.reopen({ script: ['hello'] });
    await rig.rooms.repair(ROOM);
    await rig.rooms.say(ROOM, say('again', { id: 'm2' }));
    await rig.idle();
    expect(
      rig.events('run-end').map(({ outcome, discarded }) => [outcome.status, discarded ?? false]),
    ).toEqual([
      ['interrupted', false],
      ['stopped', true],
      ['done', false],
    ]);
    expect((await rig.head()).openRuns).toEqual([]);
  });
});

describe('stop', () => {
  test('ends the run, and nothing starts by itself afterwards', async () => {
    const rig = createRoomRig({ script: [{ text: 'x', hangAt: 2 }] });
    await rig.rooms.say(ROOM, say('hi'));
    await rig.rooms.say(ROOM, say('later', { id: 'm2', when: 'after' }));
    await rig.quiet();
    await rig.until(rig.rooms.stop(ROOM));
    await rig.quiet();
    expect(rig.rooms.isRunning(ROOM)).toBe(false);
    expect(outcomes(rig)).toEqual(['stopped']);
    expect(rig.model.requests).toHaveLength(1);
  });

  test('in a hung tool takes less than 300 ms, and the call has its result', async () => {
    const rig = createRoomRig({
      script: [call('act')],
      tools: [fakeTool('act', { effect: 'execute', run: never })],
    });
    await rig.rooms.say(ROOM, say('hi'));
    await rig.quiet();
    const from = rig.clock.elapsed();
    await rig.until(rig.rooms.stop(ROOM));
    expect(rig.clock.elapsed() - from).toBeLessThan(300);
    expect(types(rig).slice(-2)).toEqual(['tool-end', 'run-end']);
  });

  test('reaches a run whose model is still being looked for', async () => {
    const rig = createRoomRig({ script: [], ports: { resolveModel: never } });
    void rig.rooms.say(ROOM, say('hi')).catch(() => undefined);
    await rig.quiet();
    await rig.until(rig.rooms.stop(ROOM));
    expect(rig.rooms.isRunning(ROOM)).toBe(false);
    expect(types(rig)).toEqual(['message', 'run-start', 'run-end']);
    expect(outcomes(rig)).toEqual(['stopped']);
  });

  test('of a session where nothing runs does nothing', async () => {
    const rig = createRoomRig({ script: ['hello'] });
    await rig.rooms.stop(ROOM);
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    const before = rig.entries().length;
    await rig.rooms.stop(ROOM);
    expect(rig.entries()).toHaveLength(before);
  });
});

describe('a run that can’t be made', () => {
  test('without its model fails with the reason, and the message is kept', async () => {
    const rig = createRoomRig({
      ports: { resolveModel: async () => failure('no-model', 'no such account') },
    });
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    expect(types(rig)).toEqual(['message', 'run-start', 'run-end']);
    expect(outcomes(rig)).toEqual(['no-model']);
    expect(rig.troubles).toEqual([]);
  });

  test('without its tools fails with the reason', async () => {
    const rig = createRoomRig({
      ports: { kit: async () => failure('permission-lost', 'the folder is gone') },
    });
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    expect(outcomes(rig)).toEqual(['permission-lost']);
  });

  test('because the log can’t be written: say rejects, and the room is free again', async () => {
    const rig = createRoomRig({ script: ['hello'] });
    rig.log.failNext(failure('storage-full', 'no room'));
    await expect(rig.until(rig.rooms.say(ROOM, say('hi')))).rejects.toMatchObject({
      failure: { code: 'storage-full' },
    });
    expect(rig.entries()).toEqual([]);
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    expect(outcomes(rig)).toEqual(['done']);
  });
});

describe('storage that fails in mid-run', () => {
  const failing = (type: string, times: number) => (log: EventLog) => {
    let left = times;
    return {
      ...log,
      append: (...args: Parameters<EventLog['append']>) => {
        if (args[1].some(({ event }) => event.type === type) && left-- > 0)
          rig.log.failNext(failure('storage-failed', 'the disk says no'));
        return log.append(...args);
      },
    };
  };
  let rig: RoomRig;

  test('is reported, and the run stops: no request, no call after it', async () => {
    const tool = fakeTool('act', { effect: 'write' });
    rig = createRoomRig({
      script: [call('act'), 'never said'],
      tools: [tool],
      wrap: failing('tool-start', 1),
    });
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    expect(rig.troubles).toMatchObject([{ code: 'storage-failed' }]);
    expect(rig.model.requests).toHaveLength(1);
    expect(tool.ran).toEqual([]);
    expect(rig.rooms.isRunning(ROOM)).toBe(false);
  });

  test('leaves a run that says interrupted as soon as the log can be written again', async () => {
    rig = createRoomRig({
      script: [call('read'), 'done'],
      tools: [fakeTool('read')],
      wrap: failing('tool-end', 1),
    });
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    expect((await rig.head()).openRuns).toMatchObject([{ status: 'interrupted' }]);
    await rig.rooms.resume(ROOM, rig.run());
    await rig.idle();
    expect(outcomes(rig)).toEqual(['interrupted', 'done']);
  });

  test('leaves a run that the next start of the app repairs, where it can’t', async () => {
    rig = createRoomRig({
      script: [call('read'), 'done'],
      tools: [fakeTool('read')],
      wrap: (log) => failing('run-end', 1)(failing('tool-end', 1)(log)),
    });
    await rig.rooms.say(ROOM, say('hi'));
    await rig.idle();
    const again = rig.reopen({ wrap: (log) => log, script: ['done'] });
    await again.rooms.repair(ROOM);
    await again.rooms.resume(ROOM, again.run());
    await again.idle();
    expect(outcomes(again).at(-1)).toBe('done');
  });

  test('when the next run of the queue can’t start: reported, not thrown into the void', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    rig = createRoomRig({
      script: ['one', 'two'],
      wrap: (log) => {
        let runs = 0;
        return {
          ...log,
          append: (...args: Parameters<EventLog['append']>) => {
            if (args[1].some(({ event }) => event.type === 'run-start') && ++runs === 2)
              rig.log.failNext(failure('storage-full', 'no room'));
            return log.append(...args);
          },
        };
      },
    });
    await rig.rooms.say(ROOM, say('first'));
    await rig.rooms.say(ROOM, say('second', { id: 'm2', when: 'after' }));
    await rig.idle();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
    expect(rig.troubles.map(({ code }) => code)).toContain('storage-full');
  });
});

test('commands on a call or run that is not open are refused, not ignored', async () => {
  const rig = createRoomRig({ script: ['hello'] });
  await rig.rooms.say(ROOM, say('hi'));
  await rig.idle();
  const gone = { failure: { code: 'not-found' } };
  await expect(rig.rooms.resume(ROOM, rig.run())).rejects.toMatchObject(gone);
  await expect(rig.rooms.discard(ROOM, rig.run())).rejects.toMatchObject(gone);
  await expect(rig.rooms.resolveUnknown(ROOM, asId<CallId>('x'), 'ran')).rejects.toMatchObject(gone);
  await expect(
    rig.rooms.answer(ROOM, asId('x'), 'h', { type: 'allow', scope: 'once' }),
  ).rejects.toMatchObject({
    failure: { code: 'stale' },
  });
});
