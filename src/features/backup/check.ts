// Judges a backup before anything of it is used: every file is listed and is what the list says, every entry can be
// read, every count is true. Anything else refuses the whole of it.

import type { Entry } from '../../engine/events.ts';
import { type Failure, failure } from '../../engine/failures.ts';
import type { SessionId } from '../../engine/ids.ts';
import type { Hasher } from '../../engine/ports.ts';
import { readZip } from '../zip.ts';
import {
  ACCOUNTS,
  BACKUP_LIMITS,
  type BackupCounts,
  BLOBS,
  decode,
  ENTRIES,
  FILE_LIST,
  FILES,
  KEYS,
  MANIFEST,
  type ListedWorkspace,
  readListedWorkspace,
  readManifest,
  readWorkspaceFile,
  RULES,
  SETTINGS,
  valuesOf,
  WORKSPACES,
} from './format.ts';
import { checkRaw, RAW_MANIFEST } from './raw.ts';

export interface Checked {
  readonly at: number;
  readonly counts: BackupCounts;
  readonly sessions: ReadonlyMap<SessionId, readonly Entry[]>;
  readonly blobs: readonly Uint8Array[];
  readonly settings: unknown;
  readonly accounts: readonly unknown[];
  readonly rules: readonly unknown[];
  readonly keys?: string;
  readonly workspaces: readonly ListedWorkspace[];
  readonly files: readonly CheckedFile[];
  /** It is the file of the recovery page; so many of its records can't be read. */
  readonly raw?: { readonly left: number };
}

export interface CheckedFile {
  readonly workspace: string;
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface CheckPorts {
  readonly hasher: Hasher;
  readEntry(record: unknown): Entry | undefined;
}

const bad = (why: string): Failure =>
  failure('bad-archive', `not a sound backup: ${why}`, { facts: { why } });

export async function checkBackup(archive: Uint8Array, ports: CheckPorts): Promise<Checked | Failure> {
  const files = readZip(archive, BACKUP_LIMITS);
  if ('code' in files) return files;
  const byPath = new Map(files.map(({ path, bytes }) => [path, bytes]));
  if (byPath.has(RAW_MANIFEST)) return checkRaw(byPath, ports);
  try {
    const manifest = readManifest(decode(byPath.get(MANIFEST) ?? new Uint8Array()));
    if (manifest === undefined) return bad('it has no list of its files that can be read here');
    if (manifest.files.length !== files.length - 1) return bad('it holds other files than it lists');
    for (const { path, bytes, sha256 } of manifest.files) {
      const content = byPath.get(path);
      if (content?.length !== bytes || (await ports.hasher.hash(content)) !== sha256)
        return bad(`${path} was changed`);
      if (path.startsWith(BLOBS) && path !== `${BLOBS}${sha256}`) return bad(`${path} is not under its hash`);
    }
    const values = (path: string): readonly unknown[] =>
      valuesOf(decode(byPath.get(path) ?? new Uint8Array()));
    const sessions = new Map<SessionId, readonly Entry[]>();
    let count = 0;
    for (const path of [...byPath.keys()].filter((name) => name.startsWith(ENTRIES)).toSorted()) {
      const entries = sessionIn(values(path), ports);
      const [first] = entries ?? [];
      if (entries === undefined || first === undefined || sessions.has(first.session))
        return bad(`${path} is no session that can be read here`);
      sessions.set(first.session, entries);
      count += entries.length;
    }
    const workspaceFiles = filesIn(values(FILE_LIST), byPath);
    if (workspaceFiles === undefined) return bad('its list of workspace files is damaged');
    const listed = values(WORKSPACES).map(readListedWorkspace);
    const workspaces = listed.filter((workspace) => workspace !== undefined);
    if (workspaces.length < listed.length) return bad('its list of workspaces is damaged');
    const keys = byPath.get(KEYS);
    const checked: Checked = {
      at: manifest.at,
      counts: manifest.counts,
      sessions,
      blobs: files.filter(({ path }) => path.startsWith(BLOBS)).map(({ bytes }) => bytes),
      settings: JSON.parse(decode(byPath.get(SETTINGS) ?? new Uint8Array())),
      accounts: values(ACCOUNTS),
      rules: values(RULES),
      workspaces,
      files: workspaceFiles,
      ...(keys === undefined ? {} : { keys: decode(keys) }),
    };
    const { counts } = manifest;
    const isTrue =
      counts.sessions === sessions.size &&
      counts.entries === count &&
      counts.blobs === checked.blobs.length &&
      counts.accounts === checked.accounts.length &&
      counts.rules === checked.rules.length &&
      counts.files === checked.files.length;
    return isTrue ? checked : bad('its counts are wrong');
  } catch (thrown) {
    return bad(thrown instanceof Error ? thrown.message : 'damaged');
  }
}

/** Undefined where one names no file of the archive, or the archive holds one that no line names. */
function filesIn(
  lines: readonly unknown[],
  byPath: ReadonlyMap<string, Uint8Array>,
): readonly CheckedFile[] | undefined {
  const files: CheckedFile[] = [];
  for (const line of lines) {
    const listed = readWorkspaceFile(line);
    const bytes = listed === undefined ? undefined : byPath.get(listed.at);
    if (listed === undefined || bytes === undefined) return undefined;
    files.push({ workspace: listed.workspace, path: listed.path, bytes });
  }
  const held = [...byPath.keys()].filter((path) => path.startsWith(FILES));
  return held.length === files.length ? files : undefined;
}

/** All of one session, each after the one before. */
function sessionIn(records: readonly unknown[], { readEntry }: CheckPorts): readonly Entry[] | undefined {
  const entries: Entry[] = [];
  for (const record of records) {
    const entry = readEntry(record);
    const before = entries.at(-1);
    if (entry === undefined) return undefined;
    if (before !== undefined && (entry.session !== before.session || entry.seq <= before.seq))
      return undefined;
    if (entry.event.type === 'head' && !(entry.event.to >= 0 && entry.event.to < entry.seq)) return undefined;
    entries.push(entry);
  }
  return entries;
}
