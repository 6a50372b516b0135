// The ports: what the engine and the features need of a platform. Adapters implement them; `testing/` holds the
// in-memory twins. Every rejection of a port is a `FailureError`.

import type { Draft, Entry } from './events.ts';
import type { BlobHash, MessageId, ParticipantId, RunId, SessionId } from './ids.ts';
import type { ImageKind, SendableImage } from './image-kind.ts';
import type { AssistantPart } from './messages.ts';
import type { SessionHead } from './session-head.ts';

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds, for durations. */
  elapsed(): number;
  /** Resolves after `ms`, or at once (not rejecting) when `signal` aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls back once after `ms`; the result cancels. */
  after(ms: number, call: () => void): () => void;
}

export interface Ids {
  next<Id extends string>(): Id;
}

/** 0 ≤ value < 1; for jitter only. */
export type Random = () => number;

/** Streamed text of a run, one overwritten record; deleted in the transaction that appends its `message-end`. */
export interface PartialMessage {
  readonly run: RunId;
  readonly by: ParticipantId;
  readonly id: MessageId;
  readonly parts: readonly AssistantPart[];
  readonly at: number;
}

export interface AppendOptions {
  /** True: on the medium before it resolves (turn boundaries, approvals, before a side effect). */
  readonly durable: boolean;
  /** Deletes the run's partial record in the same transaction. */
  readonly clearPartial?: RunId;
  /** The writer's epoch: rejects with `not-owner`, in the same transaction, where the session has a later one. */
  readonly epoch?: number;
}

export interface ReadRange {
  /** Entries with seq > after. */
  readonly after?: number;
  /** Entries with seq < before. */
  readonly before?: number;
  readonly limit?: number;
  /** True: the newest `limit` of the range. The answer is ascending either way. */
  readonly newest?: boolean;
}

/**
 * The truth. Contract: an append is one transaction over its entries and the session's head record: all or nothing,
 * in order, resolved after the commit. Two appends to one session never interleave. Entries read back deep-equal.
 * Damaged records are skipped by `read` and counted in `damaged`.
 */
export interface EventLog {
  append(session: SessionId, drafts: readonly Draft[], options: AppendOptions): Promise<readonly Entry[]>;
  /**
   * A whole session as it was written elsewhere, places and times included; ascending. Contract: one durable
   * transaction; rejects with `stale` where the session is there already.
   */
  insert(session: SessionId, entries: readonly Entry[]): Promise<void>;
  read(session: SessionId, range?: ReadRange): Promise<readonly Entry[]>;
  /** The head record; refolded when missing or of an older fold version. Undefined for an unknown session. */
  head(session: SessionId): Promise<SessionHead | undefined>;
  /** All heads, newest activity first. */
  heads(): Promise<readonly SessionHead[]>;
  savePartial(session: SessionId, partial: PartialMessage): Promise<void>;
  partials(session: SessionId): Promise<readonly PartialMessage[]>;
  /** Deletes entries, head and partials in one transaction. */
  remove(session: SessionId): Promise<void>;
  /** Drops every derived record and folds them anew; the same bytes come out. */
  refold(session: SessionId): Promise<SessionHead | undefined>;
  /** How many records of a session could not be read so far. */
  damaged(session: SessionId): number;
}

export interface BlobStore {
  put(bytes: Uint8Array): Promise<BlobHash>;
  get(hash: BlobHash): Promise<Uint8Array | undefined>;
  has(hash: BlobHash): Promise<boolean>;
  remove(hash: BlobHash): Promise<void>;
}

export interface FileStat {
  readonly kind: 'file' | 'directory';
  /** Bytes; 0 for a directory. */
  readonly size: number;
  readonly modifiedAt: number;
}

export interface DirectoryItem extends FileStat {
  readonly name: string;
  /** A symbolic link (real folders in Node only): a walk leaves it out, so that it can't go round in circles. */
  readonly link?: boolean;
}

/**
 * One granted folder (or the private one). Paths are relative, `/`-separated, normalised, never `..`; '' is the root.
 * Contract: `write` creates missing folders, is whole or not at all, and calls `check` with the bytes on disk
 * immediately before it commits (null: no such file); a false answer rejects with `stale` and leaves them as they were.
 * Rejections: `not-found` (a file in a folder's place too), `stale`, `permission-lost`, `read-only`, `io-failed`,
 * `storage-full`, `outside-workspace` (a symbolic link that leaves the root). `stat` gives undefined for what isn't there.
 */
