import { describe, expect, test, vi } from 'vitest';
import type { StoredEvent } from '../../engine/events.ts';
import type { JsonObject } from '../../engine/ids.ts';
import type { EventLog } from '../../engine/ports.ts';
import type { ModelRequest } from '../../engine/provider.ts';
import { fakeTool, said } from '../../engine/testing/fake-tools.ts';
import { call, type ScriptedReply } from '../../engine/testing/scripted-model.ts';
import type { AnyTool } from '../../engine/tool.ts';
import { asking, createRoomRig, ROOM, type RoomRig, say } from './fixtures/room-rig.ts';

// Some hundred lives are lived here.
vi.setConfig({ testTimeout: 60_000 });

const STEPS = 3;

/** Derives the next step from the results it was sent, as a model does: it can't know of a crash. */
const stepper = (request: ModelRequest): string | ScriptedReply => {
  const done = request.messages.filter(({ role }) => role === 'tool').length;
  return done < STEPS
    ? { ...call('append', { line: `line ${done + 1}` }), text: `step ${done + 1}` }
    : 'all done';
};

/** A file outside: what was really done, whatever the log says. */
interface World {
  readonly lines: string[];
  readonly tool: (life: { dead: boolean }) => AnyTool;
}

const lineOf = (input: JsonObject): string => (typeof input['line'] === 'string' ? input['line'] : '');

function world({ verify }: { readonly verify: boolean }): World {
  const lines: string[] = [];
  return {
    lines,
    tool: (life) =>
      fakeTool('append', {
        effect: 'write',
        run: (input) => {
          // A process that is gone does nothing more.
          if (life.dead) return new Promise(() => undefined);
          lines.push(lineOf(input));
          return said('written');
        },
        ...(verify && {
          verify: async (input, _evidence, context) => {
            if (!lines.includes(lineOf(input as JsonObject))) return { type: 'not-done' };
            // As the file tools do: what is found confirmed is recorded before it counts.
            await context.record({ type: 'nudge', kind: 'turn-limit' });
            return { type: 'done', output: said('found written') };
          },
        }),
      }),
  };
}

/** `lost`: the n-th append never arrives. `unheard`: it is stored, but the app is gone before it hears of it. */
type Death = 'lost' | 'unheard';

/** Lets `appends` appends through; then the app is dead: nothing is stored, nothing answers. */
function mortal(log: EventLog, life: { dead: boolean }, appends: number, death: Death): EventLog {
  let left = appends;
  const never = new Promise<never>(() => undefined);
  return {
    ...log,
    append: async (...args) => {
      if (life.dead) return never;
      left--;
      if (left >= 0) return log.append(...args);
      life.dead = true;
      if (death === 'unheard') await log.append(...args);
      return never;
    },
    savePartial: (...args) => (life.dead ? never : log.savePartial(...args)),
  };
}

interface FirstLife {
  readonly appends: number;
  readonly death: Death;
  readonly world: World;
}

/** A first life that ends after so many appends; undefined where it came to its end before. */
async function die({
  appends,
  death,
  world: there,
}: FirstLife): Promise<{ rig: RoomRig; heard: boolean } | undefined> {
  const life = { dead: false };
  const rig: RoomRig = createRoomRig({
    script: [stepper],
    tools: [there.tool(life)],
    gate: asking,
    wrap: (log) => mortal(log, life, appends, death),
    ports: {
      stored: (_session, entries) => {
        for (const { event } of entries) void allow(rig, event);
      },
    },
  });
  let heard = false;
  void rig.rooms.say(ROOM, say('write three lines')).then(() => {
    heard = true;
  });
  await rig.quiet();
  return life.dead ? { rig, heard } : undefined;
}

/** The person allows whatever is asked, from a later turn of the event loop. */
function allow(rig: RoomRig, event: StoredEvent): Promise<void> | undefined {
  if (event.type !== 'approval-request') return undefined;
  return rig.rooms
    .answer(ROOM, event.approvalId, event.hash, { type: 'allow', scope: 'once' })
    .catch(() => undefined);
}

