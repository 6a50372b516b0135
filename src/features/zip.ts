// Zip archives: a reader that believes nothing an archive says of itself, and a writer in chunks. A bad archive is
// refused whole. No zip64, no encryption, no links: what we write has none, and what comes in needs none.

import { Inflate, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { asFailure, type Failure, FailureError, failure } from '../engine/failures.ts';

export interface ZipFile {
  /** Relative, `/`-separated, normalised; never `..`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface ZipLimits {
  readonly files: number;
  /** Of one file, unpacked. */
  readonly fileBytes: number;
  /** Of all files, unpacked. */
  readonly bytes: number;
}

export const ZIP_LIMITS: ZipLimits = { files: 20_000, fileBytes: 512 * 2 ** 20, bytes: 1024 * 2 ** 20 };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_LENGTH = 22;
const COMMENT_LENGTH = 0xffff;
const ENCRYPTED = 1;
const UTF8 = 0x800;
const LINK = 0xa000;
/** Step of the packed bytes: what one step can unfold into stays bounded. */
const STEP = 16 * 1024;

interface Item {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const bad = (why: string, facts: { readonly name?: string } = {}): FailureError =>
  new FailureError(failure('bad-archive', `not a sound zip archive: ${why}`, { facts: { why, ...facts } }));

export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length >= END_LENGTH && bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

/** The files, folders left out. A failure (`bad-archive`, `too-large`) where anything at all is wrong. */
export function readZip(archive: Uint8Array, limits: ZipLimits = ZIP_LIMITS): readonly ZipFile[] | Failure {
  try {
    const items = readDirectory(archive, limits);
    const names = new Set<string>();
    const files: ZipFile[] = [];
    let total = 0;
    let covered = 0;
    for (const item of items.toSorted((a, b) => a.offset - b.offset)) {
      const path = pathOf(item.name);
      // Case folds together on most disks: two such names would be one file.
      const key = path.toLowerCase();
      if (names.has(key)) throw bad(`${path} occurs twice`);
      names.add(key);
      total += item.size;
      if (item.size > limits.fileBytes || total > limits.bytes) throw tooLarge(limits.bytes);
      const [from, to] = dataOf(archive, item);
      if (from < covered) throw bad('files lie over each other');
      covered = to;
      if (/[\\/]$/.test(item.name)) {
        if (item.size > 0) throw bad(`the folder ${path} has content`);
        continue;
      }
      files.push({ path, bytes: unpack(archive.subarray(from, to), item) });
    }
    return files;
  } catch (thrown) {
    if (thrown instanceof RangeError) return bad('it ends too early').failure;
    return asFailure(thrown, 'bad-archive');
  }
}

const tooLarge = (limit: number): FailureError =>
  new FailureError(failure('too-large', 'the archive holds more than is allowed', { facts: { limit } }));

function readDirectory(archive: Uint8Array, limits: ZipLimits): readonly Item[] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  const size = view.getUint32(end + 12, true);
  const start = view.getUint32(end + 16, true);
  if (view.getUint16(end + 4, true) !== 0 || view.getUint16(end + 8, true) !== count)
    throw bad('it has several parts');
  if (count === 0xffff || start === 0xffffffff) throw bad('it is a zip64 archive');
  if (start + size > end) throw bad('its list of files is damaged');
  if (count > limits.files) throw tooLarge(limits.files);
  const items: Item[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== CENTRAL) throw bad('its list of files is damaged');
    const flags = view.getUint16(at + 8, true);
    const nameLength = view.getUint16(at + 28, true);
    const made = view.getUint8(at + 5);
    const attributes = view.getUint32(at + 38, true);
    if ((flags & ENCRYPTED) !== 0) throw bad('it is encrypted');
    // Made on Unix or macOS: the upper half holds the kind of file.
    if ((made === 3 || made === 19) && ((attributes >>> 16) & 0xf000) === LINK) throw bad('it holds a link');
    const name = nameIn(archive.subarray(at + 46, at + 46 + nameLength), (flags & UTF8) !== 0);
    items.push({
      name,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  if (at !== start + size) throw bad('its list of files is damaged');
  return items;
}

function findEnd(view: DataView): number {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= 0 && at >= last - COMMENT_LENGTH; at -= 1) {
    if (
      view.getUint32(at, true) === END &&
      at + END_LENGTH + view.getUint16(at + 20, true) === view.byteLength
    )
      return at;
  }
  throw bad('it has no end');
}

function nameIn(bytes: Uint8Array, isUtf8: boolean): string {
  const isAscii = bytes.every((byte) => byte < 0x80);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    if (isUtf8 || isAscii) throw bad('a name is damaged');
    // An old code page: any fixed reading keeps names apart.
    return new TextDecoder('latin1').decode(bytes);
  }
}

/**
 * Contract: throws for whatever would not stay inside the folder that it is unpacked to. Older archives of Windows
 * have `\\` between folders; no other system of ours can hold it in a name and be read everywhere.
 */
function pathOf(written: string): string {
  const name = written.replaceAll('\\', '/');
  const bare = name.endsWith('/') ? name.slice(0, -1) : name;
  const steps = bare.split('/');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  const isWrong =
    bare === '' || /[\u0000-\u001f]|^[a-z]:/i.test(bare) || steps.some((step) => /^(?:\.{0,2})$/.test(step));
  if (isWrong) {
    const shown = JSON.stringify(written.slice(0, 80));
    throw bad(`the name ${shown} leads outside`, { name: shown });
  }
  return bare;
}

function dataOf(archive: Uint8Array, { name, packed, offset }: Item): readonly [number, number] {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  if (view.getUint32(offset, true) !== LOCAL) throw bad(`${name} is not where it should be`);
  const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const to = from + packed;
  if (to > archive.length) throw bad('it ends too early');
  return [from, to];
}

function unpack(packed: Uint8Array, { name, method, size, crc }: Item): Uint8Array {
  if (method !== 0 && method !== 8) throw bad(`${name} is packed in an unknown way`);
  if (method === 0 && packed.length !== size) throw bad(`${name} has another size than it says`);
  const bytes = method === 0 ? packed.slice() : inflate(packed, size, name);
  if (crc32(bytes) !== crc) throw bad(`${name} is damaged`);
  return bytes;
}

/** Never holds more than one step beyond the size that was announced. */
function inflate(packed: Uint8Array, size: number, name: string): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const stream = new Inflate((chunk) => {
    length += chunk.length;
    if (length > size) throw bad(`${name} has another size than it says`);
    chunks.push(chunk);
  });
  for (let at = 0; at === 0 || at < packed.length; at += STEP)
    stream.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
  if (length !== size) throw bad(`${name} has another size than it says`);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

let table: Uint32Array | undefined;

function crc32(bytes: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

export interface ZipWriter {
  /** What came of the bytes so far: chunks to write out in order. */
  add(path: string, chunks: Iterable<Uint8Array>, how: 'deflate' | 'store'): Uint8Array[];
  /** The list of files, after the last of them. */
  end(): Uint8Array[];
}

/** The same files at the same time give the same bytes. */
export function createZipWriter(modifiedAt: number): ZipWriter {
  let made: Uint8Array[] = [];
  let broken: Error | undefined;
  const zip = new Zip((error, chunk) => {
    if (error === null) made.push(chunk);
    else broken = error;
  });
  const take = (): Uint8Array[] => {
    if (broken !== undefined) throw broken;
    const chunks = made.filter((chunk) => chunk.length > 0);
    made = [];
    return chunks;
  };
  return {
    add: (path, chunks, how) => {
      const file = how === 'store' ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
      file.mtime = Math.max(modifiedAt, Date.UTC(1981, 0, 1));
      zip.add(file);
      for (const chunk of chunks) file.push(chunk);
      file.push(new Uint8Array(), true);
      return take();
    },
    end: () => {
      zip.end();
      return take();
    },
  };
}
