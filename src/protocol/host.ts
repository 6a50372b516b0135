// What the page may ask of the harness, and what it hears. Types only: the page is a projection of this.
// Commands resolve once the harness has taken them (accepted and on record), not when their work is done.

import type { Entry, LiveEvent, SessionSetup } from '../engine/events.ts';
import type { Failure, FailureCode } from '../engine/failures.ts';
import type { BlobHash, CallId, MessageId, RunId, SessionId, TurnId } from '../engine/ids.ts';
import type { FilePart, ImagePart } from '../engine/messages.ts';
import type { PartialMessage } from '../engine/ports.ts';
import type { ImageLimits, ModelCapabilities } from '../engine/provider.ts';
import type { SessionHead } from '../engine/session-head.ts';
import type { BackupContents, RestoreReport } from '../features/backup/backup.ts';
import type { SweepReport } from '../features/blob-sweep.ts';
import type { Diagnostic } from '../features/diagnostics/diagnostics.ts';
import type { ImportReport } from '../features/imports/imports.ts';
import type {
  Diagnosis,
  EnvCandidate,
  Here,
  LoadedWindow,
  ModelFigures,
  ModelWord,
  PullStep,
  SignInAnswer,
  SignInRefusal,
  SignInWish,
} from '../features/providers/providers.ts';
import type { CompactionUndo } from '../features/rooms/rooms.ts';
import type { EntryPlace, ExportWords, TextHit, VariantPoint } from '../features/sessions/sessions.ts';
import type { Settings } from '../features/settings.ts';
import type { RunCommands, SendMessage } from './run-commands.ts';

export type { RestoreReport } from '../features/backup/backup.ts';
export type { SweepReport } from '../features/blob-sweep.ts';
export type { Diagnostic } from '../features/diagnostics/diagnostics.ts';
export type {
  Diagnosis,
  EnvCandidate,
  Here,
  LoadedWindow,
  ModelFigures,
  ModelWord,
  PullStep,
  SignInAnswer,
  SignInReason,
  SignInRefusal,
  SignInWish,
} from '../features/providers/providers.ts';

/** owner: this tab runs the session · follower: another tab does, we read along. */
export type SessionRole = 'owner' | 'follower';

export interface AccountView {
  readonly id: string;
  /** Id of a preset (`PresetView.id`). */
  readonly provider: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly hasKey: boolean;
  readonly local: boolean;
  /** Its key came from signing in. */
  readonly signedIn?: boolean;
  /** Its server fetches models by itself (`pullModel`). */
  readonly pulls?: boolean;
  /** There is no server: its models run in the page, and are fetched from the app's own origin. */
  readonly inPage?: boolean;
  /** It failed, and stands behind the others until then (P7). */
  readonly rest?: { readonly until: number; readonly cause: FailureCode };
  readonly models: readonly ModelView[];
}

export interface ModelView {
  /** `provider/model`, the value of `SessionSetup.model`. */
  readonly name: string;
  readonly label: string;
  readonly account?: string;
  readonly capabilities: ModelCapabilities;
  /** Its size on the disk of the server. */
  readonly bytes?: number;
}

export interface PresetView {
  readonly id: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly local: boolean;
  readonly needsKey: boolean;
  /** False: listed, but its wire arrives in a later version. */
  readonly available: boolean;
  /** Its models run in the page itself; what is fetched for the first one. */
  readonly inPage?: { readonly bytes: number };
  /** Where its keys are made, or where the server is had. */
  readonly site?: string;
  /** Signing in there gives a key (`beginSignIn`). */
  readonly signsIn?: boolean;
}

