// What every screen shares: what the harness told at boot and since, as signals, and the commands that change it.

import { computed, createModel, type ReadonlySignal, signal } from '@preact/signals';
import { asFailure, type Failure } from '../../engine/failures.ts';
import { asId, type SessionId } from '../../engine/ids.ts';
import type { SessionHead } from '../../engine/session-head.ts';
import type { Settings } from '../../features/settings.ts';
import type { AppUpdate, Boot, HostApi, WorkspaceView } from '../../protocol/host.ts';
import { forgetFresh, saveDraft, saveDraftParts, saveEditDraft, saveFresh, saveLook } from './memory.ts';
import { replace, route } from './router.ts';

export const AppModel = createModel((host: HostApi) => {
  const boot = signal<Boot | undefined>(undefined);
  /** The harness did not start: nothing works until a reload. */
  const failed = signal<Failure | undefined>(undefined);
  /** Something went wrong beside what is on the screen; shown as a toast until dismissed. */
  const trouble = signal<Failure | undefined>(undefined);
  const removed = signal<SessionId | undefined>(undefined);

  /** Stays the same until it is used, so that the root does not change under the person. */
  const fresh = signal(newSessionId());

  const part = <Name extends keyof Boot>(name: Name, empty: Boot[Name]): ReadonlySignal<Boot[Name]> =>
    computed(() => boot.value?.[name] ?? empty);

  const change = (next: Partial<Boot>): void => {
    if (boot.value !== undefined) boot.value = { ...boot.value, ...next };
  };

  /** Whoever stands in a session that is gone, stands in the next one. */
  const forget = (session: SessionId): void => {
    change({ sessions: (boot.value?.sessions ?? []).filter((head) => head.session !== session) });
    saveDraft(session, '');
    saveDraftParts(session, []);
    saveEditDraft(session, undefined);
    forgetFresh(session);
    // A name is never given twice, also not to what comes after something deleted.
    if (session === fresh.value) fresh.value = newSessionId();
    const at = route();
    if (at.type === 'session' && at.session === session) replace({ type: 'root' });
  };

  const onUpdate = (update: AppUpdate): void => {
    const sessions = boot.value?.sessions ?? [];
    switch (update.type) {
      case 'settings':
        change({ settings: update.settings });
        break;
      case 'session':
        // Taken back elsewhere: nothing is left to take back.
        if (update.head.session === removed.value) removed.value = undefined;
        change({
          sessions: [update.head, ...sessions.filter(({ session }) => session !== update.head.session)],
        });
        break;
      case 'session-removed':
        forget(update.session);
        break;
      case 'accounts':
        change({ accounts: update.accounts, models: update.models });
        break;
      case 'workspaces':
        change({ workspaces: update.workspaces });
        break;
      case 'network':
        change({ network: update.network });
        break;
      case 'grants':
        change({ grants: update.grants });
        break;
      case 'storage-failed':
        trouble.value = update.failure;
        break;
    }
  };

  let starting = false;
  /** Begun again where it failed; a second call while one is on does nothing. */
  const start = async (): Promise<void> => {
    if (starting) return;
    starting = true;
    try {
      const updates = await host.watchApp();
      boot.value = await host.boot();
      failed.value = undefined;
      for await (const update of updates) onUpdate(update);
    } catch (error) {
      failed.value = asFailure(error, 'wire-lost');
    } finally {
      starting = false;
    }
  };

  /** Runs a command whose failure nobody waits for; it shows as a toast. */
  const attempt = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      trouble.value = asFailure(error, 'wire-lost');
      return false;
    }
  };

  const saveSettings = async (wanted: Partial<Settings>): Promise<void> => {
    const before = boot.value?.settings;
    if (before !== undefined) change({ settings: { ...before, ...wanted } });
    if (wanted.theme !== undefined) saveLook({ theme: wanted.theme });
    if (!(await attempt(host.saveSettings(wanted))) && before !== undefined) change({ settings: before });
  };

  return {
    boot,
    failed,
    trouble,
    sessions: computed<readonly SessionHead[]>(() =>
      [...(boot.value?.sessions ?? [])].sort((a, b) => b.updatedAt - a.updatedAt),
    ),
    settings: computed<Settings | undefined>(() => boot.value?.settings),
    accounts: part('accounts', []),
    presets: part('presets', []),
    models: part('models', []),
    workspaces: part('workspaces', []),
    network: part('network', []),
    grants: part('grants', []),
    /** What the root shows: the session last open, else the newest, else an empty one. */
    rootSession: computed<SessionId | undefined>(() => {
      const known = boot.value;
      if (known === undefined) return undefined;
      const last = known.sessions.find(({ session }) => session === known.settings.lastSession);
      const [newest] = known.sessions
        .filter(({ archived }) => archived !== true)
        .sort((a, b) => b.updatedAt - a.updatedAt);
      return (last ?? newest)?.session ?? fresh.value;
    }),
    anyRuns: computed(() =>
      (boot.value?.sessions ?? []).some(({ openRuns }) =>
        openRuns.some(({ status }) => status === 'running'),
      ),
    ),
    start,
    attempt,
    saveSettings,
    dismiss: () => {
      trouble.value = undefined;
      removed.value = undefined;
    },
    dismissRemoved: () => {
      removed.value = undefined;
    },
    removeSession: async (session: SessionId) => {
      if (!(await attempt(host.removeSession(session)))) return;
      forget(session);
      removed.value = session;
    },
    /** The session deleted last, while it can be taken back. */
    removed,
    restoreRemoved: async (): Promise<SessionId | undefined> => {
      const session = removed.value;
      removed.value = undefined;
      return session !== undefined && (await attempt(host.restoreSession(session))) ? session : undefined;
    },
    removeAccount: (account: string) => attempt(host.removeAccount(account)),
    testAccount: (account: string) => host.testAccount(account),
    revokeGrant: (grant: string) => attempt(host.revokeGrant(grant)),
    resetSample: () => attempt(host.resetSample()),
  };
});

export function newSessionId(): SessionId {
  const session = asId<SessionId>(crypto.randomUUID());
  saveFresh(session);
  return session;
}

export type App = InstanceType<typeof AppModel>;

export function workspaceOf(workspaces: readonly WorkspaceView[], id: string): WorkspaceView | undefined {
  return workspaces.find((workspace) => workspace.id === id);
}
