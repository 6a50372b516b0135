// What read_file, stat_file and list_files say, and the base that a read leaves.

import { describe, expect, it } from 'vitest';
import { hashOf, openDesk, said } from './fixtures/desk.ts';

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

describe('read_file', () => {
  it('gives the text under a header, as data of the workspace, and leaves a base', async () => {
    const desk = openDesk({ files: { 'src/a.ts': 'one\ntwo\n' } });
    expect(await desk.call('read_file', { path: './src/a.ts' })).toEqual({
      ok: true,
      text: 'src/a.ts: all 2 lines\none\ntwo',
      provenance: 'workspace',
      source: 'src/a.ts',
      summary: { path: 'src/a.ts', bytes: 8, lines: 2, fromLine: 1, toLine: 2 },
    });
    expect(desk.events()).toEqual([{ type: 'seen', path: 'src/a.ts', hash: hashOf('one\ntwo\n') }]);
  });

  it('records a second look at the same bytes only once', async () => {
    const desk = openDesk({ files: { a: 'x\n' } });
    await desk.call('read_file', { path: 'a' });
    await desk.call('read_file', { path: 'a' });
    await desk.call('read_file', { path: 'a' }, { as: 'other' });
    expect(desk.entries.map(({ by }) => by)).toEqual(['agent', 'other']);
  });

  it('takes an inclusive range of lines from 1', async () => {
    const desk = openDesk({ files: { a: numbered(9) } });
    expect(said(await desk.call('read_file', { path: 'a', from: 3, to: 4 }))).toBe(
      'a: lines 3-4 of 9\nline 3\nline 4',
    );
    expect(said(await desk.call('read_file', { path: 'a', from: 8 }))).toBe(
      'a: lines 8-9 of 9\nline 8\nline 9',
    );
    expect(said(await desk.call('read_file', { path: 'a', to: 99 }))).toMatch(/^a: all 9 lines\n/);
  });

  it('says where a range cannot be', async () => {
    const desk = openDesk({ files: { a: numbered(2) } });
    expect(said(await desk.call('read_file', { path: 'a', from: 3 }))).toBe(
      'tool-failed: a has only 2 lines; from is 3.',
    );
    expect(said(await desk.call('read_file', { path: 'a', from: 2, to: 1 }))).toBe(
      'tool-failed: to (1) is below from (2).',
    );
  });

  it('pages through a long file, all of it once', async () => {
    const desk = openDesk({ files: { a: numbered(4_500) } });
    const seen: string[] = [];
    for (let from = 1; from > 0; ) {
      const text = said(await desk.call('read_file', { path: 'a', from }));
      seen.push(...text.split('\n').slice(1));
      from = Number(/go on with from (\d+)/.exec(text)?.[1] ?? 0);
    }
    expect(`${seen.join('\n')}\n`).toBe(numbered(4_500));
  });

  it('shortens a very long line and says by how much, without cutting a character in two', async () => {
    const desk = openDesk({ files: { a: `x${'😀'.repeat(5_000)}\nend\n` } });
    const output = await desk.call('read_file', { path: 'a' });
    expect(said(output)).toContain('a: all 2 lines; 1 long line shortened\n');
    expect(said(output)).toMatch(/😀\[… 6002 more characters of this line are not shown\]\nend$/);
    expect(said(output).isWellFormed()).toBe(true);
    expect(output.summary?.cut).toBe(true);
  });

  it('mentions a missing final newline, and an empty file', async () => {
    const desk = openDesk({ files: { a: 'x', b: '' } });
    expect(said(await desk.call('read_file', { path: 'a' }))).toBe('a: all 1 line; no newline at the end\nx');
    expect(said(await desk.call('read_file', { path: 'b' }))).toBe('b: all 0 lines');
  });

  it('shows CRLF and the mark as plain lines', async () => {
    const desk = openDesk({ files: { a: '\uFEFFx\r\ny\r\n' } });
    expect(said(await desk.call('read_file', { path: 'a' }))).toBe('a: all 2 lines\nx\ny');
  });

  it.each([
    [{ path: 'none.ts' }, /^not-found: There is nothing at none\.ts/],
    [{ path: 'dir' }, /^tool-failed: dir is a folder/],
    [{ path: 'logo.png' }, /^not-text: logo\.png is not UTF-8 text \(5 bytes\)/],
    [{ path: '../x' }, /^outside-workspace: The path "\.\.\/x" leads out/],
    [{ path: '/' }, /^outside-workspace: The path "\/" names no file/],
  ])('fails with a reason: %j', async (input, reason) => {
    const desk = openDesk({ files: { 'dir/x': '', 'logo.png': new Uint8Array([137, 80, 78, 71, 0]) } });
    expect(said(await desk.call('read_file', input))).toMatch(reason);
    expect(desk.events()).toEqual([]);
  });
});

