// read_file, stat_file, list_files: what they say of files and folders. Reading a file also sets the participant's
// base for later writes (T3); knows nothing else of writing.

import * as z from 'zod/mini';
import { failure } from '../../engine/failures.ts';
import { type ImageKind, imageKind } from '../../engine/image-kind.ts';
import type { BlobStore, DirectoryItem, FileSpace, Hasher, Images } from '../../engine/ports.ts';
import { cutHead } from '../../engine/text.ts';
import { type AnyTool, registered, type ToolContext, type ToolOutput } from '../../engine/tool.ts';
import { schemaOf } from '../schema.ts';
import type { Attachments } from './attachments.ts';
import { attempt } from './attempt.ts';
import type { Bases } from './bases.ts';
import { filePath, joinPath, normalisePath, targetPath } from './paths.ts';
import { FIELD_TEXT, TOOL_TEXT } from './prompts.ts';
import { decodeText, linesOf, type TextFile } from './text-file.ts';

/** One result of read_file at most; the header says how to go on. */
const MAX_LINES = 2_000;
const MAX_CHARACTERS = 60_000;
const MAX_LINE = 4_000;
/** A file above this is not taken into memory. */
export const MAX_READ = 50_000_000;
const MAX_ITEMS = 500;
/** Whatever provider comes next takes this. */
const IMAGE_FIT = { side: 1568, bytes: 2_500_000 };

const readInput = z.strictObject({
  path: z.string().check(z.minLength(1), z.describe(FIELD_TEXT.path)),
  from: z.optional(z.int().check(z.gte(1), z.describe(FIELD_TEXT.from))),
  to: z.optional(z.int().check(z.gte(1), z.describe(FIELD_TEXT.to))),
});
const statInput = z.strictObject({ path: z.string().check(z.minLength(1), z.describe(FIELD_TEXT.path)) });
const listInput = z.strictObject({ path: z.optional(z.string().check(z.describe(FIELD_TEXT.listed))) });

export interface ReadPorts {
  readonly space: FileSpace;
  readonly blobs: BlobStore;
  readonly hasher: Hasher;
  readonly images: Images;
  readonly bases: Bases;
  readonly attachments: Attachments;
}

export function createReadTools({
  space,
  blobs,
  hasher,
  images,
  bases,
  attachments,
}: ReadPorts): readonly AnyTool[] {
  async function read(input: z.infer<typeof readInput>, context: ToolContext): Promise<ToolOutput> {
    const result = filePath(input.path);
    if (!result.ok) return { ok: false, failure: result.failure };
    const { path } = result;
    const attached = attachments.find(context.session, path);
    const stat = attached === undefined ? await space.stat(path) : { kind: 'file', size: attached.size };
    if (stat === undefined) return missing(path);
    if (stat.kind === 'directory')
      return failed('tool-failed', `${path} is a folder: list_files shows what is in it.`, path);
    if (stat.size > MAX_READ)
      return failed('too-large', `${path} has ${stat.size} bytes; read_file takes up to ${MAX_READ}.`, path);
    const bytes = attached === undefined ? await space.read(path) : await blobs.get(attached.blob);
    if (bytes === undefined) return missing(path);
    const kind = imageKind(bytes);
    if (kind !== undefined) return image(path, bytes, kind);
    const file = decodeText(bytes);
    if (file === undefined)
      return failed('not-text', `${path} is not UTF-8 text (${bytes.length} bytes).`, path);
    const excerpt = excerptOf(path, file, input.from ?? 1, input.to);
    if (typeof excerpt === 'string') return failed('tool-failed', excerpt, path);
    const hash = attached?.blob ?? (await hasher.hash(bytes));
    // An attachment is never written: there is nothing that it could be the base of.
    if (attached === undefined && bases.get(context, path) !== hash) {
      await context.record({ type: 'seen', path, hash });
      bases.set(context, path, hash);
    }
    const { text, ...lines } = excerpt;
    return {
      ok: true,
      text,
      provenance: 'workspace',
      source: path,
      summary: { path, bytes: bytes.length, ...lines },
    };
  }

  /** The image itself, in the size that models look at anyway. */
  async function image(path: string, bytes: Uint8Array, kind: ImageKind): Promise<ToolOutput> {
    const fitted = await images.fit(bytes, kind, IMAGE_FIT);
    if (fitted === undefined) return failed('not-image', `${path} is ${kind}, and can't be read here.`, path);
    const { mediaType, width, height } = fitted;
    const size = fitted.bytes.length;
    const sides = width === undefined || height === undefined ? {} : { width, height };
    const pixels = width === undefined || height === undefined ? '' : `, ${width}x${height} pixels`;
    const scaled = fitted.bytes === bytes ? '' : '; made smaller to be looked at';
    return {
      ok: true,
      text: `${path}: ${kind}, ${bytes.length} bytes${pixels}${scaled}. The image follows.`,
      provenance: 'workspace',
      source: path,
      images: [{ type: 'image', mediaType, blob: await blobs.put(fitted.bytes), name: path, size, ...sides }],
      summary: { path, bytes: bytes.length },
    };
  }

  async function stat(input: z.infer<typeof statInput>, context: ToolContext): Promise<ToolOutput> {
    const result = normalisePath(input.path);
    if (!result.ok) return { ok: false, failure: result.failure };
    const { path } = result;
    const attached = attachments.find(context.session, path);
    if (attached !== undefined)
      return own(
        `${path} is a file of ${attached.size} bytes that the person attached.`,
        path,
        attached.size,
      );
    const found = await space.stat(path);
    if (found === undefined) return missing(path);
    if (found.kind === 'directory') return own(`${named(path)} is a folder.`, path);
    const changed = new Date(found.modifiedAt).toISOString();
    const seen =
      bases.get(context, path) === undefined ? 'You have not read it yet.' : 'You have read it before.';
    return own(`${path} is a file of ${found.size} bytes, changed ${changed}. ${seen}`, path, found.size);
  }

  async function list(input: z.infer<typeof listInput>): Promise<ToolOutput> {
    const result = normalisePath(input.path ?? '');
    if (!result.ok) return { ok: false, failure: result.failure };
    const { path } = result;
    const found = path === '' ? undefined : await space.stat(path);
    if (path !== '' && found === undefined) return missing(path);
    if (found?.kind === 'file') return failed('tool-failed', `${path} is a file: read_file reads it.`, path);
    const items = [...(await space.list(path))].sort((a, b) =>
      a.name < b.name ? -1 : a.name > b.name ? 1 : 0,
    );
    const files = items.filter((item) => item.kind === 'file').length;
    const summary = {
      ...(path === '' ? {} : { path }),
      files,
      folders: items.length - files,
      ...(items.length > MAX_ITEMS ? { cut: true } : {}),
    };
    if (items.length === 0) return { ok: true, text: `${named(path)} is empty.`, provenance: 'own', summary };
    const text = [
      `${named(path)}: ${count(files, 'file')}, ${count(items.length - files, 'folder')}`,
      ...items.slice(0, MAX_ITEMS).map((item) => itemLine(path, item)),
      ...(items.length > MAX_ITEMS
        ? [`[${items.length - MAX_ITEMS} more are not shown; search_files finds them by name]`]
        : []),
    ].join('\n');
    return { ok: true, text, provenance: 'workspace', source: named(path), summary };
  }

  const shared = { effect: 'read', concurrency: 'shared' } as const;
  const reads = (path: string) => [{ kind: 'path', value: targetPath(path), access: 'read' }] as const;
  return [
    registered<z.infer<typeof readInput>>({
      name: 'read_file',
      description: TOOL_TEXT.read_file,
      input: schemaOf(readInput),
      ...shared,
      targets: (input) => reads(input.path),
      run: (input, context) => attempt(() => read(input, context)),
    }),
    registered<z.infer<typeof statInput>>({
      name: 'stat_file',
      description: TOOL_TEXT.stat_file,
      input: schemaOf(statInput),
      ...shared,
      targets: (input) => reads(input.path),
      run: (input, context) => attempt(() => stat(input, context)),
    }),
    registered<z.infer<typeof listInput>>({
      name: 'list_files',
      description: TOOL_TEXT.list_files,
      input: schemaOf(listInput),
      ...shared,
      targets: (input) => reads(input.path ?? ''),
      run: (input) => attempt(() => list(input)),
    }),
  ];
}

