import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createZipWriter, readZip, type ZipFile } from './zip.ts';

const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`./fixtures/zip/${name}`, import.meta.url)));
const textOf = ({ bytes }: ZipFile): string => new TextDecoder().decode(bytes);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function join(chunks: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(chunks));
}

interface Forged {
  readonly name: string;
  readonly data?: Uint8Array;
  /** What it says of itself. */
  readonly size?: number;
  readonly mode?: number;
  readonly flags?: number;
  readonly method?: number;
  readonly offset?: number;
}

let table: number[] | undefined;
function crcOf(bytes: Uint8Array): number {
  table ??= Array.from({ length: 256 }, (_, start) => {
    let value = start;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value >>> 0;
  });
  let crc = 0xffffffff;
  for (const byte of bytes) crc = ((table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)) >>> 0;
  return (crc ^ 0xffffffff) >>> 0;
}

/** An archive that says what a test wants it to say. */
function forge(files: readonly Forged[]): Uint8Array {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const { name, data = encode('x'), size, mode = 0, flags = 0x800, method = 8, offset } of files) {
    const packed = method === 8 ? deflateRawSync(data) : Buffer.from(data);
    const bare = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(bare.length, 26);
    const item = Buffer.alloc(46);
    item.writeUInt32LE(0x02014b50, 0);
    item.writeUInt8(3, 5);
    item.writeUInt16LE(flags, 8);
    item.writeUInt16LE(method, 10);
    item.writeUInt32LE(crcOf(data), 16);
    item.writeUInt32LE(packed.length, 20);
    item.writeUInt32LE(size ?? data.length, 24);
    item.writeUInt16LE(bare.length, 28);
    item.writeUInt32LE((mode << 16) >>> 0, 38);
    item.writeUInt32LE(offset ?? at, 42);
    parts.push(local, bare, packed);
    list.push(item, bare);
    at += local.length + bare.length + packed.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return join([...parts, directory, end]);
}

test.each(['deflate.zip', 'directories.zip', 'unicode.zip', 'all.zip', 'subfolder.zip'])(
  '%s is read',
  (name) => {
    const files = readZip(fixture(name));
    expect(files).not.toHaveProperty('code');
  },
);

test('folders are left out, names keep their letters', () => {
  const files = readZip(fixture('all.zip'));
  if ('code' in files) throw new TypeError(files.message);
  expect(files.map((file) => [file.path, file.bytes.length > 20 ? 'long' : textOf(file)])).toEqual([
    ['Hello.txt', 'Hello World\n'],
    ['images/smile.gif', 'long'],
  ]);
});

test('an archive that ends too early is refused', () => {
  expect(readZip(fixture('unexpected-eof.zip'))).toMatchObject({ code: 'bad-archive' });
});

test('an archive cut anywhere is refused', () => {
  const whole = fixture('deflate.zip');
  for (let length = 0; length < whole.length; length += 7)
    expect(readZip(whole.subarray(0, length))).toMatchObject({ code: 'bad-archive' });
});

test('an archive with any byte of its files changed is refused, or reads as it was', () => {
  const whole = fixture('deflate.zip');
  const files = readZip(whole);
  for (let at = 0; at < whole.length; at += 11) {
    const changed = whole.slice();
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    const read = readZip(changed);
    if (!('code' in read))
      expect(read.map(({ bytes }) => bytes)).toEqual('code' in files ? [] : files.map(({ bytes }) => bytes));
  }
});

test('names with the folders of older Windows archives are read as such, and stay inside', () => {
  const files = readZip(
    forge([{ name: 'a\\b\\c.txt' }, { name: 'a\\', data: encode('') }, { name: 'a/d.txt' }]),
  );
  if ('code' in files) throw new TypeError(files.message);
  expect(files.map(({ path }) => path)).toEqual(['a/b/c.txt', 'a/d.txt']);
  expect(readZip(forge([{ name: 'a\\b' }, { name: 'a/b' }]))).toMatchObject({ code: 'bad-archive' });
});

test.each(['../evil', 'a\\..\\..\\evil', '\\\\host\\share', 'C:\\evil', '..\\'])(
  'the refusal of %j names it',
  (name) => {
    expect(readZip(forge([{ name: 'fine' }, { name }]))).toMatchObject({
      code: 'bad-archive',
      facts: { name: JSON.stringify(name) },
    });
  },
);

test.each([
  ['../evil', {}],
  ['a/../../evil', {}],
  ['/etc/passwd', {}],
  ['a//b', {}],
  ['./a', {}],
  ['a\\..\\b', {}],
  ['C:/evil', {}],
  ['a\u0000b', {}],
  ['', {}],
  ['link', { mode: 0o120777 }],
  ['locked', { flags: 0x801 }],
  ['odd', { method: 99 }],
  ['folder/', { data: encode('content') }],
  ['lies', { size: 10 }],
  ['small', { data: encode('x'.repeat(5000)), size: 5 }],
] satisfies [string, Partial<Forged>][])('%j is refused, and what comes with it', (name, how) => {
  expect(readZip(forge([{ name: 'fine' }, { name, ...how }]))).toMatchObject({ code: 'bad-archive' });
});

test('a name twice, in whatever case, and files over each other are refused', () => {
  expect(readZip(forge([{ name: 'a/b' }, { name: 'A/B' }]))).toMatchObject({ code: 'bad-archive' });
  expect(readZip(forge([{ name: 'a' }, { name: 'b', offset: 0 }]))).toMatchObject({ code: 'bad-archive' });
});

test('a bomb is refused by what it says, and by what it is where it lies', () => {
  const zeros = new Uint8Array(8 * 2 ** 20);
  const limits = { files: 10, fileBytes: 2 ** 20, bytes: 2 * 2 ** 20 };
  expect(readZip(forge([{ name: 'bomb', data: zeros }]), limits)).toMatchObject({ code: 'too-large' });
  expect(readZip(forge([{ name: 'bomb', data: zeros, size: 1000 }]), limits)).toMatchObject({
    code: 'bad-archive',
  });
  const many = Array.from({ length: 11 }, (_, at) => ({ name: `f${at}` }));
  expect(readZip(forge(many), limits)).toMatchObject({ code: 'too-large' });
});

test('what is written is read again, and written the same', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}(\/[a-zé潮]{1,4})?$/), { maxLength: 8 }),
      fc.array(fc.uint8Array({ maxLength: 3000 }), { minLength: 8, maxLength: 8 }),
      (names, contents) => {
        const write = (): Uint8Array => {
          const zip = createZipWriter(1_750_000_000_000);
          const chunks = names.flatMap((name, at) =>
            zip.add(name, [contents[at] ?? new Uint8Array()], at % 2 === 0 ? 'store' : 'deflate'),
          );
          return join([...chunks, ...zip.end()]);
        };
        const files = readZip(write());
        expect(files).toEqual(names.map((path, at) => ({ path, bytes: contents[at] })));
        expect(write()).toEqual(write());
      },
    ),
    { numRuns: 40 },
  );
});