describe('stat_file', () => {
  it('tells kind, size, time and whether it was read', async () => {
    const desk = openDesk({ files: { 'src/a.ts': 'abc' } });
    expect(said(await desk.call('stat_file', { path: 'src/a.ts' }))).toBe(
      'src/a.ts is a file of 3 bytes, changed 2025-06-15T15:06:40.000Z. You have not read it yet.',
    );
    await desk.call('read_file', { path: 'src/a.ts' });
    expect(said(await desk.call('stat_file', { path: 'src/a.ts' }))).toMatch(/You have read it before\.$/);
    expect(said(await desk.call('stat_file', { path: 'src' }))).toBe('src is a folder.');
    expect(said(await desk.call('stat_file', { path: 'src/b.ts' }))).toMatch(/^not-found: /);
  });
});

describe('list_files', () => {
  it('lists one folder in order, folders with a slash, files with sizes', async () => {
    const desk = openDesk({ files: { 'src/b.ts': 'xy', 'src/a.ts': '', 'README.md': '12345' } });
    expect(await desk.call('list_files', {})).toEqual({
      ok: true,
      text: 'The workspace: 1 file, 1 folder\nREADME.md (5 bytes)\nsrc/',
      provenance: 'workspace',
      source: 'The workspace',
      summary: { files: 1, folders: 1 },
    });
    expect(said(await desk.call('list_files', { path: 'src/' }))).toBe(
      'src: 2 files, 0 folders\nsrc/a.ts (0 bytes)\nsrc/b.ts (2 bytes)',
    );
  });

  it('says when it is cut, empty, missing or no folder', async () => {
    const many = Object.fromEntries(Array.from({ length: 510 }, (_, index) => [`f${index}`, '']));
    const output = await openDesk({ files: many }).call('list_files', {});
    expect(said(output)).toMatch(/\n\[10 more are not shown; search_files finds them by name\]$/);
    expect(output.summary).toEqual({ files: 510, folders: 0, cut: true });
    expect(said(await openDesk().call('list_files', {}))).toBe('The workspace is empty.');
    const desk = openDesk({ files: { a: '' } });
    expect(said(await desk.call('list_files', { path: 'b' }))).toMatch(/^not-found: /);
    expect(said(await desk.call('list_files', { path: 'a' }))).toMatch(/^tool-failed: a is a file/);
  });
});

describe('targets', () => {
  it('name the path as it will be opened', () => {
    const desk = openDesk();
    const targets = (name: string, input: object) => desk.tool(name).targets(input as never);
    expect(targets('read_file', { path: './src/../.env' })).toEqual([
      { kind: 'path', value: '.env', access: 'read' },
    ]);
    expect(targets('list_files', {})).toEqual([{ kind: 'path', value: '', access: 'read' }]);
    expect(targets('grep_files', { pattern: 'x' })).toEqual([{ kind: 'path', value: '', access: 'read' }]);
    expect(targets('write_file', { path: '/a', content: '' })).toEqual([
      { kind: 'path', value: 'a', access: 'write' },
    ]);
  });
});