interface Excerpt {
  readonly text: string;
  readonly lines: number;
  readonly fromLine: number;
  readonly toLine: number;
  readonly cut?: boolean;
}

/** The lines asked for under an honest header, or the sentence why there are none. */
export function excerptOf(
  path: string,
  file: TextFile,
  from: number,
  to: number | undefined,
): Excerpt | string {
  const lines = linesOf(file.text);
  const total = lines.length;
  if (to !== undefined && to < from) return `to (${to}) is below from (${from}).`;
  if (from > Math.max(total, 1)) return `${path} has only ${count(total, 'line')}; from is ${from}.`;
  const end = Math.min(to ?? total, total, from + MAX_LINES - 1);
  const kept: string[] = [];
  let characters = 0;
  let shortened = 0;
  for (const line of lines.slice(from - 1, end)) {
    const short = cutHead(line, MAX_LINE);
    const shown =
      short === line
        ? line
        : `${short}[… ${line.length - short.length} more characters of this line are not shown]`;
    if (kept.length > 0 && characters + shown.length > MAX_CHARACTERS) break;
    if (shown !== line) shortened += 1;
    characters += shown.length + 1;
    kept.push(shown);
  }
  const last = from + kept.length - 1;
  const cut = last < Math.min(to ?? total, total);
  const notes = [
    from === 1 && last === total ? `all ${count(total, 'line')}` : `lines ${from}-${last} of ${total}`,
    ...(cut ? [`cut here: go on with from ${last + 1}`] : []),
    ...(shortened > 0 ? [`${count(shortened, 'long line')} shortened`] : []),
    ...(total > 0 && last === total && !file.text.endsWith('\n') ? ['no newline at the end'] : []),
  ];
  const text = [`${path}: ${notes.join('; ')}`, ...kept].join('\n');
  return { text, lines: total, fromLine: from, toLine: last, ...(cut || shortened > 0 ? { cut: true } : {}) };
}

const named = (path: string): string => (path === '' ? 'The workspace' : path);
const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

function itemLine(directory: string, item: DirectoryItem): string {
  const path = joinPath(directory, item.name);
  return item.kind === 'directory' ? `${path}/` : `${path} (${item.size} bytes)`;
}

function own(text: string, path: string, bytes?: number): ToolOutput {
  return { ok: true, text, provenance: 'own', summary: { path, ...(bytes === undefined ? {} : { bytes }) } };
}

function failed(
  code: 'tool-failed' | 'too-large' | 'not-text' | 'not-image',
  message: string,
  path: string,
): ToolOutput {
  return { ok: false, failure: failure(code, message, { facts: { path } }), summary: { path } };
}

function missing(path: string): ToolOutput {
  const message = `There is nothing at ${path}. list_files and search_files show what there is.`;
  return { ok: false, failure: failure('not-found', message, { facts: { path } }), summary: { path } };
}
