// Our harness as a peer of an agent-loop bench: the production factory (rooms, gate, schema validation, event log,
// event consumer) on the in-memory ports, with the mock model of the bench's own `script.mjs`.

import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { createSystemClock } from '../src/adapters/clock.ts';
import { createLedger } from '../src/engine/budget.ts';
import { asId, type MessageId, type SessionId } from '../src/engine/ids.ts';
import type { ModelEvent, Provider } from '../src/engine/provider.ts';
import { createMemoryLog } from '../src/engine/testing/memory-log.ts';
import { createSequentialIds } from '../src/engine/testing/sequential-ids.ts';
import { TIMEOUTS } from '../src/engine/timeouts.ts';
import { createToolRegistry, registered } from '../src/engine/tool.ts';
import { createGuard, createMemoryRuleStore } from '../src/features/guard/guard.ts';
import { foldGuard, NO_GUARD } from '../src/features/guard/fold.ts';
import { createRooms } from '../src/features/rooms/rooms.ts';
import { schemaOf } from '../src/features/schema.ts';
import { foldHead, readBranch } from '../src/features/sessions/sessions.ts';

interface Scenario {
  readonly turns: number;
  readonly parallel: number;
}

interface Stat {
  replies: number;
  deltas: number;
}

interface Script {
  reply(
    scenario: Scenario,
    k: number,
  ): { calls: { id: string; name: string; args: unknown }[]; deltas: number };
  tok(i: number): string;
  breathe(): Promise<void>;
  execTool(scenario: Scenario, stat: Stat): Promise<string>;
}

export const pkg = null;

const script: Script = await import(pathToFileURL(join(dirname(process.argv[1] ?? ''), 'script.mjs')).href);

export async function run(scenario: Scenario, stat: Stat): Promise<void> {
  const clock = createSystemClock();
  const log = createMemoryLog({ fold: foldHead, clock, freeze: false });
  const ids = createSequentialIds();
  const guard = createGuard({ rules: createMemoryRuleStore(), clock, ids });
  const session = asId<SessionId>('bench');
  const tools = createToolRegistry([
    registered({
      name: 'read',
      description: 'Reads a file.',
      input: schemaOf(z.strictObject({ path: z.string() })),
      effect: 'read',
      concurrency: 'shared',
      targets: ({ path }) => [{ kind: 'path', value: path, access: 'read' }],
      run: async ({ path }) => ({
        ok: true,
        text: await script.execTool(scenario, stat),
        provenance: 'workspace',
        source: path,
      }),
    }),
  ]);
  const rooms = createRooms({
    log,
    clock,
    ids,
    hasher: { hash: (data) => Promise.resolve(createHash('sha256').update(data).digest('hex')) },
    random: () => 0,
    gate: guard.gate,
    fence: guard.fence,
    history: async (id) => (await readBranch(log, id)).entries,
    defaults: () => ({
      setup: { model: 'mock/mock', mode: 'full', workspace: 'none' },
      budget: {},
      maxTurns: 1000,
      parallel: 16,
    }),
    mend: () => Promise.resolve(),
    day: () => Promise.resolve(createLedger({})),
    timeouts: () => TIMEOUTS.local,
    resolveModel: () =>
      Promise.resolve({
        provider: mock(scenario, stat),
        model: 'mock',
        name: 'mock/mock',
        capabilities: {
          window: 1e6,
          windowKnown: true,
          tools: true,
          images: false,
          reasoning: false,
          local: true,
        },
      }),
    kit: async (_session, run, _setup, entries) => {
      let fold = entries.reduce(foldGuard, NO_GUARD);
      return {
        system: guard.prompt,
        tools,
        gateState: () => guard.state('full', fold, run),
        take: (entry) => {
          fold = foldGuard(fold, entry);
        },
      };
    },
    refuse: guard.refuse,
    misfit: () => undefined,
    remember: async () => undefined,
    attended: true,
    stored: () => undefined,
    live: (_session, _run, event) => {
      if (event.type === 'part-delta' && event.part === 'text') stat.deltas++;
    },
    trouble: (_session, failure) => {
      throw new Error(failure.message);
    },
  });
  await rooms.say(session, { id: asId<MessageId>('m'), parts: [{ type: 'text', text: 'go' }] });
  const outcome = await rooms.ended(session);
  if (outcome !== undefined && outcome.status !== 'done') throw new Error(JSON.stringify(outcome));
}

function mock(scenario: Scenario, stat: Stat): Provider {
  const stamp = { provider: 'mock', model: 'mock', endpoint: 'mock' };
  return {
    id: 'mock',
    stamp: () => stamp,
    validateAuth: () => Promise.resolve({ ok: true, models: ['mock'] }),
    complete: () => Promise.resolve({ text: '', stop: 'stop', usage: undefined }),
    async *stream(): AsyncGenerator<ModelEvent> {
      const reply = script.reply(scenario, stat.replies++);
      if (reply.deltas > 0) yield { type: 'text-start', id: 't' };
      for (let i = 0; i < reply.deltas; i++) {
        if (i % 64 === 0) await script.breathe();
        yield { type: 'text-delta', id: 't', delta: script.tok(i) };
      }
      if (reply.deltas > 0) yield { type: 'text-end', id: 't' };
      for (const { id, name, args } of reply.calls) {
        yield { type: 'tool-input-start', id, tool: name };
        yield { type: 'tool-input-delta', id, delta: JSON.stringify(args) };
        yield { type: 'tool-input-end', id, callId: id };
      }
      yield { type: 'end', stop: reply.calls.length > 0 ? 'tool-calls' : 'stop' };
    },
  };
}
