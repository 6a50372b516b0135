// search_files and grep_files: what is searched, and how the hits are laid out. Matching itself runs in the scanner,
// which can be killed (T11).

import * as z from 'zod/mini';
import { failure } from '../../engine/failures.ts';
import type { FileSpace, GrepFile, Scanner } from '../../engine/ports.ts';
import { cutHead } from '../../engine/text.ts';
import { type AnyTool, registered, type ToolContext, type ToolOutput } from '../../engine/tool.ts';
import { schemaOf } from '../schema.ts';
import { attempt, stopIfAborted } from './attempt.ts';
import { inParallel } from './in-parallel.ts';
import { normalisePath, targetPath } from './paths.ts';
import { FIELD_TEXT, TOOL_TEXT } from './prompts.ts';
import { decodeText, linesOf } from './text-file.ts';
import { MAX_FILES, walk, WIDTH, type WalkedFile } from './walk.ts';
import { bytesAt } from './write-path.ts';

const MAX_PATHS = 300;
const MAX_MATCHES = 200;
const MAX_CHARACTERS = 40_000;
const MAX_LINE = 400;
/** Larger files are not searched; the result says so. */
const MAX_SIZE = 5_000_000;
/** Characters handed to the scanner at a time: it answers in between, and a stop need not wait. */
const BATCH = 2_000_000;

const searchInput = z.strictObject({
  pattern: z.string().check(z.minLength(1), z.maxLength(1_000), z.describe(FIELD_TEXT.name)),
  path: z.optional(z.string().check(z.describe(FIELD_TEXT.folder))),
});
const grepInput = z.strictObject({
  pattern: z.string().check(z.minLength(1), z.maxLength(5_000), z.describe(FIELD_TEXT.pattern)),
  path: z.optional(z.string().check(z.describe(FIELD_TEXT.searched))),
  context: z.optional(z.int().check(z.gte(0), z.lte(10), z.describe(FIELD_TEXT.context))),
});

export interface SearchPorts {
  readonly space: FileSpace;
  readonly scanner: Scanner;
  /** Files that need an approval of their own (G3): a search through a folder leaves them out. */
  readonly isCredential: (path: string) => boolean;
}

interface Text {
  readonly path: string;
  readonly text: string;
}