export interface FileSpace {
  readonly id: string;
  readonly name: string;
  readonly writable: boolean;
  stat(path: string): Promise<FileStat | undefined>;
  list(path: string): Promise<readonly DirectoryItem[]>;
  read(path: string): Promise<Uint8Array>;
  write(
    path: string,
    bytes: Uint8Array,
    check: (current: Uint8Array | null) => boolean | Promise<boolean>,
  ): Promise<void>;
  /** Removes a file, or an empty folder. */
  remove(path: string): Promise<void>;
}

export interface HttpRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
  /** Only whether anything answers: a page may then ask where it may not read, and the answer is empty. */
  readonly opaque?: boolean;
  /** For the network list: why this host is talked to. `own`: a file of the app itself, not listed. */
  readonly purpose: 'model' | 'models' | 'probe' | 'sign-in' | 'page' | 'search' | 'connector' | 'own';
  /** Which model call it is, for the request inspector (F5); missing: it is not kept. */
  readonly about?: CallPlace;
}

/** The model call of a session that a request belongs to: retries of one turn share its name. */
export interface CallPlace {
  readonly session: string;
  readonly call: string;
}

/** The one way out (G10): every request of the harness goes through it and appears in the network list. */
export interface Http {
  fetch(request: HttpRequest): Promise<Response>;
}

/** The part of the platform's Response that we use; the adapters' is the real one. */
export interface Response {
  readonly ok: boolean;
  readonly status: number;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** Secrets only go in here (G7): encrypted at rest, handed out to adapters by name, bound to an origin. */
export interface Vault {
  put(name: string, secret: string, origin: string): Promise<void>;
  /** Undefined where missing, or where `origin` isn't the one it was stored for. */
  get(name: string, origin: string): Promise<string | undefined>;
  has(name: string): Promise<boolean>;
  remove(name: string): Promise<void>;
}

/**
 * Work that may hang and must be killable (T11): regular expressions, globs, foreign schemas, extraction.
 * Aborting or the time-out kills the worker. Rejections: `interrupted` (aborted), `tool-timeout`, `invalid-arguments`
 * (bad pattern), `io-failed` (the worker died).
 */
export interface Scanner {
  /**
   * The lines that match `pattern` (JavaScript syntax, flags u and m, i where asked; without u where the pattern is
   * valid only so), each line by itself, as numbers from 1; texts have LF line ends. Files without a match are left out.
   */
  grep(job: GrepJob, signal: AbortSignal): Promise<readonly GrepFile[]>;
  /** Which of `paths` remain, as ascending indexes. */
  select(job: SelectJob, signal: AbortSignal): Promise<readonly number[]>;
}

export interface SelectJob {
  /** As in a FileSpace; a folder ends in `/`. */
  readonly paths: readonly string[];
  /** Keeps what this matches: by name where it holds no `/`, else by the whole path. */
  readonly glob?: string;
  /** Drops what these ignore files say (gitignore syntax), outermost first; '' is the root. */
  readonly ignore?: readonly { readonly directory: string; readonly text: string }[];
}

export interface GrepJob {
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /** Stops after this many matching lines in all. */
  readonly limit: number;
}

export interface GrepFile {
  readonly path: string;
  readonly lines: readonly number[];
}

/** What an image must not exceed. */
export interface ImageFit {
  /** Pixels of the longer side. */
  readonly side: number;
  readonly bytes: number;
}

export interface FittedImage {
  /** The given array itself where nothing had to be done. */
  readonly bytes: Uint8Array;
  readonly mediaType: SendableImage;
  /** Missing where the platform can't look. */
  readonly width?: number;
  readonly height?: number;
}

/** Images that providers take. Undefined: this platform can't decode it, or not make it small enough. */
export interface Images {
  fit(bytes: Uint8Array, kind: ImageKind, limits: ImageFit): Promise<FittedImage | undefined>;
}

/** SHA-256 as lower-case hex. */
export interface Hasher {
  hash(data: Uint8Array | string): Promise<string>;
}
