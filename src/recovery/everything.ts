// Everything that is stored as one zip: JSON lines per store, blobs under their hash, files of the private file system.
// Keys are not in it: they can't be read, and the secrets are of no use without them.

import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { privateFiles, recordsOf } from './raw.ts';

const LEFT_OUT = new Set(['keys', 'secrets']);
const BLOBS = 'blobs';

export interface Exported {
  readonly zip: Blob;
  readonly records: number;
  readonly blobs: number;
  readonly files: number;
}

/** `databases` were opened by the caller, who closes them. `reading` hears what is read now. */
export async function exportEverything(
  databases: readonly IDBDatabase[],
  { build, now, reading }: { readonly build: string; readonly now: number; reading(what: string): void },
): Promise<Exported> {
  const parts: Blob[] = [];
  // Not the app's own writer: what the two share would be a chunk of the app.
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error;
    parts.push(new Blob([chunk]));
  });
  const put = (path: string, bytes: Uint8Array | string, how: 'deflate' | 'store' = 'deflate'): void => {
    const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
    const entry = how === 'store' ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
    // A zip knows no earlier day, whatever the machine says it is.
    entry.mtime = Math.max(now, Date.UTC(1981, 0, 1));
    zip.add(entry);
    entry.push(content, true);
  };
  let records = 0;
  let blobs = 0;
  const listed: unknown[] = [];
  for (const db of databases) {
    for (const store of db.objectStoreNames) {
      if (LEFT_OUT.has(store)) continue;
      reading(store);
      const lines: string[] = [];
      for await (const { key, value } of recordsOf(db, store)) {
        if (store === BLOBS && value instanceof Uint8Array && typeof key === 'string') {
          put(`blobs/${key}`, value, 'store');
          blobs += 1;
          continue;
        }
        records += 1;
        // Records under a key of their own would be nobody's without it.
        const inline = db.transaction(store).objectStore(store).keyPath !== null;
        lines.push(`${JSON.stringify(inline ? value : { key, value }, writable)}\n`);
      }
      put(`stores/${store}.jsonl`, lines.join(''));
    }
  }
  let files = 0;
  reading('files');
  for await (const { path, file } of privateFiles()) {
    files += 1;
    const place = `files/${String(files).padStart(6, '0')}`;
    listed.push({ path, at: place, modifiedAt: file.lastModified });
    put(place, new Uint8Array(await file.arrayBuffer()));
  }
  put('files.jsonl', listed.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const versions = databases.map(({ name, version }) => ({ name, version }));
  const what = {
    format: 'bowline-raw',
    version: 1,
    at: now,
    build,
    databases: versions,
    records,
    blobs,
    files,
  };
  put('bowline-raw.json', JSON.stringify(what, null, 1));
  zip.end();
  return { zip: new Blob(parts, { type: 'application/zip' }), records, blobs, files };
}

/** JSON knows neither bytes nor handles. */
function writable(_key: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return { $base64: base64(value) };
  if (value instanceof ArrayBuffer) return { $base64: base64(new Uint8Array(value)) };
  if (typeof FileSystemHandle !== 'undefined' && value instanceof FileSystemHandle)
    return { $handle: value.kind, name: value.name };
  return typeof value === 'bigint' ? String(value) : value;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