/** What a person does who finds the session so: answers what is asked, by looking at the file; presses Continue. */
async function goOn(rig: RoomRig, lines: readonly string[]): Promise<void> {
  for (let press = 0; press < 10; press++) {
    await rig.quiet();
    const head = await rig.head();
    for (const { callId, approvalId, hash } of head.approvals) {
      expect(callId).toBeTruthy();
      await rig.rooms.answer(ROOM, approvalId, hash, { type: 'allow', scope: 'once' });
    }
    for (const open of head.openRuns) {
      for (const started of open.started) {
        const asked = rig.events('tool-start').findLast(({ callId }) => callId === started);
        const there = lines.some((line) => line === asked?.input['line']);
        await rig.rooms.resolveUnknown(ROOM, started, there ? 'ran' : 'not-run').catch(() => undefined);
      }
      if (open.status === 'interrupted' && !rig.rooms.isRunning(ROOM)) await rig.rooms.resume(ROOM, open.run);
    }
    await rig.quiet();
    if ((await rig.head()).openRuns.length === 0) return;
  }
  throw new TypeError('it never came to an end');
}

const moments = async (verify: boolean, death: Death): Promise<number> => {
  for (let appends = 0; ; appends++)
    if ((await die({ appends, death, world: world({ verify }) })) === undefined) return appends;
};

describe.each([
  { verify: true, death: 'lost' },
  { verify: true, death: 'unheard' },
  { verify: false, death: 'lost' },
  { verify: false, death: 'unheard' },
] as const)('the app goes away at every append (check: $verify, append $death)', ({ verify, death }) => {
  test('nothing acknowledged is lost, nothing runs twice, Continue brings it to its end', async () => {
    const count = await moments(verify, death);
    expect(count).toBeGreaterThan(12);
    for (let appends = 0; appends < count; appends++) {
      const there = world({ verify });
      const first = await die({ appends, death, world: there });
      if (first === undefined) throw new TypeError('it lived');
      const before = first.rig.entries();
      if (first.heard) expect(before.some(({ event }) => event.type === 'message')).toBe(true);
      if (before.length === 0) continue;

      const rig = first.rig.reopen({ wrap: (log) => log, tools: [there.tool({ dead: false })], ports: {} });
      await rig.rooms.repair(ROOM);
      const [open] = (await rig.head()).openRuns;
      // No spinner: what is not waiting for an answer says that it was interrupted.
      const waits = (await rig.head()).approvals.length > 0;
      if (open !== undefined) expect(open.status).toBe(waits ? 'running' : 'interrupted');
      if (verify) expect(open?.started ?? [], 'looked up without asking').toEqual([]);

      await goOn(rig, there.lines);
      expect(there.lines, `after ${appends} appends`).toEqual(['line 1', 'line 2', 'line 3']);
      expect(rig.entries().slice(0, before.length)).toEqual(before);
      expect(rig.events('run-end').at(-1)?.outcome).toMatchObject({ status: 'done', text: 'all done' });
      expect(rig.events('run-start')).toHaveLength(1);
      const ends = rig.events('tool-end').map(({ callId }) => callId);
      expect(new Set(ends).size).toBe(ends.length);
    }
  });

  test('repair a second time changes nothing', async () => {
    const count = await moments(verify, death);
    for (let appends = 1; appends < count; appends++) {
      const there = world({ verify });
      const first = await die({ appends, death, world: there });
      const rig = first?.rig.reopen({ wrap: (log) => log, tools: [there.tool({ dead: false })], ports: {} });
      await rig?.rooms.repair(ROOM);
      const once = rig?.entries();
      await rig?.rooms.repair(ROOM);
      expect(rig?.entries()).toEqual(once);
      const again = rig?.reopen();
      await again?.rooms.repair(ROOM);
      expect(again?.entries()).toEqual(once);
    }
  });

  test('Discard instead: the run is closed, nothing more of it runs, the next message is answered', async () => {
    const count = await moments(verify, death);
    for (let appends = 1; appends < count; appends++) {
      const there = world({ verify });
      const first = await die({ appends, death, world: there });
      const rig = first?.rig.reopen({
        wrap: (log) => log,
        tools: [there.tool({ dead: false })],
        ports: {},
        script: ['hello again'],
      });
      if (rig === undefined) throw new TypeError('it lived');
      await rig.rooms.repair(ROOM);
      const lines = [...there.lines];
      for (const { run } of (await rig.head()).openRuns) await rig.rooms.discard(ROOM, run);
      expect(await rig.head()).toMatchObject({ openRuns: [], approvals: [] });
      await rig.rooms.say(ROOM, say('never mind', { id: 'm2' }));
      await rig.idle();
      expect(rig.events('run-end').at(-1)?.outcome).toMatchObject({ status: 'done', text: 'hello again' });
      expect(there.lines).toEqual(lines);
    }
  });
});