export interface WorkspaceView {
  readonly id: string;
  readonly name: string;
  readonly kind: 'sample' | 'private' | 'folder';
  /** The most that agents may do in it; what the browser grants at the moment is asked for when it is needed. */
  readonly access: 'read' | 'write';
  /** needs-permission: the page has to ask for it, at a press of the person · gone: moved, renamed or deleted. */
  readonly state: 'ready' | 'needs-permission' | 'gone';
  /** Missing until they are counted (an update brings it), and for folders of the disk. */
  readonly files?: number;
  /** The project rules of its root and what they cost in a prompt; missing: there are none. */
  readonly rules?: { readonly path: string; readonly tokens: number };
  /** Whether runs get them (T12). */
  readonly rulesOn: boolean;
}

export interface GrantView {
  readonly id: string;
  /** What was consented to, as the rule's own data. */
  readonly tool: string;
  readonly target?: string;
  readonly scope: 'run' | 'always';
  readonly at: number;
  readonly session?: SessionId;
}

export interface NetworkEntry {
  readonly host: string;
  readonly purpose: string;
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly lastStatus?: number;
  readonly failed: number;
}

export interface Boot {
  readonly settings: Settings;
  readonly sessions: readonly SessionHead[];
  readonly accounts: readonly AccountView[];
  readonly presets: readonly PresetView[];
  /** Every model that can be chosen now, Rehearsal among them. */
  readonly models: readonly ModelView[];
  readonly workspaces: readonly WorkspaceView[];
  readonly network: readonly NetworkEntry[];
  readonly grants: readonly GrantView[];
}

/** A changed part of `Boot`, whole. */
export type AppUpdate =
  | { readonly type: 'settings'; readonly settings: Settings }
  | { readonly type: 'session'; readonly head: SessionHead }
  | { readonly type: 'session-removed'; readonly session: SessionId }
  | {
      readonly type: 'accounts';
      readonly accounts: readonly AccountView[];
      readonly models: readonly ModelView[];
    }
  | { readonly type: 'workspaces'; readonly workspaces: readonly WorkspaceView[] }
  | { readonly type: 'network'; readonly network: readonly NetworkEntry[] }
  | { readonly type: 'grants'; readonly grants: readonly GrantView[] }
  | { readonly type: 'storage-failed'; readonly failure: Failure };

export interface OpenedSession {
  readonly role: SessionRole;
  readonly head: SessionHead;
  /** The newest entries of the active branch, ascending; `earlier` brings those before. */
  readonly entries: readonly Entry[];
  readonly complete: boolean;
  readonly partials: readonly PartialMessage[];
}

export type SessionUpdate =
  | { readonly type: 'entries'; readonly entries: readonly Entry[]; readonly head: SessionHead }
  /** Another branch is the active one: its newest entries take the place of all that was shown. */
  | {
      readonly type: 'branch';
      readonly head: SessionHead;
      readonly entries: readonly Entry[];
      readonly complete: boolean;
    }
  | { readonly type: 'live'; readonly run: RunId; readonly event: LiveEvent }
  /** A follower's view of text in progress, whole. */
  | { readonly type: 'partial'; readonly partial: PartialMessage }
  | { readonly type: 'role'; readonly role: SessionRole };

/** A message that holds every word of the question. */
export interface SearchHit extends TextHit {
  readonly session: SessionId;
  readonly title: string;
  readonly archived: boolean;
}

/** Where an entry stands, for a jump to it. */
export interface EntryLocation {
  /** False: `switchVariant(session, seq)` brings its branch up. */
  readonly onBranch: boolean;
  /** How large a window must be (`openSession`) so that the entry is in it. */
  readonly window: number;
}

export interface ExportedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly text: string;
}

export interface BackupState {
  /** Name of the folder that backups go to by themselves. */
  readonly folder?: string;
  /** Its handle, for the page to ask for writing with where that is not granted now. */
  readonly handle?: unknown;
  readonly granted?: boolean;
  /** Of the last one in the folder. */
  readonly lastAt?: number;
  /** When one was last written to a file. */
  readonly downloadedAt?: number;
}

export interface StoragePart {
  readonly count: number;
  readonly bytes: number;
}

