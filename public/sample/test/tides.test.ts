import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { tableText } from '../src/format.ts';
import { readHarbours, tideTable } from '../src/tides.ts';

const harbours = readHarbours(readFileSync(new URL('../data/harbours.csv', import.meta.url), 'utf8'));

function harbour(name: string) {
  const found = harbours.find((one) => one.name === name);
  assert.ok(found, `no harbour ${name}`);
  return found;
}

test('a winter day at Ravensquay', () => {
  const rows = tideTable(harbour('Ravensquay'), '2026-01-15');
  const table = [
    'Ravensquay, 2026-01-15 (reference port: Ravensquay)',
    '03:33  high  5.1 m',
    '09:45  low   1.2 m',
    '15:58  high  5.1 m',
    '22:11  low   1.2 m',
  ];
  assert.equal(tableText(harbour('Ravensquay'), '2026-01-15', rows), table.join('\n'));
});

test('Port Amblet is 38 minutes later', () => {
  const times = (name: string) => tideTable(harbour(name), '2026-01-15').map((row) => row.time);
  assert.deepEqual(times('Ravensquay'), ['03:33', '09:45', '15:58', '22:11']);
  assert.deepEqual(times('Port Amblet'), ['04:11', '10:23', '16:36', '22:49']);
});

test('Heimaey keeps one clock all year', () => {
  const times = tideTable(harbour('Heimaey'), '2026-07-01').map((row) => row.time);
  assert.deepEqual(times, ['03:29', '09:41', '15:54', '22:06']);
});
