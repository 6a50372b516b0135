// Writing: read before write, stale bases, exact edits, what is kept of a file, and the order of what is recorded.

import { describe, expect, it } from 'vitest';
import { FailureError, failure } from '../../engine/failures.ts';
import { hashOf, openDesk, said } from './fixtures/desk.ts';

describe('write_file', () => {
  it('creates a file in a new folder without a base, snapshot before write', async () => {
    const desk = openDesk();
    const output = await desk.call('write_file', { path: 'notes/summary.md', content: 'a\nb\n' });
    expect(output).toEqual({
      ok: true,
      text: 'Created notes/summary.md (2 lines).',
      provenance: 'own',
      summary: { path: 'notes/summary.md', bytes: 4, added: 2, removed: 0, created: true },
    });
    const hash = hashOf('a\nb\n');
    expect(desk.events()).toEqual([
      {
        type: 'snapshot',
        callId: 'call-1',
        path: 'notes/summary.md',
        before: null,
        after: { hash, size: 4, kept: true },
      },
      {
        type: 'write',
        callId: 'call-1',
        path: 'notes/summary.md',
        hash,
        size: 4,
        created: true,
        added: 2,
        removed: 0,
      },
    ]);
    expect(desk.files.text('notes/summary.md')).toBe('a\nb\n');
  });

  it('refuses to overwrite what this participant has not seen', async () => {
    const desk = openDesk({ files: { a: 'old\n' } });
    await desk.call('read_file', { path: 'a' }, { as: 'other' });
    expect(said(await desk.call('write_file', { path: 'a', content: 'new' }))).toBe(
      'not-read: Read a first: it exists and you have not seen it. Nothing was written.',
    );
    expect(desk.files.text('a')).toBe('old\n');
    expect(desk.entries).toHaveLength(1);
  });

  it('overwrites what it has read, and again what it has written', async () => {
    const desk = openDesk({ files: { a: 'old\n' } });
    await desk.call('read_file', { path: 'a' });
    expect(said(await desk.call('write_file', { path: 'a', content: 'new\n' }))).toBe(
      'Wrote a (+1 -1 lines).',
    );
    expect(said(await desk.call('write_file', { path: 'a', content: 'newer\n' }))).toBe(
      'Wrote a (+1 -1 lines).',
    );
    expect(desk.files.text('a')).toBe('newer\n');
  });

  it('says what the file is now when it changed since, and writes nothing', async () => {
    const desk = openDesk({ files: { a: 'old\n' } });
    await desk.call('read_file', { path: 'a' });
    desk.files.plant('a', 'someone else\n');
    const output = await desk.call('write_file', { path: 'a', content: 'new\n' });
    expect(output).toMatchObject({
      ok: false,
      failure: {
        code: 'stale',
        facts: { path: 'a', size: 13, hash: hashOf('someone else\n'), base: hashOf('old\n') },
      },
    });
    expect(said(output)).toContain(
      `now it is ${hashOf('someone else\n').slice(0, 12)}, 13 bytes, changed 2025-06-15T`,
    );
    expect(desk.files.text('a')).toBe('someone else\n');
    expect(desk.events().some(({ type }) => type === 'snapshot')).toBe(false);
  });

  it('makes a removed file anew', async () => {
    const desk = openDesk({ files: { a: 'old\n' } });
    await desk.call('read_file', { path: 'a' });
    await desk.files.remove('a');
    expect(said(await desk.call('write_file', { path: 'a', content: 'x\n' }))).toBe('Created a (1 line).');
  });

  it('keeps the byte order mark and the line ends of what it replaces', async () => {
    const desk = openDesk({ files: { a: '\uFEFFone\r\ntwo\r\n' } });
    await desk.call('read_file', { path: 'a' });
    await desk.call('write_file', { path: 'a', content: 'one\nthree\n' });
    expect(desk.files.text('a')).toBe('\uFEFFone\r\nthree\r\n');
  });

  it('repairs half a character', async () => {
    const desk = openDesk();
    await desk.call('write_file', { path: 'a', content: 'x\ud83dy' });
    expect(desk.files.text('a')).toBe('x\uFFFDy');
  });

  it('does not write the same text again', async () => {
    const desk = openDesk({ files: { a: 'same\n' } });
    await desk.call('read_file', { path: 'a' });
    expect(said(await desk.call('write_file', { path: 'a', content: 'same\n' }))).toBe(
      'a already holds exactly this text. Nothing was written.',
    );
    expect(desk.entries).toHaveLength(1);
  });

  it('fills an empty file that nobody has read', async () => {
    const desk = openDesk({ files: { a: '' } });
    expect(said(await desk.call('write_file', { path: 'a', content: 'x\n' }))).toBe('Wrote a (+1 -0 lines).');
  });

  it('leaves a file alone that is too large to be undone', async () => {
    const desk = openDesk({ files: { a: 'x'.repeat(5_000_001) } });
    await desk.call('read_file', { path: 'a' });
    expect(said(await desk.call('write_file', { path: 'a', content: 'y' }))).toMatch(
      /^too-large: a has 5000001 bytes/,
    );
  });

  it('writes a new large file, but keeps no copy of it', async () => {
    const desk = openDesk();
    const content = 'x'.repeat(5_000_001);
    expect((await desk.call('write_file', { path: 'a', content })).ok).toBe(true);
    expect(desk.events()[0]).toMatchObject({ before: null, after: { hash: hashOf(content), kept: false } });
    expect(desk.blobs.kept.size).toBe(0);
  });

  it('a workspace open for reading refuses', async () => {
    const desk = openDesk({ writable: false });
    expect(said(await desk.call('write_file', { path: 'a', content: 'x' }))).toMatch(/^read-only: /);
  });

  it('a folder is no file', async () => {
    const desk = openDesk({ files: { 'a/b': '' } });
    expect(said(await desk.call('write_file', { path: 'a', content: 'x' }))).toBe(
      'tool-failed: a is a folder.',
    );
    expect(said(await desk.call('write_file', { path: 'a/b/c', content: 'x' }))).toMatch(/^not-found: /);
  });
});