export interface StorageReport {
  /** Of the whole origin, as the browser counts it. */
  readonly used: number;
  readonly quota: number;
  /** True: the browser does not clear it by itself. */
  readonly persisted: boolean;
  readonly sessions: StoragePart;
  /** Attachments and snapshots. */
  readonly blobs: StoragePart;
  /** In workspaces that are kept in the browser. */
  readonly files: StoragePart;
}

/** One file of a dropped folder; a Blob has what is asked for here. */
export interface BroughtFile {
  readonly path: string;
  readonly data: { arrayBuffer(): Promise<ArrayBuffer> };
}

export interface FileView {
  readonly path: string;
  readonly kind: 'file' | 'directory';
  readonly size: number;
  readonly modifiedAt: number;
}

export interface FileContent {
  readonly path: string;
  /** Undefined: not text, or too large to show (`size` says which). */
  readonly text?: string;
  readonly size: number;
}

export type UndoResult = {
  readonly path: string;
  readonly undone: boolean;
  /** Why it was left as it is: changed since, or snapshot not kept. */
  readonly failure?: Failure;
};

/** What one write did to a file, from the kept snapshots; `before` null: the file was new. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

/** One request and its answer as they were on the wire; secrets are masked before anything is kept. */
export interface KeptCall {
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly body: string;
  /** So many characters of its end were too many to keep. */
  readonly bodyLeft?: number;
  /** Missing: no answer came. */
  readonly status?: number;
  readonly answerHeaders: readonly HeaderLine[];
  readonly answer: string;
  /** From the request to the end of the answer, in milliseconds. */
  readonly ms: number;
  /** cut: the connection broke · closed: nothing more was read · shortened: too large to keep whole · none: no answer. */
  readonly end: 'whole' | 'cut' | 'closed' | 'shortened' | 'none';
}

export type HeaderLine = readonly [name: string, value: string];

export interface ConnectRequest {
  readonly provider: string;
  readonly baseUrl: string;
  readonly model?: string;
  readonly key?: string;
  /** Beside an account that is there for the same address, not in its place. */
  readonly another?: boolean;
  /** The account whose key this is from now on, where there are several for the address. */
  readonly account?: string;
}

export interface FoundServer {
  readonly provider: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
}

export interface HostApi extends RunCommands {
  boot(): Promise<Boot>;
  watchApp(): Promise<AsyncIterable<AppUpdate>>;

  /** A session that does not exist yet is an empty one: its first `send` creates it. */
  openSession(session: SessionId, window: number): Promise<OpenedSession | undefined>;
  earlier(session: SessionId, before: number, limit: number): Promise<readonly Entry[]>;
  /** Entries after `fromSeq`, then what happens. Ends when the page stops iterating. */
  watchSession(session: SessionId, fromSeq: number): Promise<AsyncIterable<SessionUpdate>>;
  closeSession(session: SessionId): Promise<void>;

  /** Brings the session into this tab: its owner hands it over, or it is taken after a second. What ran is interrupted. */
  takeOver(session: SessionId): Promise<void>;
  /** From here on as there: in a tab that only follows, the owner carries it out. */
  rename(session: SessionId, title: string): Promise<void>;
  /** Pin, archive; what is missing stays. */
  markSession(session: SessionId, mark: { pinned?: boolean; archived?: boolean }): Promise<void>;
  /** Out of every list at once; kept for a day so that `restoreSession` can take it back. Stops what runs. */
  removeSession(session: SessionId): Promise<void>;
  restoreSession(session: SessionId): Promise<void>;
  /** Those that can be taken back, latest first. */
  removedSessions(): Promise<readonly SessionHead[]>;
  /** For good. */
  purgeSession(session: SessionId): Promise<void>;

