// A host without a harness: keeps scripted sessions in memory, answers every command, streams a little. For looking at
// the page and for its tests; never part of the app.

import type { Entry, LiveEvent, StoredEvent } from '../../engine/events.ts';
import { failure, FailureError } from '../../engine/failures.ts';
import { asId, type BlobHash, type SessionId, USER } from '../../engine/ids.ts';
import { imageKind } from '../../engine/image-kind.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../features/settings.ts';
import type {
  AccountView,
  AppUpdate,
  Boot,
  HostApi,
  ModelView,
  SessionUpdate,
  PullStep,
  WorkspaceView,
} from '../../protocol/host.ts';
import { createFakeAsking } from './fake-asking.ts';
import { createFakeShelf } from './fake-shelf.ts';
import { allStories, FILES } from './stories.ts';
import type { Story } from './story.ts';
import { createStory } from './story.ts';

export interface FakeOptions {
  /** False: the very first start. */
  readonly sessions: boolean;
  readonly follower: boolean;
  /** Characters of a long answer, a hundred pieces a second. */
  readonly stream: number;
  readonly settings: Partial<Settings>;
}

const SAMPLE: WorkspaceView = {
  ...{ id: 'sample', name: 'sample', kind: 'sample', access: 'write', state: 'ready', files: 12 },
  rules: { path: 'AGENTS.md', tokens: 310 },
  rulesOn: true,
};
const LEDGER: WorkspaceView = {
  ...{ id: 'ledger', name: 'ledger', kind: 'folder', access: 'write', state: 'ready', rulesOn: true },
  rules: { path: 'AGENTS.md', tokens: 1240 },
};

interface Feed<Item> {
  push(item: Item): void;
  readonly items: AsyncIterable<Item>;
}

function createFeed<Item>(): Feed<Item> {
  const queue: Item[] = [];
  let wake: (() => void) | undefined;
  let over = false;
  return {
    push: (item) => {
      queue.push(item);
      wake?.();
    },
    items: {
      [Symbol.asyncIterator]: () => ({
        next: async (): Promise<IteratorResult<Item>> => {
          while (!over) {
            const item = queue.shift();
            if (item !== undefined) return { done: false, value: item };
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
          }
          return { done: true, value: undefined };
        },
        return: async () => {
          over = true;
          wake?.();
          return { done: true, value: undefined };
        },
      }),
    },
  };
}

const CAPABILITIES = {
  window: 91_000,
  windowKnown: true,
  tools: true,
  images: false,
  reasoning: true,
  local: true,
};
const MODELS: readonly ModelView[] = [
  { name: 'rehearsal/rehearsal', label: 'Rehearsal', capabilities: CAPABILITIES },
  { name: 'local/qwen3:8b', label: 'qwen3:8b', account: 'local', capabilities: CAPABILITIES },
];
const ACCOUNT: AccountView = {
  id: 'local',
  provider: 'local',
  label: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  hasKey: false,
  local: true,
  models: MODELS.slice(1),
};

const WORDS =
  'Close, and the slip is the one you name: at 12:43 the curve stands at 3.2 m, not 4.0. Start from the range, 10.5 m. The factor you look for is (4.0 − 1.4) ÷ 10.5, about'.split(
    ' ',
  );

