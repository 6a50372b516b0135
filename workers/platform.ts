// What a platform brings to the harness: the adapters, as one record. The browser's and Node's differ; nothing behind
// this line knows which it runs on.

import type { BackupPlace } from '../src/adapters/backup-folder.ts';
import type { Channel } from '../src/adapters/channel.ts';
import type { Folders } from '../src/adapters/folders.ts';
import type { SessionLocks } from '../src/adapters/session-lock.ts';
import type { SettingsStore } from '../src/adapters/settings-store.ts';
import type { Failure } from '../src/engine/failures.ts';
import type { SessionId } from '../src/engine/ids.ts';
import type {
  BlobStore,
  CallPlace,
  Clock,
  EventLog,
  FileSpace,
  Hasher,
  Http,
  Ids,
  Images,
  PartialMessage,
  Random,
  Scanner,
  Vault,
} from '../src/engine/ports.ts';
import type { DayStore } from '../src/features/day-budget.ts';
import type { BlobShelf } from '../src/features/blob-sweep.ts';
import type { DiagnosticLog } from '../src/features/diagnostics/diagnostics.ts';
import type { Sealer } from '../src/features/backup/backup.ts';
import type { RuleStore } from '../src/features/guard/guard.ts';
import type { AccountsStore, InPageShelf, MakeProvider, Wire } from '../src/features/providers/providers.ts';
import type { KeptCall, NetworkEntry } from '../src/protocol/host.ts';

/** What all tabs of one origin have in common, and look up again when one changed it. */
export type Shared = 'settings' | 'accounts' | 'grants' | 'workspaces';

/** What tabs of one origin tell each other. Nothing in it is truth: it says where to look again. */
export type TabMessage =
  | { readonly type: 'stored'; readonly session: SessionId; readonly seq: number }
  | { readonly type: 'partial'; readonly session: SessionId; readonly partial: PartialMessage }
  | { readonly type: 'removed'; readonly session: SessionId }
  /** Asks the owner to stop and let go; it answers with the same id. */
  | { readonly type: 'hand-over' | 'handed-over'; readonly session: SessionId; readonly id: string }
  /** There is a new owner: what an earlier one took and did not finish is lost. */
  | { readonly type: 'owner'; readonly session: SessionId }
  /** For the owner of that epoch alone. */
  | {
      readonly type: 'command';
      readonly session: SessionId;
      readonly id: string;
      readonly epoch: number;
      /** After that nobody waits for it any more, and it must not be carried out. */
      readonly until: number;
      readonly name: string;
      readonly args: readonly unknown[];
    }
  | { readonly type: 'command-taken'; readonly id: string }
  | { readonly type: 'command-done'; readonly id: string; readonly result: unknown }
  | { readonly type: 'command-failed'; readonly id: string; readonly failure: Failure }
  | { readonly type: 'changed'; readonly what: Shared };

/** A folder that is always there, and the person's own. */
export interface WorkspaceSource {
  readonly id: string;
  readonly name: string;
  readonly kind: 'sample' | 'private' | 'folder';
  open(): Promise<FileSpace>;
}

export interface StorageMeter {
  /** Of the whole origin, as the platform counts it. */
  estimate(): Promise<{ readonly used: number; readonly quota: number; readonly persisted: boolean }>;
  /** Missing: nothing is swept here. */
  readonly shelf?: BlobShelf;
}

export interface Platform {
  readonly log: EventLog;
  readonly blobs: BlobStore;
  readonly vault: Vault;
  readonly settings: SettingsStore;
  readonly accounts: AccountsStore;
  readonly rules: RuleStore;
  readonly day: DayStore;
  readonly http: Http;
  network(): readonly NetworkEntry[];
  /** Resolves once earlier visits are in the list; missing: none are kept. */
  readonly networkRead?: Promise<void>;
  onNetwork(call: () => void): void;
  /** The model calls that are still kept as they were on the wire; missing: none are. */
  readCalls?(place: CallPlace): Promise<readonly KeptCall[]>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly hasher: Hasher;
  readonly scanner: Scanner;
  readonly images: Images;
  readonly makers: Readonly<Record<Wire, MakeProvider>>;
  /** Missing: no page here that a model could run in. */
  readonly inPage?: InPageShelf;
  readonly workspaces: readonly WorkspaceSource[];
  /** Those that a person opened or made. */
  readonly folders: Folders;
  /** Puts the sample's files back as they were shipped. */
  resetSample(): Promise<void>;
  readonly sealer: Sealer;
  readonly backups: BackupPlace;
  /** Loaded when it is asked for: only the storage page does. */
  storage(): Promise<StorageMeter>;
  readonly diagnostics: DiagnosticLog;
  readonly locks: SessionLocks;
  readonly channel: Channel<TabMessage>;
  /** The storage was taken away (a newer tab needs it): nothing can be kept from now on. */
  onStorageLost(call: (failure: Failure) => void): void;
  /** False: nobody can be asked. */
  readonly attended: boolean;
}
