// Holds the mending of torn logs to LevelDB's format: whole records stay, a torn one and its fragments go.

import { expect, test } from 'vitest';
import { completeLength } from './mend-logs.ts';

const record = (type: number, size: number, written = size): Uint8Array => {
  const bytes = new Uint8Array(7 + written);
  new DataView(bytes.buffer).setUint16(4, size, true);
  bytes[6] = type;
  return bytes;
};

const log = (...parts: Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => {
    bytes.set(part, at);
    return at + part.length;
  }, 0);
  return bytes;
};

test.each([
  ['an empty log', log(), 0],
  ['whole records', log(record(1, 10), record(1, 0), record(1, 300)), 17 + 7 + 307],
  ['a record without its payload', log(record(1, 10), record(1, 50, 0)), 17],
  ['a record with half of its payload', log(record(1, 10), record(1, 50, 25)), 17],
  ['half of a header', log(record(1, 10), new Uint8Array(3)), 17],
  ['a first fragment without its last', log(record(1, 10), record(2, 20)), 17],
  ['a record in fragments', log(record(1, 10), record(2, 32_744), record(4, 20)), 32_768 + 27],
  [
    'a block end too short for a header',
    log(record(1, 32_757), new Uint8Array(4), record(1, 5)),
    32_768 + 12,
  ],
])('%s', (_name, bytes, length) => {
  expect(completeLength(bytes)).toBe(length);
});