test.each([true, false])(
  'a second death while it goes on, at every append of the second life (check: %s)',
  async (verify) => {
    const count = await moments(verify, 'unheard');
    for (let appends = 1; appends < count; appends++) {
      for (let later = 0; later < 6; later++) {
        const there = world({ verify });
        const first = await die({ appends, death: 'unheard', world: there });
        if (first === undefined) throw new TypeError('it lived');
        const life = { dead: false };
        const second = first.rig.reopen({
          wrap: (log) => mortal(log, life, later, 'lost'),
          tools: [there.tool(life)],
          ports: {},
        });
        void second.rooms
          .repair(ROOM)
          .then(() => goOn(second, there.lines))
          .catch(() => undefined);
        await second.quiet();
        await second.quiet();
        life.dead = true;
        const third = second.reopen({ wrap: (log) => log, tools: [there.tool({ dead: false })], ports: {} });
        await third.rooms.repair(ROOM);
        await goOn(third, there.lines);
        expect(there.lines, `${appends} and ${later} appends`).toEqual(['line 1', 'line 2', 'line 3']);
      }
    }
  },
);

test('text that was being written is shown, marked, and out of history', async () => {
  const first = createRoomRig({ script: [{ text: 'half a thought', hangAt: 4 }] });
  await first.rooms.say(ROOM, say('hi'));
  await first.quiet();
  await first.log.savePartial(ROOM, {
    run: first.run(),
    by: 'agent' as never,
    id: 'p' as never,
    parts: [{ type: 'text', text: 'half a' }],
    at: 0,
  });
  const rig = first.reopen({ script: ['whole'] });
  await rig.rooms.repair(ROOM);
  expect(rig.events('message-end')).toMatchObject([
    { message: { parts: [{ text: 'half a' }] }, discarded: { code: 'interrupted' } },
  ]);
  expect(await rig.log.partials(ROOM)).toEqual([]);
  await rig.rooms.resume(ROOM, rig.run());
  await rig.idle();
  expect(JSON.stringify(rig.model.requests[0]?.messages)).not.toContain('half a');
  expect(rig.events('run-end').at(-1)?.outcome.status).toBe('done');
});

test('a check that fails keeps nobody from opening the session: the call stays unknown', async () => {
  const there = world({ verify: true });
  const count = await moments(true, 'unheard');
  const results: boolean[] = [];
  for (let appends = 1; appends < count; appends++) {
    const first = await die({ appends, death: 'unheard', world: there });
    const broken = {
      ...there.tool({ dead: false }),
      verify: () => Promise.reject(new Error('no access yet')),
    };
    const rig = first?.rig.reopen({ wrap: (log) => log, tools: [broken], ports: {} });
    await rig?.rooms.repair(ROOM);
    const head = await rig?.head();
    results.push((head?.openRuns[0]?.started.length ?? 0) > 0);
  }
  expect(results).toContain(true);
});