export function createFakeHost(options: FakeOptions): HostApi {
  const stories = new Map<SessionId, Story>();
  if (options.sessions) for (const story of allStories(Date.now())) stories.set(story.session, story);
  const app = createFeed<AppUpdate>();
  const blobs = new Map<BlobHash, Uint8Array>();
  const feeds = new Map<SessionId, Feed<SessionUpdate>>();
  const { headOf, ...shelf } = createFakeShelf({ stories, push: (update) => app.push(update) });
  let settings: Settings = { ...DEFAULT_SETTINGS, ...options.settings };

  const storyOf = (session: SessionId): Story => {
    const known = stories.get(session);
    if (known !== undefined) return known;
    const story = createStory(session, 'A new session', Date.now());
    stories.set(session, story);
    return story;
  };
  const told = new Map<SessionId, number>();
  const tell = (session: SessionId): void => {
    const story = storyOf(session);
    const from = told.get(session) ?? 0;
    told.set(session, story.entries.length);
    const head = headOf(story);
    feeds.get(session)?.push({ type: 'entries', entries: story.entries.slice(from), head });
    app.push({ type: 'session', head });
  };
  const add = (session: SessionId, event: StoredEvent): void => {
    storyOf(session).add(event, USER);
    tell(session);
  };
  const live = (session: SessionId, event: LiveEvent): void =>
    feeds.get(session)?.push({ type: 'live', run: storyOf(session).run, event });

  const stream = async (session: SessionId): Promise<void> => {
    live(session, { type: 'part-start', part: 'text', id: 'x' });
    const long = `${WORDS.join(' ')}

- a point with \`code\`
- and **another** one

`;
    for (let sent = 0; sent < options.stream; sent += 100) {
      live(session, {
        type: 'part-delta',
        part: 'text',
        id: 'x',
        delta: long
          .repeat(2)
          .slice(sent % long.length)
          .slice(0, 100),
      });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    for (const word of WORDS) {
      live(session, { type: 'part-delta', part: 'text', id: 'x', delta: `${word} ` });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  return {
    boot: () =>
      Promise.resolve<Boot>({
        settings,
        sessions: [...stories.values()].map(headOf),
        accounts: options.sessions ? [ACCOUNT] : [],
        presets: [
          {
            id: 'ollama',
            label: 'Ollama',
            baseUrl: 'http://127.0.0.1:11434/v1',
            local: true,
            needsKey: false,
            available: true,
          },
          {
            id: 'openai-compatible',
            label: 'OpenAI-compatible',
            baseUrl: '',
            local: false,
            needsKey: false,
            available: true,
          },
          { id: 'later', label: 'Anthropic', baseUrl: '', local: false, needsKey: true, available: false },
        ],
        models: options.sessions ? MODELS : MODELS.slice(0, 1),
        workspaces: [SAMPLE, LEDGER],
        network: options.sessions
          ? [
              {
                host: '127.0.0.1:11434',
                purpose: 'model',
                count: 12,
                firstAt: Date.now() - 9e6,
                lastAt: Date.now(),
                failed: 1,
              },
            ]
          : [],
        grants: options.sessions
          ? [{ id: 'g1', tool: 'edit_file', scope: 'always', at: Date.now() - 9e6 }]
          : [],
      }),
    watchApp: () => Promise.resolve(app.items),
    openSession: (session, window) => {
      const story = stories.get(session);
      if (story === undefined) return Promise.resolve(undefined);
      told.set(session, story.entries.length);
      const entries: readonly Entry[] = story.entries.slice(-window);
      return Promise.resolve({
        role: options.follower ? 'follower' : 'owner',
        head: headOf(story),
        entries,
        complete: entries.length === story.entries.length,
        partials: [],
      });
    },
    earlier: (session, before, limit) =>
      Promise.resolve(
        storyOf(session)
          .entries.filter(({ seq }) => seq < before)
          .slice(-limit),
      ),
    watchSession: (session) => {
      const feed = createFeed<SessionUpdate>();
      feeds.set(session, feed);
      if (session === 'streaming') void stream(session);
      return Promise.resolve(feed.items);
    },
    closeSession: () => Promise.resolve(),
    send: async (session, message) => {
      const story = storyOf(session);
      const running = story.head().openRuns.length > 0;
      const queued = running ? { queued: message.when ?? 'steer' } : {};
      story.add({ type: 'message', id: message.id, parts: message.parts, ...queued }, USER);
      tell(session);
      if (running) return;
      story.starts();
      story.turn();
      tell(session);
      void stream(session).then(() => {
        story.answers(WORDS.join(' '));
        story.ends();
        tell(session);
      });
    },
    setUp: (session, setup) => {
      add(session, { type: 'setup', ...setup });
      return Promise.resolve();
    },
    stop: (session) => {
      storyOf(session).ends({ status: 'stopped' });
      tell(session);
      return Promise.resolve();
    },
    answerApproval: (session, approvalId, hash, answer) => {
      const request = storyOf(session)
        .head()
        .approvals.find((open) => open.approvalId === approvalId);
      if (request === undefined) return Promise.reject(new FailureError(failure('bug', 'no such approval')));
      add(session, { type: 'approval-response', approvalId, callId: request.callId, hash, answer });
      return Promise.resolve();
    },
    continueRun: (session, run) => {
      storyOf(session).add({ type: 'run-resume', run, cause: 'continue' });
      tell(session);
      return Promise.resolve();
    },
    discardRun: (session) => {
      storyOf(session).ends({ status: 'interrupted' }, true);
      tell(session);
      return Promise.resolve();
    },
    resolveUnknown: (session, callId, answer) => {
      if (answer === 'check') return Promise.resolve('unknown');
      add(session, { type: 'unknown-resolved', callId, by: 'person', ran: answer === 'ran' });
      return Promise.resolve(answer);
    },
    reconnectRun: (session, run) => {
      storyOf(session).add({ type: 'run-resume', run, cause: 'reconnected' });
      tell(session);
      return Promise.resolve();
    },
    removeQueued: (session, message) => {
      add(session, { type: 'unqueue', message });
      return Promise.resolve();
    },
    ...createFakeAsking(add, storyOf),
    raiseBudget: (session, run) => {
      storyOf(session).add({ type: 'run-resume', run, cause: 'raised' });
      tell(session);
      return Promise.resolve();
    },
    rename: (session, title) => {
      add(session, { type: 'title', title, by: 'person' });
      return Promise.resolve();
    },
    ...shelf,
    importFile: () => Promise.resolve(failure('bad-archive', 'nothing is read here')),
    writeBackup: () => Promise.resolve(createFeed<Uint8Array>().items),
    inspectBackup: () => Promise.resolve(failure('bad-archive', 'nothing is read here')),
    restoreBackup: () => Promise.resolve(failure('bad-archive', 'nothing is read here')),
    backupState: () => Promise.resolve({}),
    chooseBackupFolder: () => Promise.resolve({}),
    forgetBackupFolder: () => Promise.resolve(),
    backupNow: () => Promise.resolve({}),
    storageReport: () =>
      Promise.resolve({
        used: 88_000_000,
        quota: 2_100_000_000,
        persisted: false,
        sessions: { count: stories.size, bytes: 1_200_000 },
        blobs: { count: 14, bytes: 9_000_000 },
        files: { count: 12, bytes: 40_000 },
      }),
    sweepBlobs: () => Promise.resolve({ unused: 0, unusedBytes: 0, removed: 0, removedBytes: 0 }),
    note: () => Promise.resolve(),
    diagnostics: () => Promise.resolve(''),
    attach: async (bytes, { name, mediaType }) => {
      const hash = [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.slice()))];
      const blob = asId<BlobHash>(hash.map((byte) => byte.toString(16).padStart(2, '0')).join(''));
      blobs.set(blob, bytes);
      const size = bytes.length;
      const kind = imageKind(bytes);
      if (name.startsWith('huge')) return failure('too-large', 'too large');
      return kind === undefined
        ? { type: 'file', name, mediaType, blob, size }
        : { type: 'image', name, mediaType: kind, blob, size };
    },
    putBlob: () => Promise.resolve(asId('0'.repeat(64))),
    getBlob: (hash) => Promise.resolve(blobs.get(hash)),
    takeOver: (session) => {
      feeds.get(session)?.push({ type: 'role', role: 'owner' });
      return Promise.resolve();
    },
    fork: (session) => Promise.resolve(session),
    editMessage: () => Promise.resolve(),
    regenerate: () => Promise.resolve(),
    undoCompaction: () => Promise.resolve('undone' as const),
    variants: () => Promise.resolve([]),
    switchVariant: () => Promise.resolve(),
    listFiles: () =>
      Promise.resolve(
        Object.entries(FILES).map(([path, text]) => ({
          path,
          kind: 'file',
          size: text.length,
          modifiedAt: 0,
        })),
      ),
    readFile: (_, path) => {
      const text = FILES[path];
      return Promise.resolve(
        text === undefined ? failure('not-found', path) : { path, text, size: text.length },
      );
    },
    readChange: () =>
      Promise.resolve({
        path: 'src/import/parse-date.ts',
        before: (FILES['src/import/parse-date.ts'] ?? '').replace('parseLoose(text)', 'new Date(text)'),
        after: FILES['src/import/parse-date.ts'] ?? '',
      }),
    undo: (session, run) => {
      for (const path of ['src/import/parse-date.ts', 'test/import/parse-date.test.ts'])
        add(session, { type: 'undo', run, path, hash: null });
      return Promise.resolve([]);
    },
    resetSample: () => Promise.resolve(),
    addFolder: () => Promise.resolve(LEDGER),
    addPrivate: () => Promise.resolve(LEDGER),
    importFiles: () => Promise.resolve(failure('bad-archive', 'nothing is read here')),
    exportFiles: () => Promise.resolve(createFeed<Uint8Array>().items),
    changeWorkspace: () => Promise.resolve(),
    forgetWorkspace: () => Promise.resolve(),
    folderHandle: () => Promise.resolve(undefined),
    lookAtFolder: () => Promise.resolve(LEDGER),
    saveSettings: (change) => {
      settings = { ...settings, ...change };
      app.push({ type: 'settings', settings });
      return Promise.resolve(settings);
    },
    connect: ({ key }) => Promise.resolve(key === 'wrong' ? failure('auth', '401') : ACCOUNT),
    removeAccount: () => Promise.resolve(),
    arrangeAccounts: () => Promise.resolve(),
    beginSignIn: () => Promise.resolve(failure('unreachable', 'nobody signs in here')),
    finishSignIn: ({ state }) => Promise.resolve(state === 'mine' ? ACCOUNT : { refused: 'no-request' }),
    modelFigures: () => Promise.resolve(failure('no-model', 'unknown')),
    keptInPage: () => Promise.resolve([]),
    dropInPage: () => Promise.resolve(),
    loadedWindow: () => Promise.resolve({ asked: 16_384, loaded: 8_192 }),
    readCalls: () => Promise.resolve([]),
    testAccount: () => Promise.resolve(failure('unreachable', 'refused')),
    describeModel: () => Promise.resolve(),
    diagnose: () => Promise.resolve({ cause: 'fine', host: '127.0.0.1:11434', models: [] }),
    diagnoseAt: () =>
      Promise.resolve({ cause: 'port-closed', host: '127.0.0.1:11434', command: 'ollama serve' }),
    accountsIn: () => Promise.resolve([]),
    pullModel: () => Promise.resolve(createFeed<PullStep>().items),
    lookForLocalServers: () =>
      Promise.resolve([
        {
          provider: 'ollama',
          label: 'Ollama',
          baseUrl: 'http://127.0.0.1:11434/v1',
          models: ['qwen3:8b', 'llama3.2'],
        },
      ]),
    revokeGrant: () => {
      app.push({ type: 'grants', grants: [] });
      return Promise.resolve();
    },
  };
}