  /** A new session with the branch up to the place; a run that was on is over in it. The new session's id. */
  fork(session: SessionId, place: EntryPlace): Promise<SessionId>;
  /** Says `message` in the place of an earlier one and runs, on a branch of its own. Stops what runs. */
  editMessage(session: SessionId, replaced: MessageId, message: SendMessage): Promise<void>;
  /** Answers anew what the run answered, on a branch of its own, with another model or mode where given. Stops what runs. */
  regenerate(session: SessionId, run: RunId, setup?: SessionSetup): Promise<void>;
  /** Takes a compaction back; says why where it can't be. */
  undoCompaction(session: SessionId, compaction: MessageId): Promise<CompactionUndo>;
  /** Where the active branch has variants (`head.branched` says whether there can be any), in its order. */
  variants(session: SessionId): Promise<readonly VariantPoint[]>;
  /** Brings up the branch that holds this entry, to its newest end. `stale` while a run is on. */
  switchVariant(session: SessionId, seq: number): Promise<void>;
  /** Every message of every session that holds all the words ("in quotes": together), latest session first, newest first. */
  searchSessions(question: string, limit: number): Promise<AsyncIterable<SearchHit>>;
  locate(session: SessionId, place: EntryPlace): Promise<EntryLocation | undefined>;

  /** `jsonl`: the log verbatim, all branches; the others: the active branch, in the reader's words. */
  exportSession(
    session: SessionId,
    format: 'jsonl' | 'markdown' | 'html',
    options: { readonly words: ExportWords; readonly language: string },
  ): Promise<ExportedFile>;
  /** JSONL of ours, or an export of another product (JSON, JSONL, zip). What comes in can't go on by itself. */
  importFile(bytes: Uint8Array): Promise<ImportReport | Failure>;
  /** The archive in chunks; with keys only where a passphrase is given. */
  writeBackup(options: { readonly passphrase?: string }): Promise<AsyncIterable<Uint8Array>>;
  /** What a backup holds, all of it checked; nothing is written. */
  inspectBackup(bytes: Uint8Array): Promise<BackupContents | Failure>;
  /** Adds what isn't here; settings only to a profile without sessions. Refused whole where anything is wrong. */
  restoreBackup(
    bytes: Uint8Array,
    options: { readonly passphrase?: string },
  ): Promise<RestoreReport | Failure>;
  backupState(): Promise<BackupState>;
  /** A FileSystemDirectoryHandle that may be written; one backup a day goes there, the last seven are kept. */
  chooseBackupFolder(handle: unknown): Promise<BackupState>;
  forgetBackupFolder(): Promise<void>;
  /** Into the folder; `permission-lost` where the page has to ask for it again. */
  backupNow(): Promise<BackupState | Failure>;

  /**
   * What the person attaches, as a part of a message; nothing is said yet. `too-large`, or `not-image` where this
   * browser can't read the picture. `limits`: those of the model it is for.
   */
  attach(
    bytes: Uint8Array,
    file: {
      readonly name: string;
      readonly mediaType: string;
      readonly limits?: Pick<ImageLimits, 'side' | 'bytes'>;
    },
  ): Promise<ImagePart | FilePart | Failure>;
  /** How much is kept, by kind. Reads all of it: not for every day. */
  storageReport(): Promise<StorageReport>;
  /** Removes what nothing has referred to for a day; `kept` are texts that name blobs of which no log knows (drafts). */
  sweepBlobs(kept: readonly string[]): Promise<SweepReport>;

  /** For the diagnostic log; what its vocabulary doesn't know is dropped. Answered also where storage can't be opened. */
  note(events: readonly Diagnostic[]): Promise<void>;
  /** The diagnostic log as JSON lines. */
  diagnostics(): Promise<string>;

  /** Bytes of an attachment, kept under their hash; the same bytes twice are kept once. */
  putBlob(bytes: Uint8Array): Promise<BlobHash>;
  getBlob(hash: BlobHash): Promise<Uint8Array | undefined>;

