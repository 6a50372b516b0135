// The one parts list: features on a platform's adapters, behind the host API. The page's worker and the headless run
// both start here.

import type { Entry } from '../src/engine/events.ts';
import { type Failure, failure, FailureError } from '../src/engine/failures.ts';
import { type SessionId, USER } from '../src/engine/ids.ts';
import { TIMEOUTS } from '../src/engine/timeouts.ts';
import { createDayBudget } from '../src/features/day-budget.ts';
import { misfit } from '../src/features/asking/fold.ts';
import { runEvent } from '../src/features/diagnostics/diagnostics.ts';
import { createGuard } from '../src/features/guard/guard.ts';
import { createProviders } from '../src/features/providers/providers.ts';
import type { RoomPorts, Rooms } from '../src/features/rooms/rooms.ts';
import type { SessionHead } from '../src/engine/session-head.ts';
import { foldHead, readBranch } from '../src/features/sessions/sessions.ts';
import { DEFAULT_SETTINGS, readSettings, type Settings } from '../src/features/settings.ts';
import type { Workspace } from '../src/features/workspace/workspace.ts';
import type { AppUpdate, GrantView, HostApi } from '../src/protocol/host.ts';
import { createUpdateQueue, NO_MERGING, type UpdateQueue } from '../src/protocol/update-queue.ts';
import { createAccountCommands } from './account-commands.ts';
import type { Archive, ArchivePorts } from './archive.ts';
import type { AutoTitles } from './auto-titles.ts';
import { createFileCommands } from './file-commands.ts';
import { createKits } from './kits.ts';
import type { Attach } from './attach.ts';
import type { FolderCommands } from './folder-commands.ts';
import { ARCHIVE, ATTACH, FOLDERS, lazily, ROOMS, SHELF, STORAGE } from './lazy.ts';
import { createOwnerCalls } from './owner-calls.ts';
import type { Platform, Shared } from './platform.ts';
import { createRecount } from './recount.ts';
import { createRunCommands, loadTodos } from './run-commands.ts';
import { createSessionHub } from './session-hub.ts';
import type { Shelf, ShelfPorts } from './session-shelf.ts';
import type { StorageCommands } from './storage.ts';
import { createWorkspaces } from './workspaces.ts';

/** Cap of calls that run together in one turn (E4). */
const PARALLEL_CALLS = 8;

export interface HarnessOptions {
  /** Speed of Rehearsal: 1 as people see it, 0 without waits. */
  readonly pace?: number;
}

