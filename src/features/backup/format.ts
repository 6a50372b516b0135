// What a backup is made of: one JSONL file per session and store, blobs under their hash, the files of private
// workspaces, and a list of all of it with sizes and hashes. Pure.

import type { ZipLimits } from '../zip.ts';

export const MANIFEST = 'bowline.json';
export const SETTINGS = 'settings.json';
export const ACCOUNTS = 'accounts.jsonl';
export const RULES = 'rules.jsonl';
export const KEYS = 'keys.sealed';
export const ENTRIES = 'entries/';
export const BLOBS = 'blobs/';
/** Workspace files stand under numbers, what they are in a list: their names may be ones that no archive can hold. */
export const FILES = 'files/';
export const FILE_LIST = 'files.jsonl';
export const WORKSPACES = 'workspaces.jsonl';

/** Of one archive, written or read. */
export const BACKUP_LIMITS: ZipLimits = { files: 60_000, fileBytes: 512 * 2 ** 20, bytes: 2 * 2 ** 30 };

export interface BackupCounts {
  readonly sessions: number;
  readonly entries: number;
  readonly blobs: number;
  readonly accounts: number;
  /** Standing consents and prohibitions. */
  readonly rules: number;
  readonly keys: number;
  /** In workspaces that are kept in the browser. */
  readonly files: number;
}

/** A private workspace, whether or not a file is in it. */
export interface ListedWorkspace {
  readonly id: string;
  readonly name: string;
  /** Its project rules may go into prompts. */
  readonly rules: boolean;
}

/** A line of the list of workspace files. */
export interface WorkspaceFile {
  readonly workspace: string;
  readonly path: string;
  /** Its place in the archive. */
  readonly at: string;
}

export interface ListedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface Manifest {
  readonly format: 'bowline-backup';
  readonly version: 1;
  readonly at: number;
  readonly counts: BackupCounts;
  readonly files: readonly ListedFile[];
}

const COUNTS = ['sessions', 'entries', 'blobs', 'accounts', 'rules', 'keys', 'files'] as const;

/** Undefined where it is none, or of a later version. */
export function readManifest(text: string): Manifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isFields(value) || value['format'] !== 'bowline-backup' || value['version'] !== 1) return undefined;
  const { at, counts, files } = value;
  const fine =
    typeof at === 'number' &&
    isFields(counts) &&
    COUNTS.every((name) => Number.isSafeInteger(counts[name])) &&
    Array.isArray(files) &&
    files.every(isListed);
  // Every field that is used was looked at.
  return fine ? (value as unknown as Manifest) : undefined;
}

function isListed(file: unknown): boolean {
  return (
    isFields(file) &&
    typeof file['path'] === 'string' &&
    typeof file['bytes'] === 'number' &&
    typeof file['sha256'] === 'string'
  );
}

/** Undefined for what is none, or would not stay inside its workspace. */
export function readWorkspaceFile(value: unknown): WorkspaceFile | undefined {
  if (!isFields(value)) return undefined;
  const { workspace, path, at } = value;
  if (typeof workspace !== 'string' || typeof path !== 'string' || typeof at !== 'string') return undefined;
  const stays = path.split('/').every((step) => step !== '' && step !== '.' && step !== '..');
  return stays && at.startsWith(FILES) ? { workspace, path, at } : undefined;
}

export function readListedWorkspace(value: unknown): ListedWorkspace | undefined {
  if (!isFields(value)) return undefined;
  const { id, name, rules } = value;
  // The id names a folder of the private file system.
  const fine = typeof id === 'string' && /^[\w-]{1,80}$/.test(id) && typeof name === 'string';
  return fine ? { id, name, rules: rules === true } : undefined;
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
export const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);
export const linesOf = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
/** Throws for a line that is no JSON. */
export const valuesOf = (text: string): readonly unknown[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line));
