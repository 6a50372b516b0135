// The sample as it is shipped: complete, with a real bug that its tasks find; and filling a folder with it.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createMemoryFiles } from '../engine/testing/memory-files.ts';
import { ensureSample, resetSample, SAMPLE_TASKS } from './sample.ts';
import { openDesk } from './workspace/fixtures/desk.ts';

const root = new URL('../../public/sample/', import.meta.url);
const load = async (path: string): Promise<Uint8Array> => new Uint8Array(readFileSync(new URL(path, root)));
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const shipped = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== 'index.json')
  .map((entry) => pathToFileURL(join(entry.parentPath, entry.name)).href.slice(root.href.length))
  .sort();

interface Row {
  readonly time: string;
}
interface Harbour {
  readonly name: string;
}
interface Sample {
  readHarbours(csv: string): readonly Harbour[];
  tideTable(harbour: Harbour, day: string): readonly Row[];
  tableText(harbour: Harbour, day: string, rows: readonly Row[]): string;
}

/** The sample's own code: it belongs to no project of ours, so its types are told here. */
async function sampleAt(folder: URL): Promise<Sample> {
  const tides = (await import(new URL('src/tides.ts', folder).href)) as Sample;
  const format = (await import(new URL('src/format.ts', folder).href)) as Sample;
  return { ...tides, ...format };
}

const FIX = {
  old: `  const ahead = minutesAhead(harbour.zone, new Date(\`\${day.slice(0, 4)}-01-01T12:00:00Z\`));
  return tidesBetween(harbour, from, to).map((tide) => ({
    kind: tide.kind,
    time: clockTime(tide.at, ahead),
`,
  new: `  return tidesBetween(harbour, from, to).map((tide) => ({
    kind: tide.kind,
    time: clockTime(tide.at, minutesAhead(harbour.zone, tide.at)),
`,
};

