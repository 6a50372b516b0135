// The file of the recovery page, read back: records as they were stored, some of them perhaps the very damage that it
// was written for. What can be read comes back, what can't is counted. Keys are not in it.

import type { Entry } from '../../engine/events.ts';
import { type Failure, failure } from '../../engine/failures.ts';
import type { SessionId } from '../../engine/ids.ts';
import { wellFormedJson } from '../../engine/text.ts';
import type { Checked, CheckedFile, CheckPorts } from './check.ts';
import { BLOBS, decode, FILE_LIST, type ListedWorkspace, readListedWorkspace } from './format.ts';

export const RAW_MANIFEST = 'bowline-raw.json';
const STORES = 'stores/';
const WORKSPACE = /^workspaces\/([^/]+)\/(.+)$/;

type Fields = Readonly<Record<string, unknown>>;
type Files = ReadonlyMap<string, Uint8Array>;

export async function checkRaw(files: Files, ports: CheckPorts): Promise<Checked | Failure> {
  const manifest = fieldsOf(parse(textAt(files, RAW_MANIFEST)));
  const at = manifest['at'];
  if (manifest['format'] !== 'bowline-raw' || manifest['version'] !== 1 || typeof at !== 'number')
    return failure('bad-archive', 'no export of the recovery page that can be read here', {
      facts: { why: 'its description is damaged' },
    });
  let left = 0;
  const linesAt = (path: string): readonly unknown[] =>
    textAt(files, path)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(parse);
  const { sessions, entries, unread } = sessionsIn(linesAt(`${STORES}entries.jsonl`), ports);
  left += unread;
  const blobs: Uint8Array[] = [];
  for (const [path, bytes] of files) {
    if (!path.startsWith(BLOBS)) continue;
    if (path === `${BLOBS}${await ports.hasher.hash(bytes)}`) blobs.push(bytes);
    else left += 1;
  }
  const values = new Map(
    linesAt(`${STORES}values.jsonl`).map((line) => [fieldsOf(line)['key'], fieldsOf(line)['value']] as const),
  );
  const workspaces = new Map<string, ListedWorkspace>();
  for (const line of linesAt(`${STORES}folders.jsonl`)) {
    // A folder of the disk: its handle can't be written down.
    if (fieldsOf(line)['handle'] !== undefined) continue;
    const workspace = readListedWorkspace(line);
    if (workspace === undefined) left += 1;
    else workspaces.set(workspace.id, workspace);
  }
  const found: CheckedFile[] = [];
  for (const line of linesAt(FILE_LIST)) {
    const { path, at: place } = fieldsOf(line);
    const [, id = '', below = ''] = typeof path === 'string' ? (WORKSPACE.exec(path) ?? []) : [];
    // Files of the app itself, models for instance, are had again.
    if (typeof path === 'string' && id === '') continue;
    const bytes = typeof place === 'string' ? files.get(place) : undefined;
    const known = workspaces.get(id) ?? readListedWorkspace({ id, name: id, rules: false });
    const stays = below.split('/').every((step) => !/^\.{0,2}$/.test(step));
    if (bytes === undefined || known === undefined || !stays) {
      left += 1;
      continue;
    }
    workspaces.set(id, known);
    found.push({ workspace: id, path: below, bytes });
  }
  const accounts = listOf(values.get('accounts'));
  const rules = listOf(values.get('rules'));
  return {
    at,
    counts: {
      sessions: sessions.size,
      entries,
      blobs: blobs.length,
      accounts: accounts.length,
      rules: rules.length,
      keys: 0,
      files: found.length,
    },
    sessions,
    blobs,
    settings: values.get('settings'),
    accounts,
    rules,
    workspaces: [...workspaces.values()],
    files: found,
    raw: { left },
  };
}

function sessionsIn(
  records: readonly unknown[],
  { readEntry }: CheckPorts,
): {
  readonly sessions: ReadonlyMap<SessionId, readonly Entry[]>;
  readonly entries: number;
  readonly unread: number;
} {
  const sessions = new Map<SessionId, Entry[]>();
  let entries = 0;
  for (const record of records) {
    const entry = readEntry(record);
    if (entry === undefined) continue;
    const known = sessions.get(entry.session) ?? [];
    const { event } = entry;
    if (entry.seq <= (known.at(-1)?.seq ?? 0)) continue;
    if (event.type === 'head' && !(event.to >= 0 && event.to < entry.seq)) continue;
    known.push(entry);
    sessions.set(entry.session, known);
    entries += 1;
  }
  return { sessions, entries, unread: records.length - entries };
}

const textAt = (files: Files, path: string): string => {
  try {
    return decode(files.get(path) ?? new Uint8Array());
  } catch {
    return '';
  }
};
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function parse(text: string): unknown {
  try {
    return JSON.parse(wellFormedJson(text));
  } catch {
    return undefined;
  }
}
