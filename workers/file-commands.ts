// The commands on files: what a workspace holds, what a call changed in it, and taking that back.

import type { Entry, Draft } from '../src/engine/events.ts';
import { type Failure, failure, FailureError } from '../src/engine/failures.ts';
import { type RunId, type SessionId, USER } from '../src/engine/ids.ts';
import type { Workspace } from '../src/features/workspace/workspace.ts';
import type { HostApi, WorkspaceView } from '../src/protocol/host.ts';
import type { Workspaces } from './workspaces.ts';

type FileCommands = Pick<HostApi, 'listFiles' | 'readFile' | 'readChange' | 'undo' | 'resetSample'>;

export interface FileCommandPorts {
  readonly workspaces: Workspaces;
  /** The one that a session works in. */
  workspaceOf(session: SessionId): Promise<Workspace | undefined>;
  history(session: SessionId): Promise<readonly Entry[]>;
  append(session: SessionId, drafts: readonly Draft[]): Promise<unknown>;
  resetSample(): Promise<void>;
  counted(views: readonly WorkspaceView[]): void;
}

const noWorkspace = (workspace: string): Failure =>
  failure('not-found', 'the workspace is not there', { facts: { workspace } });

/** The one that a run began in: the session may have moved to another since. */
function workspaceAt(entries: readonly Entry[], run: RunId): string | undefined {
  let workspace: string | undefined;
  for (const { event } of entries) {
    if (event.type === 'setup') workspace = event.workspace ?? workspace;
    if (event.type === 'run-start' && event.run === run) break;
  }
  return workspace;
}

export function createFileCommands(ports: FileCommandPorts): FileCommands {
  const { workspaces, workspaceOf, history } = ports;
  return {
    listFiles: (workspace) => workspaces.list(workspace),
    readFile: async (id, path) => (await workspaces.open(id))?.show(path) ?? noWorkspace(id),
    readChange: async (session, call) =>
      (await workspaceOf(session))?.change(await history(session), call) ?? noWorkspace(''),
    undo: async (session, run) => {
      const entries = await history(session);
      const id = workspaceAt(entries, run);
      const workspace = await (id === undefined ? workspaceOf(session) : workspaces.open(id));
      if (workspace === undefined) throw new FailureError(noWorkspace(id ?? ''));
      return workspace.undo(entries, run, async (event) => {
        await ports.append(session, [{ by: USER, run, event }]);
      });
    },
    resetSample: async () => {
      await ports.resetSample();
      ports.counted(await workspaces.counted());
    },
  };
}