describe('edit_file', () => {
  const edit = async (text: string, input: { old: string; new: string; all?: boolean }) => {
    const desk = openDesk({ files: { a: text } });
    await desk.call('read_file', { path: 'a' });
    const output = await desk.call('edit_file', { path: 'a', ...input });
    return { said: said(output), text: desk.files.text('a'), output };
  };

  it('replaces the one occurrence', async () => {
    expect(await edit('a\nb\nc\n', { old: 'b\n', new: 'B\nBB\n' })).toMatchObject({
      said: 'Edited a (+2 -1 lines).',
      text: 'a\nB\nBB\nc\n',
      output: { summary: { path: 'a', added: 2, removed: 1, created: false, bytes: 9 } },
    });
  });

  it('takes $ in the new text as it stands', async () => {
    expect((await edit('x\n', { old: 'x', new: "$& $1 $'" })).text).toBe("$& $1 $'\n");
  });

  it('finds LF text in a CRLF file and keeps its line ends, mark and missing final newline', async () => {
    const { text } = await edit('\uFEFFa\r\nb\r\nc', { old: 'a\nb', new: 'a\nx\nb' });
    expect(text).toBe('\uFEFFa\r\nx\r\nb\r\nc');
    expect((await edit('a\r\nb\r\n', { old: 'a\r\nb', new: 'c\r\nd' })).text).toBe('c\r\nd\r\n');
  });

  it('refuses two occurrences, tells their lines, and replaces both where told', async () => {
    const twice = await edit('x = 1\ny\nx = 1\n', { old: 'x = 1', new: 'x = 2' });
    expect(twice.said).toMatch(/^not-unique: old occurs 2 times in a \(lines 1, 3\)/);
    expect(twice.text).toBe('x = 1\ny\nx = 1\n');
    expect((await edit('x = 1\ny\nx = 1\n', { old: 'x = 1', new: 'x = 2', all: true })).text).toBe(
      'x = 2\ny\nx = 2\n',
    );
  });

  it.each([
    ['if (a) {\n\treturn 1;\n}\n', 'if (a) {\n  return 1;\n}', 'Lines 1-3 match but for white space'],
    ['one\ntwo\nthree\n', 'two\nfour', 'It begins as from line 2, but line 3 is different'],
    ['const total = sum(list);\n', 'const total = sum(items);', 'The nearest is line 1'],
    ['abc\n', 'zzz yyy', 'No line is like it'],
    ['', 'x', 'The file is empty'],
    ['a\n', '\t\n', 'It holds white space only'],
  ])('says where to look again, without showing text: %j', async (text, old, hint) => {
    const result = await edit(text, { old, new: 'N' });
    expect(result.said).toMatch(/^no-match: old does not occur in a\. /);
    expect(result.said).toContain(hint);
    expect(result.text).toBe(text);
  });

  it('refuses to change nothing, a missing file, and one that is no text', async () => {
    expect((await edit('x\n', { old: 'x', new: 'x' })).said).toMatch(/^no-match: old and new are the same/);
    const desk = openDesk();
    expect(said(await desk.call('edit_file', { path: 'b', old: 'x', new: 'y' }))).toMatch(
      /^not-found: There is no file b/,
    );
  });

  it('an empty old text is refused by the schema', () => {
    const checked = openDesk().tool('edit_file').input.check({ path: 'a', old: '', new: 'x' });
    expect(checked).toMatchObject({ ok: false, problems: [{ field: 'old' }] });
  });
});