export function createSearchTools({ space, scanner, isCredential }: SearchPorts): readonly AnyTool[] {
  /** The files at or below `path`, as the search takes them; undefined: nothing there. */
  async function filesAt(path: string, signal: AbortSignal) {
    const stat = path === '' ? undefined : await space.stat(path);
    if (path !== '' && stat === undefined) return undefined;
    if (stat?.kind === 'file') return { files: [{ path, size: stat.size }], cut: false };
    return walk(space, scanner, path, signal);
  }

  async function search(input: z.infer<typeof searchInput>, { signal }: ToolContext): Promise<ToolOutput> {
    const result = normalisePath(input.path ?? '');
    if (!result.ok) return { ok: false, failure: result.failure };
    const walked = await filesAt(result.path, signal);
    if (walked === undefined) return missing(result.path);
    const paths = walked.files.map((file) => file.path);
    const glob = /[*?[{]/.test(input.pattern);
    const wanted = input.pattern.toLowerCase();
    const found = glob
      ? (await scanner.select({ paths, glob: input.pattern.replace(/^(?:\.?\/)+/, '') }, signal)).flatMap(
          (index) => paths[index] ?? [],
        )
      : paths.filter((path) => path.toLowerCase().includes(wanted));
    const summary = { files: found.length, ...(found.length > MAX_PATHS || walked.cut ? { cut: true } : {}) };
    const notes = walked.cut ? [`[only the first ${MAX_FILES} files were looked at]`] : [];
    if (found.length === 0)
      return own([`No file matches, of ${paths.length} looked at.`, ...notes].join('\n'), summary);
    const more = found.length - MAX_PATHS;
    const text = [
      ...found.slice(0, MAX_PATHS),
      ...(more > 0 ? [`[${more} more match; narrow the pattern or give a path]`] : []),
      ...notes,
    ].join('\n');
    return { ok: true, text, provenance: 'workspace', source: sourceOf(result.path), summary };
  }

  /** In batches, read while the scanner works; ends early once there are more than enough matches. */
  async function grepAll(files: readonly WalkedFile[], pattern: string, context: ToolContext) {
    const ignoreCase = pattern.startsWith('(?i)');
    const job = { pattern: ignoreCase ? pattern.slice(4) : pattern, ignoreCase };
    const hits: { file: GrepFile; text: string }[] = [];
    let matches = 0;
    let searched = 0;
    for (const batch of batchesOf(files)) {
      stopIfAborted(context.signal);
      const texts = (await inParallel(batch, WIDTH, context.signal, ({ path }) => textOf(path))).filter(
        (text) => text !== undefined,
      );
      searched += texts.length;
      const limit = MAX_MATCHES + 1 - matches;
      for (const file of await scanner.grep({ ...job, files: texts, limit }, context.signal)) {
        hits.push({ file, text: texts.find(({ path }) => path === file.path)?.text ?? '' });
        matches += file.lines.length;
      }
      context.progress(`${searched}/${files.length}`);
      if (matches > MAX_MATCHES) break;
    }
    return { hits, matches, searched };
  }

  async function textOf(path: string): Promise<Text | undefined> {
    const bytes = await bytesAt(space, path);
    const text = bytes === null ? undefined : decodeText(bytes)?.text;
    return text === undefined ? undefined : { path, text };
  }

  async function grep(input: z.infer<typeof grepInput>, context: ToolContext): Promise<ToolOutput> {
    const result = normalisePath(input.path ?? '');
    if (!result.ok) return { ok: false, failure: result.failure };
    const walked = await filesAt(result.path, context.signal);
    if (walked === undefined) return missing(result.path);
    // Asked for by its own name, it was the gate's to decide.
    const readable = isCredential(result.path)
      ? walked.files
      : walked.files.filter(({ path }) => !isCredential(path));
    const files = readable.filter(({ size }) => size <= MAX_SIZE);
    const secret = walked.files.length - readable.length;
    const skipped = readable.length - files.length;
    const { hits, matches, searched } = await grepAll(files, input.pattern, context);
    const laid = layOut(hits, input.context ?? 0);
    const notes = [
      ...(matches > MAX_MATCHES
        ? [`[more than ${MAX_MATCHES} lines match; the rest is not shown: narrow the pattern or give a path]`]
        : []),
      ...(laid.cut ? [`[cut at ${MAX_CHARACTERS} characters: narrow the pattern or give a path]`] : []),
      ...(secret > 0
        ? [`[${secret} with a name of credentials were not searched: name the file to ask for it]`]
        : []),
      ...(skipped > 0 ? [`[${skipped} larger than ${MAX_SIZE} bytes were not searched]`] : []),
      ...(walked.cut ? [`[only the first ${MAX_FILES} files were searched]`] : []),
    ];
    const cut = matches > MAX_MATCHES || laid.cut || walked.cut;
    const summary = { matches: Math.min(matches, MAX_MATCHES), files: hits.length, ...(cut ? { cut } : {}) };
    if (matches === 0) return own([`No line matches, in ${searched} files.`, ...notes].join('\n'), summary);
    const text = [...laid.lines, ...notes].join('\n');
    return { ok: true, text, provenance: 'workspace', source: sourceOf(result.path), summary };
  }

  const shared = { effect: 'read', concurrency: 'shared' } as const;
  const reads = (path: string | undefined) =>
    [{ kind: 'path', value: targetPath(path ?? ''), access: 'read' }] as const;
  return [
    registered<z.infer<typeof searchInput>>({
      name: 'search_files',
      description: TOOL_TEXT.search_files,
      input: schemaOf(searchInput),
      ...shared,
      targets: (input) => reads(input.path),
      run: (input, context) => attempt(() => search(input, context)),
    }),
    registered<z.infer<typeof grepInput>>({
      name: 'grep_files',
      description: TOOL_TEXT.grep_files,
      input: schemaOf(grepInput),
      ...shared,
      targets: (input) => reads(input.path),
      run: (input, context) => attempt(() => grep(input, context)),
    }),
  ];
}

/** Matches as `path:line: text`, the lines around them as `path-line- text`, `--` where lines are left out. */
function layOut(
  hits: readonly { file: GrepFile; text: string }[],
  around: number,
): { lines: readonly string[]; cut: boolean } {
  const out: string[] = [];
  let characters = 0;
  let matches = 0;
  for (const { file, text } of hits) {
    const lines = linesOf(text);
    const matching = new Set(file.lines);
    let last = 0;
    for (const line of file.lines) {
      matches += 1;
      if (matches > MAX_MATCHES) return { lines: out, cut: false };
      const from = Math.max(line - around, last + 1, 1);
      if (around > 0 && out.length > 0 && (last === 0 || from > last + 1)) out.push('--');
      for (let at = from; at <= Math.min(line + around, lines.length); at += 1) {
        const mark = matching.has(at) ? ':' : '-';
        const shown = `${file.path}${mark}${at}${mark} ${shorten(lines[at - 1] ?? '')}`;
        characters += shown.length + 1;
        if (characters > MAX_CHARACTERS) return { lines: out, cut: true };
        out.push(shown);
        last = at;
      }
    }
  }
  return { lines: out, cut: false };
}

function shorten(line: string): string {
  const short = cutHead(line, MAX_LINE);
  return short === line ? line : `${short}[… ${line.length - short.length} more characters]`;
}

function* batchesOf(files: readonly WalkedFile[]): Generator<readonly WalkedFile[]> {
  let batch: WalkedFile[] = [];
  let size = 0;
  for (const file of files) {
    batch.push(file);
    size += file.size;
    if (size < BATCH) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

const sourceOf = (path: string): string => (path === '' ? 'the workspace' : path);

function own(text: string, summary: { readonly files: number }): ToolOutput {
  return { ok: true, text, provenance: 'own', summary };
}

function missing(path: string): ToolOutput {
  const message = `There is nothing at ${path}. list_files shows what there is.`;
  return { ok: false, failure: failure('not-found', message, { facts: { path } }), summary: { path } };
}
