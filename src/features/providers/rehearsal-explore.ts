// What Rehearsal does with a message that it has no part for: lists, searches, reads what was found, and answers from
// what it read, line by line. Decides one step at a time from the results so far; changes nothing.

import type { Reply } from './rehearsal-speech.ts';
import {
  filesRead,
  hitsIn,
  isDenied,
  pathOf,
  pathsIn,
  type SeenFile,
  type Step,
  type View,
} from './rehearsal-view.ts';
import { namedFiles, patternFor, salientWords, type Words, wordsFor } from './rehearsal-words.ts';

const MOST_GREPS = 3;
const MOST_READS = 2;
const MOST_QUOTES = 4;

export function explore(view: View): Reply {
  const words = wordsFor(view.language);
  const denied = view.steps.find(isDenied);
  if (denied !== undefined) return end(view, words.denied(denied.tool, denied.text));
  return begin(view, words) ?? search(view, words) ?? read(view, words) ?? answer(view, words);
}

/** A last reply: what is to be said, and what was done. */
export function end(view: View, ...parts: readonly string[]): Reply {
  return { say: [...parts, signature(view)].filter((part) => part !== '').join('\n\n') };
}

function signature(view: View): string {
  const words = wordsFor(view.language);
  const counts = new Map<string, number>();
  for (const { tool } of view.steps) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  const calls = [...counts].map(([tool, count]) => `${tool} × ${count}`).join(', ');
  return `— ${words.signature(calls === '' ? words.noCalls : calls)}`;
}

function begin(view: View, words: Words): Reply | undefined {
  if (view.steps.length > 0) return undefined;
  const calls = [
    ...(view.tools.has('list_files') ? [{ tool: 'list_files', input: {} }] : []),
    ...(view.tools.has('search_files')
      ? namedFiles(view.asked).map((pattern) => ({ tool: 'search_files', input: { pattern } }))
      : []),
  ];
  return calls.length === 0 ? undefined : { think: words.looking, say: words.listing, calls };
}

const greps = (view: View): readonly Step[] => view.steps.filter(({ tool }) => tool === 'grep_files');

/** Files of the name that the message gives come before any search for its words. */
const named = (view: View): readonly string[] =>
  view.steps.filter(({ tool }) => tool === 'search_files').flatMap((step) => pathsIn(step).slice(0, 1));

function search(view: View, words: Words): Reply | undefined {
  if (!view.tools.has('grep_files') || named(view).length > 0) return undefined;
  const tried = greps(view);
  if (tried.some((step) => hitsIn(step).length > 0) || tried.length >= MOST_GREPS) return undefined;
  const candidates = salientWords(view.asked, view.language);
  const word = candidates[tried.length];
  if (word === undefined) return undefined;
  const before = candidates[tried.length - 1];
  return {
    say: before === undefined ? words.searching(word) : words.searchingOn(word, before),
    calls: [{ tool: 'grep_files', input: { pattern: patternFor(word) } }],
  };
}

function read(view: View, words: Words): Reply | undefined {
  if (!view.tools.has('read_file')) return undefined;
  const tried = new Set(
    view.steps.flatMap(({ tool, input }) => (tool === 'read_file' ? [input['path']] : [])),
  );
  const wanted = [
    ...new Set([...named(view), ...greps(view).flatMap((step) => hitsIn(step).map(({ path }) => path))]),
  ];
  const next = wanted.slice(0, MOST_READS).filter((path) => !tried.has(path));
  if (next.length > 0) {
    return {
      say: words.reading(next.map(code).join(', ')),
      calls: next.map((path) => ({ tool: 'read_file', input: { path } })),
    };
  }
  if (wanted.length > 0 || tried.size > 0) return undefined;
  const instead = fallback(view);
  if (instead === undefined) return undefined;
  return { say: words.fallback(code(instead)), calls: [{ tool: 'read_file', input: { path: instead } }] };
}

function fallback(view: View): string | undefined {
  const paths = view.steps.flatMap(pathsIn);
  return (
    paths.find((path) => /readme/i.test(path)) ??
    paths.find((path) => /\.(md|txt|ts|js|json|csv|html)$/i.test(path))
  );
}

function answer(view: View, words: Words): Reply {
  if (view.tools.size === 0 && view.steps.length === 0) return end(view, words.noTools);
  const candidates = salientWords(view.asked, view.language);
  const tried = greps(view);
  const at = tried.findIndex((step) => hitsIn(step).length > 0);
  const hits = hitsIn(tried[at] ?? { tool: '', input: {}, ok: false, text: '' });
  const word = candidates[at] ?? '';
  const parts: string[] = [];
  if (hits.length > 0) parts.push(words.found(word, hits.length, new Set(hits.map(({ path }) => path)).size));
  else if (tried.length > 0) {
    const missed = candidates.slice(0, tried.length).map((one) => `“${one}”`);
    parts.push(words.nowhere(missed.join(', ')));
  }
  for (const step of view.steps) {
    if (step.tool !== 'read_file' || step.ok) continue;
    parts.push(words.unreadable(code(pathOf(step)), step.text));
  }
  const files = filesRead(view);
  const quoted = files.map((file) => {
    const lines = hits.filter(({ path }) => path === file.path).map(({ line }) => line);
    return lines.length > 0
      ? quotes(file, lines)
      : `${words.begins(code(file.path))}\n${quotes(file, firstLines(file))}`;
  });
  if (quoted.length > 0) parts.push(...quoted);
  else if (hits.length > 0) parts.push(hits.slice(0, MOST_QUOTES).map(quoteOf).join('\n'));
  else if (tried.length === 0 || view.steps.every(({ ok }) => !ok)) parts.push(words.nothing);
  return end(view, ...parts);
}

function firstLines(file: SeenFile): readonly number[] {
  return file.lines
    .flatMap((line, index) => (line.trim() === '' ? [] : [file.from + index]))
    .slice(0, MOST_QUOTES);
}

/** Lines of a file as it was read, with their places. */
function quotes(file: SeenFile, lines: readonly number[]): string {
  return lines
    .slice(0, MOST_QUOTES)
    .map((line) => quoteOf({ path: file.path, line, text: file.lines[line - file.from] ?? '' }))
    .join('\n');
}

export function quoteOf({ path, line, text }: { path: string; line: number; text: string }): string {
  return `- \`${path}:${line}\` ${code(text.trim())}`;
}

/** As inline code, whatever backticks the text holds. */
export function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const mark = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return text === '' ? '' : `${mark}${space}${text}${space}${mark}`;
}
