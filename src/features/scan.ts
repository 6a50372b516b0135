// The jobs that run in the scan worker because they may hang (T11): regular expressions over texts, globs and ignore
// rules over paths. Pure; whoever calls them here directly can't stop them.

import ignore from 'ignore';
import picomatch from 'picomatch';
import { type Failure, failure, FailureError } from '../engine/failures.ts';
import type { GrepFile, GrepJob, SelectJob } from '../engine/ports.ts';

/** What is posted to a scan worker, and what it answers. */
export type ScanJob =
  | { readonly type: 'grep'; readonly job: GrepJob }
  | { readonly type: 'select'; readonly job: SelectJob };
export type ScanAnswer =
  | { readonly type: 'grep'; readonly found: readonly GrepFile[] }
  | { readonly type: 'select'; readonly kept: readonly number[] }
  | { readonly type: 'failed'; readonly failure: Failure };

/** Contract: never throws; a pattern that is none comes back as `failed`. */
export function runScanJob(scan: ScanJob): ScanAnswer {
  try {
    return scan.type === 'grep'
      ? { type: 'grep', found: grepTexts(scan.job) }
      : { type: 'select', kept: selectPaths(scan.job) };
  } catch (thrown) {
    if (thrown instanceof FailureError) return { type: 'failed', failure: thrown.failure };
    return { type: 'failed', failure: failure('io-failed', `The scan failed: ${String(thrown)}`) };
  }
}

/** Contract: throws a `FailureError` for a bad pattern. */
export function grepTexts({ pattern, ignoreCase, files, limit }: GrepJob): readonly GrepFile[] {
  const expression = compile(pattern, ignoreCase ? 'im' : 'm');
  const found: GrepFile[] = [];
  let left = limit;
  for (const { path, text } of files) {
    if (left <= 0) break;
    const lines: number[] = [];
    let number = 0;
    for (let start = 0; start < text.length && left > 0; ) {
      const at = text.indexOf('\n', start);
      const end = at === -1 ? text.length : at;
      number += 1;
      if (expression.test(text.slice(start, end))) {
        lines.push(number);
        left -= 1;
      }
      start = end + 1;
    }
    if (lines.length > 0) found.push({ path, lines });
  }
  return found;
}

/** Models escape more than flag u allows; such a pattern is taken without it. */
function compile(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, `u${flags}`);
  } catch {
    try {
      return new RegExp(pattern, flags);
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      throw new FailureError(
        failure('invalid-arguments', `pattern: ${why}`, { facts: { field: 'pattern' } }),
      );
    }
  }
}

export function selectPaths({ paths, glob, ignore: rules = [] }: SelectJob): readonly number[] {
  const byDirectory = rules.map(({ directory, text }) => ({
    prefix: directory === '' ? '' : `${directory}/`,
    rules: ignore({ ignorecase: false, allowRelativePaths: true }).add(text),
  }));
  const ignored = (path: string): boolean => {
    let result = false;
    for (const { prefix, rules: own } of byDirectory) {
      if (!path.startsWith(prefix) || path === prefix) continue;
      const verdict = own.test(path.slice(prefix.length));
      if (verdict.ignored) result = true;
      else if (verdict.unignored) result = false;
    }
    return result;
  };
  const matches = glob === undefined ? () => true : globMatcher(glob);
  return [...paths.keys()].filter((index) => {
    const path = paths[index] ?? '';
    return matches(path) && !ignored(path);
  });
}

function globMatcher(glob: string): (path: string) => boolean {
  const match = picomatch(glob, { dot: true });
  return glob.includes('/') ? match : (path) => match(path.slice(path.lastIndexOf('/', path.length - 2) + 1));
}
