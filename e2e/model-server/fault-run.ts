// One run of the real product against a fault server: the headless platform, its network adapter over loopback, the
// wires, the loop and the log. Only time is ours: waits take none, and silences last as long as the table of time-outs.

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMakers } from '../../src/adapters/providers/makers.ts';
import { createNodeHttp } from '../../src/companion/node-http.ts';
import { createNodePlatform } from '../../src/companion/node-platform.ts';
import type { StoredEvent } from '../../src/engine/events.ts';
import { asId, type MessageId, type SessionId } from '../../src/engine/ids.ts';
import type { UserPart } from '../../src/engine/messages.ts';
import type { Clock } from '../../src/engine/ports.ts';
import { createVirtualClock, type VirtualClock } from '../../src/engine/testing/virtual-clock.ts';
import { TIMEOUTS } from '../../src/engine/timeouts.ts';
import { type Account, vaultName } from '../../src/features/providers/providers.ts';
import { createHarness } from '../../workers/wiring.ts';
import type { Pause, Stage } from './fault-server.ts';
import type { FaultWire } from './fault-story.ts';

export interface FaultRunOptions {
  readonly accounts: readonly { readonly account: Account; readonly key?: string }[];
  /** `account/model` of each run's session. */
  readonly model: string;
  readonly fallbacks?: readonly string[];
  /** How many images go with each message. */
  readonly images?: number;
  /** True: waits before retries last until the run is stopped. */
  readonly waitsForEver?: boolean;
}

export interface FaultRun {
  /** To be given to the servers. */
  readonly paused: (pause: Pause) => Promise<void>;
  readonly clock: VirtualClock;
  /** Waits before retries, in milliseconds. */
  readonly waits: readonly number[];
  /** Says something in a session of its own; resolves with what is on record of it once its run has ended. */
  say(text: string): Promise<readonly StoredEvent[]>;
  /** The same in the session that was spoken in last. */
  goOn(text: string): Promise<readonly StoredEvent[]>;
  files(): Promise<readonly string[]>;
  /** The person's Stop in the session that was spoken in last; resolves when nothing of it runs any more. */
  stop(): Promise<void>;
  /** Resolves once a wait before a retry has begun. */
  waiting(): Promise<void>;
  close(): Promise<void>;
}

const PROVIDERS: Readonly<Record<FaultWire, string>> = {
  'openai-chat': 'openai-compatible',
  'openai-responses': 'openai',
  anthropic: 'anthropic',
  google: 'google',
  ollama: 'ollama',
};

/** An account of the vendor that speaks the wire, with one model that can do everything. */
export function accountAt(wire: FaultWire, baseUrl: string, more: Partial<Account> = {}): Account {
  const provider = PROVIDERS[wire];
  const models = [{ id: 'm', window: 100_000, images: true, tools: true, reasoning: true }];
  return { id: provider, provider, baseUrl, hasKey: true, models, addedAt: 0, ...more };
}

/** How long the product bears each silence; everything on loopback is local. */
const BEARS: Readonly<Record<Stage, number>> = {
  asked: TIMEOUTS.local.connectMs,
  headed: TIMEOUTS.local.firstContentMs,
  opened: TIMEOUTS.local.firstContentMs,
  said: TIMEOUTS.local.idleMs,
};

/** A picture of one point. */
export const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Everything that needs no more than the turns of the event loop. */
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

export async function createFaultRun(options: FaultRunOptions): Promise<FaultRun> {
  const root = await mkdtemp(join(tmpdir(), 'bowline-faults-'));
  const cwd = join(root, 'cwd');
  const waits: number[] = [];
  const virtual = createVirtualClock();
  const clock: Clock = {
    ...virtual,
    sleep: (ms, signal) => {
      waits.push(ms);
      const slept = virtual.sleep(ms, signal);
      heard.tell('wait');
      if (options.waitsForEver !== true) void virtual.advance(ms);
      return slept;
    },
  };
  const heard = createHearing();
  const platform = await platformIn({ root, cwd }, options.model, clock, heard);
  for (const { account, key } of options.accounts) {
    if (key !== undefined) await platform.vault.put(vaultName(account.id), key, account.baseUrl);
    await platform.accounts.put(account);
  }
  const host = createHarness(platform);
  if (options.fallbacks !== undefined) await host.saveSettings({ fallbacks: options.fallbacks });
  let sessions = 0;
  let last = 0;
  const speak = async (session: SessionId, text: string, from: number): Promise<readonly StoredEvent[]> => {
    const parts: UserPart[] = [{ type: 'text', text }];
    for (let n = 0; n < (options.images ?? 0); n += 1) {
      const blob = await host.putBlob(Buffer.from(DOT, 'base64'));
      parts.push({ type: 'image', mediaType: 'image/png', blob });
    }
    const updates = await host.watchSession(session, from);
    await host.send(session, { id: platform.ids.next<MessageId>(), parts });
    const events: StoredEvent[] = [];
    for await (const update of updates) {
      if (update.type === 'live' && update.event.type === 'part-delta') heard.tell('delta');
      if (update.type !== 'entries') continue;
      last = update.entries.at(-1)?.seq ?? last;
      events.push(...update.entries.map(({ event }) => event));
      if (events.some(({ type }) => type === 'run-end')) return events;
    }
    throw new Error('the session ended without its run');
  };
  const named = (): SessionId => asId<SessionId>(`session-${sessions}`);

  return {
    clock: virtual,
    waits,
    paused: async ({ stage, then }) => {
      if (stage !== 'asked') await heard.next('head');
      if (stage === 'said') await heard.next('delta');
      await turn();
      await turn();
      if (then === 'hang') await virtual.advance(BEARS[stage]);
    },
    say: async (text) => {
      sessions += 1;
      const session = named();
      await host.openSession(session, 1);
      return speak(session, text, 0);
    },
    goOn: (text) => speak(named(), text, last),
    stop: () => host.stop(named()),
    waiting: () => heard.next('wait'),
    files: async () => (await host.listFiles('folder')).map(({ path }) => path),
    close: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

type Sound = 'head' | 'delta' | 'wait';

interface Hearing {
  tell(what: Sound): void;
  /** Resolves once the product has heard the next one that no earlier wait has taken. */
  next(what: Sound): Promise<void>;
}

/** What has reached the product. */
function createHearing(): Hearing {
  const counts = { head: 0, delta: 0, wait: 0 };
  const waiting: Record<Sound, (() => void)[]> = { head: [], delta: [], wait: [] };
  return {
    tell: (what) => {
      const first = waiting[what].shift();
      if (first === undefined) counts[what] += 1;
      else first();
    },
    next: (what) => {
      if (counts[what] === 0) return new Promise((resolve) => void waiting[what].push(resolve));
      counts[what] = 0;
      return Promise.resolve();
    },
  };
}

async function platformIn(
  { root, cwd }: { readonly root: string; readonly cwd: string },
  model: string,
  clock: Clock,
  heard: Hearing,
) {
  await mkdir(cwd);
  const headless = { task: '', cwd, model, mode: 'full' } as const;
  const scanThread = new URL('about:blank');
  const platform = await createNodePlatform(headless, { state: join(root, 'state'), scanThread });
  const http = createNodeHttp({ clock });
  const told: typeof http = {
    ...http,
    fetch: async (request) => {
      const response = await http.fetch(request);
      if (request.purpose === 'model') heard.tell('head');
      return response;
    },
  };
  const makers = createMakers({ http: told, clock, blobs: platform.blobs });
  return { ...platform, clock, http: told, makers, random: () => 0 };
}
