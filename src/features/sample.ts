// The sample workspace: what the first minute works on. Its files are shipped as they are (public/sample) and put
// into an empty folder; the tasks that the demo offers are data, their words stand in the page's catalogues.

import { failure, FailureError } from '../engine/failures.ts';
import type { FileSpace } from '../engine/ports.ts';

/** Where the workspace's root is served, relative to the app's own. */
export const SAMPLE_FOLDER = 'sample/';
/** Lists the files, relative to `SAMPLE_FOLDER`; it is not one of them. */
export const SAMPLE_INDEX = 'index.json';

export interface SampleTask {
  readonly id: 'fix' | 'report' | 'rename';
  /** Key of the catalogue that words what the person would send. */
  readonly promptKey: string;
  /** What it reads and changes, in the order in which one would. */
  readonly files: readonly string[];
}

/**
 * The bug of `fix`: `tideTable` asks for the distance to UTC once, on New Year's Day. `report` sums up the notes into
 * notes/summary.md. `rename` turns the reference port into the standard port in its three spellings (`reference
 * port`, `referencePort`, `reference_port`). They touch different lines: any order works.
 */
export const SAMPLE_TASKS: readonly SampleTask[] = [
  {
    id: 'fix',
    promptKey: 'try.fix.prompt',
    files: [
      'AGENTS.md',
      'src/tides.ts',
      'src/clock.ts',
      'data/harbours.csv',
      'test/tides.test.ts',
      'CHANGELOG.md',
    ],
  },
  {
    id: 'report',
    promptKey: 'try.report.prompt',
    files: [
      'notes/01-january.md',
      'notes/02-february.md',
      'notes/03-march.md',
      'notes/04-april.md',
      'notes/05-may.md',
      'notes/06-june.md',
      'notes/summary.md',
    ],
  },
  {
    id: 'rename',
    promptKey: 'try.rename.prompt',
    files: [
      'README.md',
      'CHANGELOG.md',
      'data/harbours.csv',
      'src/format.ts',
      'src/tides.ts',
      'test/tides.test.ts',
    ],
  },
];

/** Loads one shipped file, its path relative to `SAMPLE_FOLDER`. Rejections are a `FailureError`. */
export type LoadSample = (path: string) => Promise<Uint8Array>;

/** Written last: as long as it is missing, the sample isn't complete. */
const LAST = 'README.md';

/** Fills a folder that has no sample yet, or half of one; a file that is there is never written over. */
export async function ensureSample(space: FileSpace, load: LoadSample): Promise<void> {
  if ((await space.stat(LAST)) !== undefined) return;
  await install(space, load, (path) => space.stat(path).then((stat) => stat === undefined));
}

/** Puts every file back as it was shipped; what was added goes. */
export async function resetSample(space: FileSpace, load: LoadSample): Promise<void> {
  const shipped = new Set(await listShipped(load));
  await removeBelow(space, '', shipped);
  await install(space, load, () => Promise.resolve(true));
}

async function install(
  space: FileSpace,
  load: LoadSample,
  wanted: (path: string) => Promise<boolean>,
): Promise<void> {
  const paths = (await listShipped(load)).filter((path) => path !== LAST);
  for (const path of [...paths, LAST]) {
    if (!(await wanted(path))) continue;
    const bytes = await load(path);
    await space.write(path, bytes, () => true);
  }
}

async function listShipped(load: LoadSample): Promise<readonly string[]> {
  const text = new TextDecoder().decode(await load(SAMPLE_INDEX));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  // A host that answers every address with its start page is one way to get here.
  if (!isIndex(json)) throw new FailureError(failure('io-failed', 'the list of the sample files is no list'));
  return json.files;
}

/** By hand: the first visit loads this file and no schema library. */
function isIndex(json: unknown): json is { readonly files: readonly string[] } {
  if (typeof json !== 'object' || json === null || !('files' in json)) return false;
  return Array.isArray(json.files) && json.files.every((path) => typeof path === 'string');
}

async function removeBelow(space: FileSpace, folder: string, keep: ReadonlySet<string>): Promise<void> {
  for (const item of await space.list(folder)) {
    const path = folder === '' ? item.name : `${folder}/${item.name}`;
    if (item.kind === 'file') {
      if (!keep.has(path)) await space.remove(path);
      continue;
    }
    await removeBelow(space, path, keep);
    if ((await space.list(path)).length === 0) await space.remove(path);
  }
}
