// What the recovery page says of the profile, gathered from the platform alone.

import type { Language } from '../features/settings.ts';
import { countOf, nameOf, type Opened, openAsIs, privateFiles } from './raw.ts';
import { say, type Word } from './words.ts';

/** As the app's page leaves it (`ui/state/starts.ts`). */
const STARTS = 'bowline.starts';
const LOOK = 'bowline.look';

export const BUILD = String(import.meta.env.VITE_BUILD ?? 'dev');
export const DATABASE = 'bowline';

export function rememberedLook(): { readonly language?: unknown; readonly theme?: unknown } {
  try {
    return { ...Object(JSON.parse(localStorage.getItem(LOOK) ?? '{}')) };
  } catch {
    return {};
  }
}

export function languageOf(wanted: unknown): Language {
  const tags = [wanted, ...navigator.languages].filter((tag) => typeof tag === 'string');
  for (const tag of tags) {
    const [name] = tag.toLowerCase().split('-');
    if (name === 'en' || name === 'ru' || name === 'zh') return name;
  }
  return 'en';
}

export interface Fact {
  readonly name: Word;
  readonly value: string;
}

export async function gatherFacts(language: Language): Promise<readonly Fact[]> {
  const [database, worker, room, files] = await Promise.all([
    openAsIs(DATABASE),
    workerState(),
    roomTaken(language),
    countFiles(),
  ]);
  const counts = await countsIn(database);
  if (database.state === 'ok') database.db.close();
  const number = new Intl.NumberFormat(language);
  return [
    { name: 'build', value: BUILD },
    { name: 'worker', value: say(language, worker) },
    { name: 'starts', value: number.format(failedStarts()) },
    { name: 'database', value: databaseText(language, database) },
    ...(counts === undefined
      ? []
      : ([
          { name: 'sessions', value: number.format(counts.sessions) },
          { name: 'blobs', value: number.format(counts.blobs) },
        ] as const)),
    { name: 'files', value: number.format(files) },
    ...room,
  ];
}

function databaseText(language: Language, opened: Opened): string {
  switch (opened.state) {
    case 'ok':
      return say(language, 'database.ok', { n: opened.db.version });
    case 'failed':
      return say(language, 'database.failed', { why: opened.why });
    default:
      return say(language, `database.${opened.state}`);
  }
}

async function countsIn(opened: Opened): Promise<{ sessions: number; blobs: number } | undefined> {
  if (opened.state !== 'ok') return undefined;
  try {
    return { sessions: await countOf(opened.db, 'heads'), blobs: await countOf(opened.db, 'blobs') };
  } catch {
    return undefined;
  }
}

async function workerState(): Promise<'worker.active' | 'worker.waiting' | 'worker.none'> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (registration === undefined) return 'worker.none';
  return registration.waiting === null ? 'worker.active' : 'worker.waiting';
}

async function roomTaken(language: Language): Promise<readonly Fact[]> {
  try {
    const { usage, quota } = await navigator.storage.estimate();
    const persisted = await navigator.storage.persisted();
    const used = size(language, usage ?? 0);
    return [
      {
        name: 'room',
        value:
          quota === undefined
            ? say(language, 'room.unknown')
            : say(language, 'room.of', { used, quota: size(language, quota) }),
      },
      { name: 'kept', value: say(language, persisted ? 'kept.yes' : 'kept.no') },
    ];
  } catch {
    return [{ name: 'room', value: say(language, 'room.unknown') }];
  }
}

function size(language: Language, bytes: number): string {
  const [unit, of] = bytes >= 1e9 ? (['gigabyte', 1e9] as const) : (['megabyte', 1e6] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(
    bytes / of,
  );
}

async function countFiles(): Promise<number> {
  let count = 0;
  try {
    for await (const _file of privateFiles()) count += 1;
  } catch (thrown) {
    // Counted as far as it can be read.
    void nameOf(thrown);
  }
  return count;
}

function failedStarts(): number {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STARTS) ?? '{}');
    const { failed } = { failed: 0, ...Object(stored) };
    return typeof failed === 'number' ? failed : 0;
  } catch {
    return 0;
  }
}