describe('several at once', () => {
  it('of two participants with the same base one writes and the other is told', async () => {
    const desk = openDesk({ files: { a: 'x\n' } });
    await desk.call('read_file', { path: 'a' }, { as: 'one' });
    await desk.call('read_file', { path: 'a' }, { as: 'two' });
    const outputs = await Promise.all([
      desk.call('edit_file', { path: 'a', old: 'x', new: '1' }, { as: 'one' }),
      desk.call('edit_file', { path: 'a', old: 'x', new: '2' }, { as: 'two' }),
    ]);
    expect(outputs.map((output) => (output.ok ? 'ok' : output.failure.code))).toEqual(['ok', 'stale']);
    expect(desk.files.text('a')).toBe('1\n');
  });

  it('what slips in after the snapshot is found by the last check', async () => {
    const desk = openDesk({ files: { a: 'x\n' } });
    await desk.call('read_file', { path: 'a' });
    const output = await desk.call(
      'edit_file',
      { path: 'a', old: 'x', new: 'y' },
      { onRecord: ({ type }) => (type === 'snapshot' ? desk.files.plant('a', 'slipped in\n') : undefined) },
    );
    expect(output).toMatchObject({ ok: false, failure: { code: 'stale' } });
    expect(desk.files.text('a')).toBe('slipped in\n');
  });

  it('an aborted write writes nothing after the abort', async () => {
    const desk = openDesk();
    const stop = new AbortController();
    const output = await desk.call(
      'write_file',
      { path: 'a', content: 'x' },
      { signal: stop.signal, onRecord: () => stop.abort() },
    );
    expect(output).toMatchObject({ ok: false, failure: { code: 'interrupted' } });
    expect(desk.files.paths()).toEqual([]);
  });

  it('bytes that read back differently are no success', async () => {
    const desk = openDesk({
      wrap: (files) => ({
        ...files,
        write: async (path, bytes, check) => {
          await files.write(path, bytes, check);
          files.plant(path, 'garbled');
        },
      }),
    });
    const output = await desk.call('write_file', { path: 'a', content: 'x' });
    expect(output).toMatchObject({ ok: false, failure: { code: 'io-failed' } });
    expect(desk.events().map(({ type }) => type)).toEqual(['snapshot']);
  });

  it("a port's failure is the result, anything else is a bug", async () => {
    const broken = (thrown: Error) =>
      openDesk({ wrap: (files) => ({ ...files, write: async () => Promise.reject(thrown) }) });
    const full = broken(new FailureError(failure('storage-full', 'no room')));
    expect(said(await full.call('write_file', { path: 'a', content: 'x' }))).toBe('storage-full: no room');
    await expect(
      broken(new TypeError('oops')).call('write_file', { path: 'a', content: 'x' }),
    ).rejects.toThrow('oops');
  });
});

describe('preview', () => {
  it('shows both texts in full and changes nothing', async () => {
    const desk = openDesk({ files: { a: 'x\r\n' } });
    await desk.call('read_file', { path: 'a' });
    expect(await desk.preview('edit_file', { path: './a', old: 'x', new: 'y' })).toEqual({
      type: 'file',
      path: 'a',
      before: 'x\n',
      after: 'y\n',
    });
    expect(await desk.preview('write_file', { path: 'b', content: 'n' })).toEqual({
      type: 'file',
      path: 'b',
      before: null,
      after: 'n',
    });
    expect(desk.files.paths()).toEqual(['a']);
    expect(desk.entries).toHaveLength(1);
  });

  it('fails where the write would', async () => {
    const desk = openDesk({ files: { a: 'x\n' } });
    expect(await desk.preview('write_file', { path: 'a', content: 'y' })).toMatchObject({ code: 'not-read' });
    await desk.call('read_file', { path: 'a' });
    expect(await desk.preview('edit_file', { path: 'a', old: 'z', new: 'y' })).toMatchObject({
      code: 'no-match',
    });
    expect(await desk.preview('edit_file', { path: '../a', old: 'z', new: 'y' })).toMatchObject({
      code: 'outside-workspace',
    });
  });
});

describe('bases from the log', () => {
  it('hold after a restart: what was read or written can be edited, the rest not', async () => {
    const before = openDesk({ files: { a: 'x\n', b: 'x\n' } });
    await before.call('read_file', { path: 'a' });
    await before.call('write_file', { path: 'c', content: 'x\n' });
    const after = openDesk({ files: { a: 'x\n', b: 'x\n', c: 'x\n' } });
    after.workspace.loadBases(after.session, before.entries);
    const codes = await Promise.all(
      ['a', 'b', 'c'].map(async (path) => {
        const output = await after.call('edit_file', { path, old: 'x', new: 'y' });
        return output.ok ? 'ok' : output.failure.code;
      }),
    );
    expect(codes).toEqual(['ok', 'not-read', 'ok']);
  });
});