export function createHarness(platform: Platform, options: HarnessOptions = {}): HostApi {
  const { clock, ids, log } = platform;
  let settings: Settings = DEFAULT_SETTINGS;
  const loaded = platform.settings.load().then((stored) => {
    settings = stored;
  });
  const readers = new Set<UpdateQueue<AppUpdate>>();
  const tell = (update: AppUpdate): void => {
    for (const reader of readers) reader.push(update);
  };
  /** Of a session that came in whole: other tabs look it up. */
  const tellAll = (head: SessionHead): void => {
    platform.channel.post({ type: 'stored', session: head.session, seq: head.count });
    tellHead(head);
  };
  const tellHead = (head: SessionHead): void =>
    tell(
      head.removedAt === undefined
        ? { type: 'session', head }
        : { type: 'session-removed', session: head.session },
    );

  const guard = createGuard({ rules: platform.rules, clock, ids });
  const workspaces = createWorkspaces(platform, guard.isCredentialPath);
  const providers = createProviders({
    store: platform.accounts,
    vault: platform.vault,
    http: platform.http,
    clock,
    makers: platform.makers,
    roles: () => settings.roles,
    fallbacks: () => settings.fallbacks,
    signIn: platform,
    ...(platform.inPage === undefined ? {} : { inPage: platform.inPage }),
    changed: () => void refresh('accounts'),
    ...(options.pace === undefined ? {} : { pace: options.pace }),
  });
  const day = createDayBudget(platform.day, clock);
  const todos = loadTodos();
  const kits = createKits({
    guard,
    workspaces,
    todos,
    attended: platform.attended,
    windowOf: async (name) => {
      const model = await providers.resolve(name);
      return 'code' in model ? undefined : model.capabilities.window;
    },
    grantsChanged: () => tell({ type: 'grants', grants: grants() }),
  });
  const history = async (session: SessionId, tip?: number): Promise<readonly Entry[]> =>
    (await readBranch(log, session, { tip })).entries;
  const recount = createRecount({
    clock,
    counted: workspaces.counted,
    tell: (views) => tell({ type: 'workspaces', workspaces: views }),
  });
  const roomPorts: RoomPorts = {
    log: {
      ...log,
      // A tab that lost the session writes nothing more; the log itself refuses what comes too late to know of it.
      append: async (session, drafts, how) => {
        const epoch = hub.epochOf(session);
        if (epoch === undefined)
          throw new FailureError(failure('not-owner', 'the session runs in another tab'));
        const entries = await log.append(session, drafts, { ...how, epoch });
        recount(session, drafts);
        return entries;
      },
      savePartial: async (session, partial) => {
        if (hub.epochOf(session) === undefined) return;
        await log.savePartial(session, partial);
        hub.partial(session, partial);
      },
    },
    clock,
    ids,
    hasher: platform.hasher,
    random: platform.random,
    gate: guard.gate,
    fence: guard.fence,
    history,
    defaults: () => ({
      setup: { model: settings.model, mode: settings.mode, workspace: settings.workspace },
      budget: settings.runBudget,
      maxTurns: settings.maxTurns,
      parallel: PARALLEL_CALLS,
    }),
    day: (budget) => day.ledger(budget),
    timeouts: ({ capabilities }) => (capabilities.local ? TIMEOUTS.local : TIMEOUTS.remote),
    resolveModel: (name, role) => providers.resolve(name, role),
    kit: kits.kit,
    mend: async (_session, setup, entries, run) => {
      // A workspace that can't be opened now is none that can be mended; the run says so when it goes on.
      await workspaces
        .open(setup.workspace)
        .then((workspace) => workspace?.mend(entries, run))
        .catch(() => undefined);
    },
    refuse: guard.refuse,
    misfit,
    remember: async (session, request, answer) => {
      if ((await guard.remember(session, request, answer)) !== undefined) changed('grants');
    },
    attended: platform.attended,
    stored: (session, entries) => {
      hub.stored(session, entries);
      // A request that nobody asked for is made only where a person gave the role a model.
      const mayName = platform.attended && settings.roles.title !== undefined;
      if (mayName && entries.some(({ event }) => event.type === 'run-end'))
        void titles().then(
          (names) => names.stored(session, entries),
          () => undefined,
        );
      for (const { event } of entries)
        if (event.type === 'run-end') platform.diagnostics.note(runEvent(event.outcome));
      // Not waited for: a lost figure costs a day's budget a little, a wait would cost every run.
      if (entries.some(({ event }) => event.type === 'run-end')) void day.save().catch(() => undefined);
    },
    live: (session, run, event) => hub.live(session, run, event),
    trouble: (_session, cause) => {
      // Another tab has it and goes on.
      if (cause.code !== 'not-owner') tell({ type: 'storage-failed', failure: cause });
    },
  };
  /** Undefined until a session needed them: nothing runs before. */
  let running: Rooms | undefined;
  const rooms: Omit<Rooms, 'isRunning'> = lazily(async () => {
    running = (await import('../src/features/rooms/rooms.ts')).createRooms(roomPorts);
    return running;
  }, ROOMS);
  const hub = createSessionHub({
    platform,
    log,
    clock,
    fold: foldHead,
    repair: (session) => rooms.repair(session),
    isRunning: (session) => running?.isRunning(session) ?? false,
    abandon: async (session) => running?.abandon(session),
    owned: (session) => commands.owned(session),
    headChanged: tellHead,
  });
  let named: Promise<AutoTitles> | undefined;
  const titles = (): Promise<AutoTitles> => {
    named ??= import('./auto-titles.ts').then(({ createAutoTitles }) =>
      createAutoTitles({ log, clock, providers, rooms }),
    );
    named.catch(() => {
      named = undefined;
    });
    return named;
  };
  const shelfPorts: ShelfPorts = {
    platform,
    rooms,
    whenOwned: async (session, work) => {
      const mine = (await hub.open(session)) === 'owner';
      if (mine) await work();
      hub.close(session);
      return mine;
    },
    headChanged: tellAll,
    removed: (session) => {
      hub.close(session);
      platform.channel.post({ type: 'removed', session });
      tell({ type: 'session-removed', session });
    },
  };
  const { sweep, ...shelf } = lazily<Shelf>(
    async () => (await import('./session-shelf.ts')).createShelf(shelfPorts),
    SHELF,
  );
  const archivePorts: ArchivePorts = {
    platform,
    restored: async () => {
      for (const what of ['settings', 'accounts', 'grants', 'workspaces'] as const) {
        platform.channel.post({ type: 'changed', what });
        await refresh(what);
      }
    },
    headChanged: tellAll,
  };
  const { backUpWhenDue, ...archive } = lazily<Archive>(
    async () => (await import('./archive.ts')).createArchive(archivePorts),
    ARCHIVE,
  );

  const grants = (): readonly GrantView[] =>
    guard.consents(kits.grants()).map(({ id, tool, target, scope, at, session }) => ({
      id,
      tool,
      scope,
      at,
      ...(target === undefined ? {} : { target }),
      ...(session === undefined ? {} : { session }),
    }));
  const accountsUpdate = async (): Promise<AppUpdate> => ({
    type: 'accounts',
    accounts: await providers.accounts(),
    models: await providers.models(),
  });
  const refresh = async (what: Shared): Promise<void> => {
    if (what === 'settings') {
      settings = await platform.settings.load();
      tell({ type: 'settings', settings });
    } else if (what === 'accounts') {
      tell(await accountsUpdate());
    } else if (what === 'workspaces') {
      workspaces.forget();
      tell({ type: 'workspaces', workspaces: await workspaces.counted() });
    } else {
      await guard.load();
      tell({ type: 'grants', grants: grants() });
    }
  };
  const changed = (what: Shared): void => {
    platform.channel.post({ type: 'changed', what });
    void refresh(what);
  };
  platform.channel.listen((message) => {
    if (message.type === 'changed') void refresh(message.what);
    if (message.type === 'removed') tell({ type: 'session-removed', session: message.session });
  });
  let storageLost: Failure | undefined;
  platform.onStorageLost((cause) => {
    storageLost = cause;
    platform.diagnostics.note({ type: 'storage', what: 'lost', code: cause.code });
    tell({ type: 'storage-failed', failure: cause });
  });
  platform.onNetwork(() => tell({ type: 'network', network: platform.network() }));

  const workspaceOf = async (session: SessionId): Promise<Workspace | undefined> => {
    const head = await log.head(session);
    return workspaces.open(head?.setup.workspace ?? settings.workspace);
  };

  const calls = createOwnerCalls({ platform, hub: () => hub, loaded });
  const { owning, visiting, commands } = calls;

  const files = createFileCommands({
    workspaces,
    workspaceOf,
    history,
    append: (session, drafts) => rooms.append(session, drafts),
    resetSample: () => platform.resetSample(),
    counted: (views) => tell({ type: 'workspaces', workspaces: views }),
  });
  const folders = lazily<FolderCommands>(
    async () =>
      (await import('./folder-commands.ts')).createFolderCommands({ platform, workspaces, changed }),
    FOLDERS,
  );
  const backUp = async (): Promise<void> => {
    if ((await platform.backups.folder()) !== undefined) await backUpWhenDue();
  };
  return {
    boot: async () => {
      await Promise.all([loaded, guard.load()]);
      const [sessions, accounts, models, views] = await Promise.all([
        log.heads(),
        providers.accounts(),
        providers.models(),
        workspaces.views(),
        platform.networkRead,
      ]);
      if (platform.attended) {
        if (sessions.some(({ removedAt }) => removedAt !== undefined)) void sweep().catch(() => undefined);
        void backUp().catch(() => undefined);
      }
      // Installs the sample where it is new; the first screen doesn't wait for it.
      void workspaces.counted().then((counted) => tell({ type: 'workspaces', workspaces: counted }));
      return {
        settings,
        sessions: sessions.filter(({ removedAt }) => removedAt === undefined),
        accounts,
        models,
        presets: providers.presets(),
        workspaces: views,
        network: platform.network(),
        grants: grants(),
      };
    },
    watchApp: async () => {
      const reader: UpdateQueue<AppUpdate> = createUpdateQueue(clock, NO_MERGING, () =>
        readers.delete(reader),
      );
      readers.add(reader);
      if (storageLost !== undefined) reader.push({ type: 'storage-failed', failure: storageLost });
      return reader;
    },

    openSession: async (session, window) => {
      await loaded;
      calls.opened(session);
      const role = await hub.open(session);
      const head = await log.head(session);
      if (head === undefined || head.removedAt !== undefined) return undefined;
      const [{ entries, complete }, partials] = await Promise.all([
        readBranch(log, session, { limit: window }),
        log.partials(session),
      ]);
      return { role, head, entries, complete, partials };
    },
    earlier: async (session, before, limit) => (await readBranch(log, session, { before, limit })).entries,
    takeOver: (session) => hub.takeOver(session),
    watchSession: async (session, fromSeq) => hub.watch(session, fromSeq),
    closeSession: async (session) => {
      calls.closed(session);
      hub.close(session);
    },

    ...createRunCommands({
      owning,
      rooms,
      todos,
      history,
      restore: async (session) => {
        if ((await log.head(session))?.removedAt !== undefined) await shelf.restoreSession(session);
      },
    }),
    rename: visiting('rename', async (session, title) => {
      await rooms.append(session, [{ by: USER, event: { type: 'title', title, by: 'person' } }]);
    }),
    ...shelf,
    ...archive,
    ...lazily<StorageCommands>(
      async () => (await import('./storage.ts')).createStorageCommands(platform, workspaces),
      STORAGE,
    ),
    note: async (events) => {
      for (const event of events) platform.diagnostics.note(event, 'page');
    },
    diagnostics: () => platform.diagnostics.lines(clock.now()),
    ...lazily<Attach>(async () => (await import('./attach.ts')).createAttach(platform), ATTACH),
    markSession: visiting('markSession', shelf.markSession),
    removeSession: visiting('removeSession', shelf.removeSession),
    restoreSession: visiting('restoreSession', shelf.restoreSession),
    purgeSession: visiting('purgeSession', shelf.purgeSession),
    switchVariant: owning('switchVariant', shelf.switchVariant),
    editMessage: owning('editMessage', (session, replaced, message) =>
      rooms.revise(session, replaced, message),
    ),
    undoCompaction: owning('undoCompaction', (session, compaction) =>
      rooms.undoCompaction(session, compaction),
    ),
    regenerate: owning('regenerate', (session, run, setup) => rooms.regenerate(session, run, setup)),

    ...files,
    readCalls: async (session, call) => (await platform.readCalls?.({ session, call })) ?? [],
    ...folders,
    undo: owning('undo', files.undo),

    saveSettings: async (change) => {
      await loaded;
      settings = readSettings({ ...settings, ...change });
      await platform.settings.save(settings);
      changed('settings');
      return settings;
    },
    ...createAccountCommands(providers, () => changed('accounts')),
    revokeGrant: async (grant) => {
      const inRun = kits.grants().find(({ id }) => id === grant);
      if (inRun === undefined) await guard.revoke(grant);
      else
        await rooms.append(inRun.session, [
          { by: USER, run: inRun.run, event: { type: 'grant-revoked', grant } },
        ]);
      changed('grants');
    },
  };
}
