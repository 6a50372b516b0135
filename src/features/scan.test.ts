// The scan jobs: lines that match, paths that remain.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { grepTexts, runScanJob, selectPaths } from './scan.ts';

const grep = (pattern: string, text: string, more: { ignoreCase?: boolean; limit?: number } = {}) =>
  grepTexts({ pattern, ignoreCase: false, limit: 100, files: [{ path: 'a', text }], ...more })[0]?.lines ??
  [];

describe('grepTexts', () => {
  it('gives the numbers of the lines that match, each line by itself', () => {
    expect(grep('b', 'abc\nxyz\nb')).toEqual([1, 3]);
    expect(grep('^b$', 'ab\nb\nbc\n')).toEqual([2]);
    expect(grep('a\\s+b', 'a\nb\na b')).toEqual([3]);
    expect(grep('^$', 'a\n\nb\n')).toEqual([2]);
    expect(grep('x', '')).toEqual([]);
  });

  it('knows letters of every script, and case where asked', () => {
    expect(grep('\\p{Lu}\\p{Ll}+', 'прилив\nПрилив')).toEqual([2]);
    expect(grep('.', '😀')).toEqual([1]);
    expect(grep('прилив', 'ПРИЛИВ', { ignoreCase: true })).toEqual([1]);
  });

  it('takes a pattern that is valid only without flag u', () => {
    expect(grep('a\\-b {', 'a-b {')).toEqual([1]);
  });

  it('stops at the limit over all files', () => {
    const files = [
      { path: 'a', text: 'x\nx\n' },
      { path: 'b', text: 'x\nx\n' },
      { path: 'c', text: 'x\n' },
    ];
    expect(grepTexts({ pattern: 'x', ignoreCase: false, limit: 3, files })).toEqual([
      { path: 'a', lines: [1, 2] },
      { path: 'b', lines: [1] },
    ]);
  });

  it('a pattern that is none is named as the field at fault', () => {
    const job = { pattern: '(', ignoreCase: false, limit: 1, files: [] };
    expect(runScanJob({ type: 'grep', job })).toMatchObject({
      type: 'failed',
      failure: { code: 'invalid-arguments', facts: { field: 'pattern' } },
    });
  });
});

interface Case {
  readonly description: string;
  readonly patterns: string | readonly string[];
  readonly paths: Readonly<Record<string, 0 | 1>>;
}

const cases = readFileSync(new URL('./fixtures/gitignore/cases.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Case);

describe('selectPaths', () => {
  it.each(cases)('ignores as git does: $description', ({ patterns, paths }) => {
    const text = typeof patterns === 'string' ? patterns : patterns.join('\n');
    const all = Object.keys(paths);
    const kept = new Set(selectPaths({ paths: all, ignore: [{ directory: '', text }] }));
    const found = Object.fromEntries(all.map((path, index) => [path, kept.has(index) ? 0 : 1]));
    expect(found).toEqual(paths);
  });

  it('rules hold below their own folder, and the deeper one has the last word', () => {
    const ignore = [
      { directory: '', text: '*.log\n' },
      { directory: 'src', text: '!keep.log\n/build/\n' },
    ];
    const paths = ['a.log', 'keep.log', 'src/a.log', 'src/keep.log', 'build/', 'src/build/', 'src/x/build/'];
    const kept = selectPaths({ paths, ignore }).map((index) => paths[index]);
    expect(kept).toEqual(['src/keep.log', 'build/', 'src/x/build/']);
  });

  it('a glob without a slash is matched against names, with one against paths', () => {
    const paths = ['a.ts', 'src/b.ts', 'src/deep/c.test.ts', '.env', 'src/.hidden/d.ts'];
    const of = (glob: string) => selectPaths({ paths, glob }).map((index) => paths[index]);
    expect(of('*.ts')).toEqual(['a.ts', 'src/b.ts', 'src/deep/c.test.ts', 'src/.hidden/d.ts']);
    expect(of('src/*.ts')).toEqual(['src/b.ts']);
    expect(of('src/**/*.ts')).toEqual(['src/b.ts', 'src/deep/c.test.ts', 'src/.hidden/d.ts']);
    expect(of('{a,b}.ts')).toEqual(['a.ts', 'src/b.ts']);
    expect(of('.e*')).toEqual(['.env']);
  });
});
