// Lists the files below a folder for searching: without `.git`, `node_modules`, links, and what .gitignore and
// .ignore files leave out. Globs and ignore rules are matched in the scanner, level by level: they can hang.

import type { DirectoryItem, FileSpace, Scanner, SelectJob } from '../../engine/ports.ts';
import { bytesAt } from './write-path.ts';
import { inParallel } from './in-parallel.ts';
import { joinPath, parentOf } from './paths.ts';
import { decodeText } from './text-file.ts';

/** Reads of a file system at a time: the browser's own process is the limit, more gain nothing. */
export const WIDTH = 32;
/** Files a walk returns at most. */
export const MAX_FILES = 50_000;
const MAX_RULES = 200_000;
const NEVER: ReadonlySet<string> = new Set(['.git', 'node_modules']);
/** In order of their weight, the later over the earlier. */
const RULE_FILES = ['.gitignore', '.ignore'];

export interface WalkedFile {
  readonly path: string;
  readonly size: number;
}

export interface Walked {
  /** Sorted by path. */
  readonly files: readonly WalkedFile[];
  /** True at `MAX_FILES`. */
  readonly cut: boolean;
}

type Rules = NonNullable<SelectJob['ignore']>;

interface Found extends DirectoryItem {
  readonly path: string;
}

/** `root` is a folder. What is asked for by name is searched even if it is ignored. */
export async function walk(
  space: FileSpace,
  scanner: Scanner,
  root: string,
  signal: AbortSignal,
): Promise<Walked> {
  const rulesAt = async (directory: string): Promise<Rules> => {
    const texts = await Promise.all(RULE_FILES.map((name) => bytesAt(space, joinPath(directory, name))));
    return texts.flatMap((bytes) => {
      const text = bytes === null || bytes.length > MAX_RULES ? undefined : decodeText(bytes)?.text;
      return text === undefined ? [] : [{ directory, text }];
    });
  };
  const above = root === '' ? [] : (await inParallel(ancestors(root), WIDTH, signal, rulesAt)).flat();
  const rooted =
    above.length === 0 ? [0] : await scanner.select({ paths: [`${root}/`], ignore: above }, signal);
  const rules = rooted.length === 0 ? [] : [...above];

  const files: WalkedFile[] = [];
  for (let level: readonly string[] = [root]; level.length > 0 && files.length <= MAX_FILES; ) {
    const lists = await inParallel(level, WIDTH, signal, async (directory) => {
      const items = await space.list(directory);
      return items.map((item): Found => ({ ...item, path: joinPath(directory, item.name) }));
    });
    const items = lists
      .flat()
      .filter((item) => item.link !== true && !(item.kind === 'directory' && NEVER.has(item.name)));
    const withRules = new Set(
      items.filter((item) => RULE_FILES.includes(item.name)).map((item) => parentOf(item.path)),
    );
    rules.push(...(await inParallel([...withRules], WIDTH, signal, rulesAt)).flat());
    const kept = rules.length === 0 ? items : await unignored(items, rules, scanner, signal);
    for (const { kind, path, size } of kept) if (kind === 'file') files.push({ path, size });
    level = kept.filter((item) => item.kind === 'directory').map((item) => item.path);
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { files: files.slice(0, MAX_FILES), cut: files.length > MAX_FILES };
}

async function unignored(
  items: readonly Found[],
  rules: Rules,
  scanner: Scanner,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const paths = items.map(({ path, kind }) => (kind === 'directory' ? `${path}/` : path));
  const kept = new Set(await scanner.select({ paths, ignore: rules }, signal));
  return items.filter((_, index) => kept.has(index));
}

function ancestors(path: string): readonly string[] {
  const all: string[] = [];
  for (let at = parentOf(path); at !== ''; at = parentOf(at)) all.unshift(at);
  return ['', ...all];
}
