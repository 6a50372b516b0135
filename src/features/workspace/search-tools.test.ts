// search_files and grep_files: what is looked at, how hits are laid out, what is said when something is left out.

import { describe, expect, it } from 'vitest';
import { FailureError, failure } from '../../engine/failures.ts';
import { openDesk, said } from './fixtures/desk.ts';

const tree = {
  'README.md': '# Tides\n',
  'src/tides.ts': 'export function tide() {}\nconst low = 1;\n',
  'src/deep/Clock.ts': 'tide\n',
  'node_modules/x/tides.ts': 'tide\n',
  '.git/config': 'tide\n',
  'dist/out.js': 'tide\n',
  'logo.png': new Uint8Array([0x74, 0x69, 0x64, 0x65, 0]),
};

describe('search_files', () => {
  it('finds part of a path whatever its case, a glob by name, a glob by path', async () => {
    const desk = openDesk({ files: tree });
    expect(await desk.call('search_files', { pattern: 'clock' })).toEqual({
      ok: true,
      text: 'src/deep/Clock.ts',
      provenance: 'workspace',
      source: 'the workspace',
      summary: { files: 1 },
    });
    expect(said(await desk.call('search_files', { pattern: '*.ts' }))).toBe(
      'src/deep/Clock.ts\nsrc/tides.ts',
    );
    expect(said(await desk.call('search_files', { pattern: './src/*.ts' }))).toBe('src/tides.ts');
    expect(said(await desk.call('search_files', { pattern: 'ts', path: 'src/deep' }))).toBe(
      'src/deep/Clock.ts',
    );
  });

  it('says that nothing matches, and of how many', async () => {
    const desk = openDesk({ files: tree });
    expect(said(await desk.call('search_files', { pattern: '*.rs' }))).toBe(
      'No file matches, of 5 looked at.',
    );
    expect(said(await desk.call('search_files', { pattern: 'x', path: 'nowhere' }))).toMatch(/^not-found: /);
  });

  it('states its cap', async () => {
    const many = Object.fromEntries(Array.from({ length: 305 }, (_, index) => [`f${index}.txt`, '']));
    const output = await openDesk({ files: many }).call('search_files', { pattern: '*.txt' });
    expect(said(output)).toMatch(/\n\[5 more match; narrow the pattern or give a path\]$/);
    expect(output.summary).toEqual({ files: 305, cut: true });
  });
});

describe('grep_files', () => {
  it('shows matching lines with their numbers', async () => {
    const desk = openDesk({ files: { ...tree, '.gitignore': 'dist/\n' } });
    expect(await desk.call('grep_files', { pattern: 'tide' })).toEqual({
      ok: true,
      text: 'src/deep/Clock.ts:1: tide\nsrc/tides.ts:1: export function tide() {}',
      provenance: 'workspace',
      source: 'the workspace',
      summary: { matches: 2, files: 2 },
    });
  });

  it('shows lines around a match, once each, with a break where lines are left out', async () => {
    const text = Array.from({ length: 12 }, (_, index) =>
      index === 1 || index === 3 || index === 9 ? 'hit' : `${index + 1}`,
    ).join('\n');
    const desk = openDesk({ files: { a: text, b: 'hit\n' } });
    expect(said(await desk.call('grep_files', { pattern: 'hit', context: 1 }))).toBe(
      [
        'a-1- 1',
        'a:2: hit',
        'a-3- 3',
        'a:4: hit',
        'a-5- 5',
        '--',
        'a-9- 9',
        'a:10: hit',
        'a-11- 11',
        '--',
        'b:1: hit',
      ].join('\n'),
    );
  });

  it('starts with (?i): upper and lower case are one', async () => {
    const desk = openDesk({ files: { a: 'TIDE\n' } });
    expect(said(await desk.call('grep_files', { pattern: 'tide' }))).toBe('No line matches, in 1 files.');
    expect(said(await desk.call('grep_files', { pattern: '(?i)tide' }))).toBe('a:1: TIDE');
  });

  it('searches one file, and an ignored folder that is named', async () => {
    const desk = openDesk({ files: { ...tree, '.gitignore': 'dist/\n' } });
    expect(said(await desk.call('grep_files', { pattern: 'tide', path: 'src/tides.ts' }))).toBe(
      'src/tides.ts:1: export function tide() {}',
    );
    expect(said(await desk.call('grep_files', { pattern: 'tide', path: 'dist' }))).toBe(
      'dist/out.js:1: tide',
    );
  });

  it('rules of folders above hold in the folder that is named', async () => {
    const desk = openDesk({
      files: {
        '.gitignore': '*.log\n',
        'src/a.log': 'tide\n',
        'src/b.txt': 'tide\n',
        'src/.ignore': 'c.txt\n',
        'src/c.txt': 'tide',
      },
    });
    expect(said(await desk.call('grep_files', { pattern: 'tide', path: 'src' }))).toBe('src/b.txt:1: tide');
  });

  it('leaves credentials out of a search through a folder, and says so; named, they were the gate to pass', async () => {
    const desk = openDesk({ files: { '.env': 'KEY=1\n', 'a.txt': 'KEY\n' } });
    expect(said(await desk.call('grep_files', { pattern: 'KEY' }))).toBe(
      'a.txt:1: KEY\n[1 with a name of credentials were not searched: name the file to ask for it]',
    );
    expect(said(await desk.call('grep_files', { pattern: 'KEY', path: '.env' }))).toBe('.env:1: KEY=1');
  });

  it('states every cap that it reached', async () => {
    const desk = openDesk({ files: { a: 'hit\n'.repeat(500), big: 'x'.repeat(5_000_001) } });
    const output = await desk.call('grep_files', { pattern: 'hit' });
    const lines = said(output).split('\n');
    expect(lines.filter((line) => line.startsWith('a:'))).toHaveLength(200);
    expect(lines.slice(200)).toEqual([
      '[more than 200 lines match; the rest is not shown: narrow the pattern or give a path]',
      '[1 larger than 5000000 bytes were not searched]',
    ]);
    expect(output.summary).toEqual({ matches: 200, files: 1, cut: true });
    const long = openDesk({ files: { a: `${'x'.repeat(1_000)}\n`.repeat(150) } });
    expect(said(await long.call('grep_files', { pattern: 'x' }))).toMatch(
      /\[cut at 40000 characters: narrow the pattern or give a path\]$/,
    );
    expect(said(await long.call('grep_files', { pattern: 'x' }))).toContain('xxx[… 600 more characters]\n');
  });

  it('counts lines as read_file does, in CRLF files too', async () => {
    const desk = openDesk({ files: { a: 'x\r\ny\r\nhit\r\n' } });
    expect(said(await desk.call('grep_files', { pattern: 'hit$' }))).toBe('a:3: hit');
  });

  it('a bad pattern names the field', async () => {
    const desk = openDesk({
      files: { a: 'x' },
      scanner: {
        grep: async () => {
          throw new FailureError(failure('invalid-arguments', 'pattern: unterminated group'));
        },
        select: async ({ paths }) => [...paths.keys()],
      },
    });
    expect(said(await desk.call('grep_files', { pattern: '(' }))).toBe(
      'invalid-arguments: pattern: unterminated group',
    );
  });

  it('an aborted search is interrupted', async () => {
    const output = await openDesk({ files: tree }).call(
      'grep_files',
      { pattern: 'x' },
      { signal: AbortSignal.abort() },
    );
    expect(output).toMatchObject({ ok: false, failure: { code: 'interrupted' } });
  });
});