  listFiles(workspace: string): Promise<readonly FileView[]>;
  readFile(workspace: string, path: string): Promise<FileContent | Failure>;
  /** The bytes a call found and left, as text. `not-text`, `too-large` or `not-found` where they were not kept. */
  readChange(session: SessionId, call: CallId): Promise<FileChange | Failure>;
  /** Every request of one model call that is still kept, oldest first (F5). */
  readCalls(session: SessionId, call: TurnId): Promise<readonly KeptCall[]>;
  /** Undoes the writes of a run, newest first per path; only files that still have the hash we left (T4). */
  undo(session: SessionId, run: RunId): Promise<readonly UndoResult[]>;
  resetSample(): Promise<void>;

  /** A FileSystemDirectoryHandle as the page got it from a picker or a drop; the same folder twice is one workspace. */
  addFolder(
    handle: unknown,
    as: { readonly access: 'read' | 'write'; readonly rules: boolean },
  ): Promise<WorkspaceView>;
  /** A private folder inside the browser, empty. */
  addPrivate(name: string): Promise<WorkspaceView>;
  /** A private folder with the files of a zip archive or of a dropped folder: all of them, or no folder. */
  importFiles(name: string, files: Uint8Array | readonly BroughtFile[]): Promise<WorkspaceView | Failure>;
  /** All files of a workspace as a zip archive, in chunks. */
  exportFiles(workspace: string): Promise<AsyncIterable<Uint8Array>>;
  changeWorkspace(
    workspace: string,
    change: { readonly access?: 'read' | 'write'; readonly rules?: boolean },
  ): Promise<void>;
  /** Off the list: a folder of the disk stays as it is, a private one is deleted. */
  forgetWorkspace(workspace: string): Promise<void>;
  /** For the page, which alone can ask for permission. Undefined: there is nothing to ask for. */
  folderHandle(workspace: string): Promise<unknown>;
  /** Looks again whether it may be read: after the page has asked. */
  lookAtFolder(workspace: string): Promise<WorkspaceView | undefined>;

  saveSettings(change: Partial<Settings>): Promise<Settings>;
  /** Tries the account; stores it, and its key in the vault, only when the server answered. */
  connect(request: ConnectRequest): Promise<AccountView | Failure>;
  removeAccount(account: string): Promise<void>;
  /** The order of accounts, which is that of rotation too. */
  arrangeAccounts(accounts: readonly string[]): Promise<void>;
  /** The vendor's page, to leave for. It comes back to `returnTo` with an answer for `finishSignIn`. */
  beginSignIn(wish: SignInWish): Promise<string | Failure>;
  finishSignIn(answer: SignInAnswer): Promise<AccountView | SignInRefusal | Failure>;
  /** What is known of a model, and from whom. */
  modelFigures(account: string, model: string): Promise<ModelFigures | Failure>;
  /** With which window the server has loaded it. */
  loadedWindow(account: string, model: string): Promise<LoadedWindow | Failure>;
  /** The in-page models that can be used without a network. */
  keptInPage(): Promise<readonly string[]>;
  /** Frees the room of one; it is fetched again when it is next used. */
  dropInPage(model: string): Promise<void>;
  /** What the person says of a model: it counts more than the server's list and the catalogue. Missing takes it back. */
  describeModel(account: string, model: string, word?: ModelWord): Promise<void>;
  testAccount(account: string): Promise<{ readonly models: readonly string[] } | Failure>;
  /** What is wrong between this page and the server of an account, and the command that mends it. */
  diagnose(account: string, here: Here & { readonly model?: string }): Promise<Diagnosis | Failure>;
  /** The same for an address that is not connected; only the key given here is sent, nothing is stored. */
  diagnoseAt(request: ConnectRequest, here: Here): Promise<Diagnosis | Failure>;
  lookForLocalServers(): Promise<readonly FoundServer[]>;
  /** The accounts that a pasted `.env` block holds, keys included; nothing is called or stored. */
  accountsIn(text: string): Promise<readonly EnvCandidate[]>;
  /** Lets the server of an account fetch a model; `testAccount` then lists it. Who stops reading stops it. */
  pullModel(account: string, model: string): Promise<AsyncIterable<PullStep>>;
  revokeGrant(grant: string): Promise<void>;
}
