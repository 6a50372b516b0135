// Turns a path as a model writes it into one of the workspace: relative, `/`-separated, never above the root (G3).
// Names only: symbolic links are the file adapter's, credential names the guard's. Nothing is decoded: `%2e` is a name.

import { type Failure, failure } from '../../engine/failures.ts';

export type PathResult =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly failure: Failure };

/** Longest path taken; file systems stop at 4096 bytes. */
const MAX_LENGTH = 1024;

/** `''` is the root. A leading `/` is the root of the workspace, not of the machine; a backslash is a separator. */
export function normalisePath(input: string): PathResult {
  const refused = refusal(input);
  if (refused !== undefined) return refuse(input, refused);
  const kept: string[] = [];
  for (const segment of input.replaceAll('\\', '/').split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') {
      if (kept.pop() === undefined) return refuse(input, 'leads out of the workspace');
    } else if (/^[. ]+$/.test(segment)) {
      return refuse(input, 'has a part of dots and spaces only');
    } else {
      kept.push(segment);
    }
  }
  const path = kept.join('/');
  const named = elsewhere(path);
  return named === undefined ? { ok: true, path } : refuse(input, named);
}

/** The same, but the root is no file. */
export function filePath(input: string): PathResult {
  const result = normalisePath(input);
  return result.ok && result.path === '' ? refuse(input, 'names no file') : result;
}

/** What a tool tells the gate: the normalised path, or the words as given where they are refused anyway. */
export function targetPath(input: string): string {
  const result = normalisePath(input);
  return result.ok ? result.path : input;
}

export function parentOf(path: string): string {
  const cut = path.lastIndexOf('/');
  return cut < 0 ? '' : path.slice(0, cut);
}

export function joinPath(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}

function refusal(input: string): string | undefined {
  if (input.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  // Also keeps a line break or an invisible control character out of every card and log line that shows a path.
  if (/[\u0000-\u001f\u007f]/.test(input)) return 'holds a control character';
  if (!input.isWellFormed()) return 'holds half a character';
  if (/^[a-z][a-z0-9+.-]*:[\\/]{2}/i.test(input)) return 'is an address, not a path';
  return elsewhere(input);
}

/** Also asked of the result: `x/../C:` must not become what `C:` may not be. */
function elsewhere(path: string): string | undefined {
  if (/^[\\/]*[a-z]:/i.test(path)) return 'names a drive';
  if (/^~(?:$|[\\/])/.test(path)) return 'names a home folder';
  return undefined;
}

function refuse(input: string, why: string): PathResult {
  const shown = input.length <= 200 ? input : `${input.slice(0, 200).toWellFormed()}…`;
  const message = `The path ${JSON.stringify(shown)} ${why}. Give it relative to the workspace, such as "src/app.ts".`;
  return {
    ok: false,
    failure: failure('outside-workspace', message, { facts: { path: shown.replace(/\p{Cc}/gu, '�') } }),
  };
}
