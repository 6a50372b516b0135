// The browser's adapters as one record: IndexedDB, OPFS, Web Locks, the network.

import { createIdbAccountsStore } from '../src/adapters/accounts-store.ts';
import type { BackupPlace } from '../src/adapters/backup-folder.ts';
import { createIdbBlobs } from '../src/adapters/blobs.ts';
import type { CallKeeper } from '../src/adapters/call-keeper.ts';
import type { CallStore } from '../src/adapters/call-store.ts';
import { createChannel } from '../src/adapters/channel.ts';
import { createSystemClock } from '../src/adapters/clock.ts';
import { createIdbDayStore } from '../src/adapters/day-store.ts';
import { openFreeDb } from '../src/adapters/db.ts';
import { createIdbEventLog } from '../src/adapters/event-log.ts';
import { createFolders } from '../src/adapters/folders.ts';
import { createHasher } from '../src/adapters/hash.ts';
import { createHttp } from '../src/adapters/http.ts';
import { createRandomIds } from '../src/adapters/ids.ts';
import { createIdbNetworkStore } from '../src/adapters/network-store.ts';
import { createMakers } from '../src/adapters/providers/makers.ts';
import { createIdbRuleStore } from '../src/adapters/rule-store.ts';
import type { ModelHost } from '../src/adapters/model-host.ts';
import type { SampleWorkspace } from '../src/adapters/sample.ts';
import { createScanner } from '../src/adapters/scanner.ts';
import { createSessionLocks } from '../src/adapters/session-lock.ts';
import { createSettingsStore } from '../src/adapters/settings-store.ts';
import { type Failure, failure } from '../src/engine/failures.ts';
import type { Vault } from '../src/engine/ports.ts';
import type { Sealer } from '../src/features/backup/backup.ts';
import type { DiagnosticLog } from '../src/features/diagnostics/diagnostics.ts';
import { IN_PAGE_MODELS } from '../src/features/providers/providers.ts';
import { foldHead } from '../src/features/sessions/sessions.ts';
import { lazily } from './lazy.ts';
import type { Platform, TabMessage } from './platform.ts';

export async function createBrowserPlatform(diagnostics: DiagnosticLog): Promise<Platform> {
  const clock = createSystemClock();
  const hasher = createHasher();
  const lostCalls = new Set<(cause: Failure) => void>();
  const db = await openFreeDb({
    onClosed: (why) => {
      const cause =
        why === 'newer'
          ? failure('storage-newer', 'a newer tab has changed the database')
          : failure('storage-failed', 'the browser closed the database');
      for (const call of lostCalls) call(cause);
    },
  });
  const blobs = createIdbBlobs(db, hasher);
  const ids = createRandomIds();
  const networkCalls = new Set<() => void>();
  let heard: Promise<{ readonly keeper: CallKeeper; readonly store: CallStore }> | undefined;
  const calls = async (): Promise<{ readonly keeper: CallKeeper; readonly store: CallStore }> => {
    heard ??= Promise.all([
      import('../src/adapters/call-keeper.ts'),
      import('../src/adapters/call-store.ts'),
    ]).then(([{ createCallKeeper }, { createCallStore }]) => {
      const store = createCallStore(db);
      return { store, keeper: createCallKeeper({ clock, store }) };
    });
    heard.catch(() => {
      heard = undefined;
    });
    return heard;
  };
  const http = createHttp({
    clock,
    store: createIdbNetworkStore(db),
    witness: (request) =>
      calls().then(
        ({ keeper }) => keeper(request),
        // A chunk that failed to load must not keep a request from going out.
        () => undefined,
      ),
    changed: () => {
      for (const call of networkCalls) call();
    },
  });
  const sample = async (): Promise<SampleWorkspace> => {
    const { createSampleWorkspace } = await import('../src/adapters/sample.ts');
    return createSampleWorkspace({ http, root: new URL('/', location.href).href });
  };
  /** One for the tab, made when the first in-page model is asked for something. */
  let hosted: Promise<ModelHost> | undefined;
  const models = (): Promise<ModelHost> => {
    hosted ??= import('../src/adapters/model-host.ts').then(({ createModelHost, startModelWorker }) =>
      createModelHost({
        clock,
        start: startModelWorker,
        store: async () =>
          (await import('../src/adapters/model-store.ts')).createModelStore({
            http,
            root: new URL('/', location.href).href,
          }),
      }),
    );
    hosted.catch(() => {
      hosted = undefined;
    });
    return hosted;
  };
  return {
    log: createIdbEventLog(db, { fold: foldHead, clock }),
    blobs,
    vault: lazily<Vault>(
      async () => (await import('../src/adapters/vault.ts')).createVault(db),
      ['put', 'get', 'has', 'remove'],
    ),
    settings: createSettingsStore(db),
    accounts: createIdbAccountsStore(db),
    rules: createIdbRuleStore(db),
    day: createIdbDayStore(db),
    http,
    network: () => http.entries(),
    networkRead: http.read,
    onNetwork: (call) => void networkCalls.add(call),
    readCalls: async (place) => (await calls()).store.read(place),
    clock,
    ids,
    random: Math.random,
    hasher,
    scanner: createScanner(clock),
    images: lazily(async () => (await import('../src/adapters/images.ts')).createImages(), ['fit']),
    makers: createMakers({ http, clock, blobs, models }),
    inPage: {
      kept: async () => (await models()).kept(IN_PAGE_MODELS),
      remove: async (id) => (await models()).remove(id),
    },
    workspaces: [{ id: 'sample', name: 'Sample', kind: 'sample', open: async () => (await sample()).open() }],
    folders: createFolders(db, ids),
    resetSample: async () => (await sample()).reset(),
    sealer: lazily<Sealer>(
      async () => (await import('../src/adapters/sealer.ts')).createSealer(),
      ['seal', 'open'],
    ),
    backups: lazily<BackupPlace>(
      async () => (await import('../src/adapters/backup-folder.ts')).createBackupPlace(db),
      ['folder', 'choose', 'forget', 'lastAt', 'done', 'handle', 'downloadedAt', 'downloaded'],
    ),
    storage: async () => {
      const [{ estimateStorage }, { createBlobShelf }] = await Promise.all([
        import('../src/adapters/storage-estimate.ts'),
        import('../src/adapters/blob-marks.ts'),
      ]);
      return { estimate: estimateStorage, shelf: createBlobShelf(db) };
    },
    diagnostics,
    locks: createSessionLocks(),
    channel: createChannel<TabMessage>(),
    onStorageLost: (call) => void lostCalls.add(call),
    attended: true,
  };
}