describe('the shipped sample', () => {
  it('is listed in full, in LF and with final newlines', () => {
    expect(JSON.parse(textOf('index.json'))).toEqual({ files: shipped });
    for (const path of shipped) expect([path, /^[^\r]+[^\n]\n$/.test(textOf(path))]).toEqual([path, true]);
  });

  it('has every file that a task names, but for the one that it writes', () => {
    const named = new Set(SAMPLE_TASKS.flatMap((task) => task.files));
    expect([...named].filter((path) => !shipped.includes(path))).toEqual(['notes/summary.md']);
  });

  const timesIn = (sample: Sample, name: string, day: string): readonly string[] =>
    sample
      .readHarbours(textOf('data/harbours.csv'))
      .filter((harbour) => harbour.name === name)
      .flatMap((harbour) => sample.tideTable(harbour, day).map((row) => row.time));

  it('is right in winter and where there is no summer time, as its own test says', async () => {
    const sample = await sampleAt(root);
    const test = textOf('test/tides.test.ts');
    for (const [name, day] of [
      ['Ravensquay', '2026-01-15'],
      ['Port Amblet', '2026-01-15'],
      ['Heimaey', '2026-07-01'],
    ] as const) {
      const times = timesIn(sample, name, day).map((time) => `'${time}'`);
      expect(test).toContain(`[${times.join(', ')}]`);
    }
    const [first] = sample.readHarbours(textOf('data/harbours.csv'));
    if (first === undefined) throw new Error('no harbour');
    const table = sample.tableText(first, '2026-01-15', sample.tideTable(first, '2026-01-15'));
    for (const line of table.split('\n')) expect(test).toContain(`'${line}'`);
  });

  it('is an hour off in summer: the bug of the first task', async () => {
    const sample = await sampleAt(root);
    expect(timesIn(sample, 'Ravensquay', '2026-03-30')).toEqual(['03:41', '09:54', '16:06', '22:19']);
    // A day whose first tide stands before its midnight.
    expect(timesIn(sample, 'Ravensquay', '2026-10-25')[0]).toBe('23:23');
  });

  it('the fix of the first task is one edit, and the table is right after it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sample-'));
    try {
      const desk = openDesk({ files: { 'src/tides.ts': textOf('src/tides.ts') } });
      await desk.call('read_file', { path: 'src/tides.ts' });
      expect(await desk.call('edit_file', { path: 'src/tides.ts', ...FIX })).toMatchObject({ ok: true });
      cpSync(fileURLToPath(root), folder, { recursive: true });
      writeFileSync(join(folder, 'src/tides.ts'), desk.files.text('src/tides.ts') ?? '');
      const fixed = await sampleAt(pathToFileURL(`${folder}/`));
      expect(timesIn(fixed, 'Ravensquay', '2026-03-30')).toEqual(['04:41', '10:54', '17:06', '23:19']);
      expect(timesIn(fixed, 'Ravensquay', '2026-10-25')[0]).toBe('00:23');
      expect(timesIn(fixed, 'Heimaey', '2026-07-01')).toEqual(['03:29', '09:41', '15:54', '22:06']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('the term of the third task stands in the files that it names, and in no other', () => {
    const holding = shipped.filter((path) => /reference.?port/i.test(textOf(path)));
    expect(holding).toEqual([...(SAMPLE_TASKS.find((task) => task.id === 'rename')?.files ?? [])].sort());
    const spellings = new Set(shipped.flatMap((path) => textOf(path).match(/reference.?port/gi) ?? []));
    expect([...spellings].sort()).toEqual(['reference port', 'referencePort', 'reference_port']);
  });

  it('the notes end in figures that add up', () => {
    const notes = shipped.filter((path) => path.startsWith('notes/')).map(textOf);
    const sum = (what: RegExp): number =>
      notes.reduce((total, note) => total + Number(what.exec(note)?.[1]), 0);
    expect(notes).toHaveLength(6);
    expect(sum(/^Tables handed out: (\d+)$/m)).toBe(2072);
    expect(sum(/^Spent: ([\d.]+) pounds$/m)).toBeCloseTo(362, 5);
  });
});

describe('ensureSample', () => {
  it('fills an empty folder, and leaves a filled one as it is', async () => {
    const space = createMemoryFiles();
    await ensureSample(space, load);
    expect(space.paths()).toEqual(shipped);
    expect(space.text('src/tides.ts')).toBe(textOf('src/tides.ts'));
    space.plant('src/tides.ts', 'mine');
    await ensureSample(space, () => Promise.reject(new Error('not asked')));
    expect(space.text('src/tides.ts')).toBe('mine');
  });

  it('completes half a sample without writing over what is there', async () => {
    const space = createMemoryFiles();
    let loads = 0;
    const broken = async (path: string): Promise<Uint8Array> => {
      loads += 1;
      if (loads > 5) throw new Error('the tab died');
      return load(path);
    };
    await expect(ensureSample(space, broken)).rejects.toThrow('the tab died');
    expect(space.paths().length).toBe(4);
    space.plant('AGENTS.md', 'mine');
    await ensureSample(space, load);
    expect(space.paths()).toEqual(shipped);
    expect(space.text('AGENTS.md')).toBe('mine');
  });

  it('a list that is a page is refused', async () => {
    const page = async (): Promise<Uint8Array> => new TextEncoder().encode('<!doctype html>');
    await expect(ensureSample(createMemoryFiles(), page)).rejects.toMatchObject({
      failure: { code: 'io-failed' },
    });
  });
});

describe('resetSample', () => {
  it('puts every file back and takes away what was added, empty folders too', async () => {
    const space = createMemoryFiles();
    await ensureSample(space, load);
    space.plant('src/tides.ts', 'mine');
    space.plant('notes/summary.md', 'mine');
    space.plant('new/deep/file', 'mine');
    await space.remove('README.md');
    await resetSample(space, load);
    expect(space.paths()).toEqual(shipped);
    expect(space.text('src/tides.ts')).toBe(textOf('src/tides.ts'));
    expect(await space.stat('new')).toBeUndefined();
  });
});
