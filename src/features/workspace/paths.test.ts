// Paths as models write them: what they name, and that none leaves the workspace.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filePath, normalisePath, targetPath } from './paths.ts';

const payloads = readFileSync(new URL('./fixtures/path-traversal/payloads.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '');

function isInside(path: string): boolean {
  return (
    !path.startsWith('/') &&
    !/[\\\u0000-\u001f]/.test(path) &&
    !/^[a-z]:/i.test(path) &&
    path.split('/').every((name) => name !== '' && !/^[. ]+$/.test(name))
  );
}

describe('normalisePath', () => {
  it.each([
    ['src/app.ts', 'src/app.ts'],
    ['./src/app.ts', 'src/app.ts'],
    ['/src/app.ts', 'src/app.ts'],
    ['src//app.ts', 'src/app.ts'],
    ['src/lib/../app.ts', 'src/app.ts'],
    ['src\\app.ts', 'src/app.ts'],
    ['src/', 'src'],
    ['.', ''],
    ['/', ''],
    ['', ''],
    ['src/..', ''],
    ['заметки/прилив.md', 'заметки/прилив.md'],
    ['with space/a b.txt', 'with space/a b.txt'],
    ['.env', '.env'],
    ['%2e%2e/etc', '%2e%2e/etc'],
    ['a:b.txt', undefined],
    ['time 12:30.txt', 'time 12:30.txt'],
  ])('%j names %j', (input, path) => {
    const result = normalisePath(input);
    expect(result.ok ? result.path : undefined).toBe(path);
  });

  it.each([
    '../secret',
    'src/../../secret',
    '..',
    '..\\..\\windows',
    'C:\\windows\\win.ini',
    'c:/windows',
    '/C:/windows',
    'file:///etc/passwd',
    'https://example.org/x',
    '~/.ssh/id_rsa',
    'a\u0000b',
    'a\nb',
    'a/.../b',
    'a/.. /b',
    'x\ud800',
    'x'.repeat(2000),
  ])('refuses %j and says why', (input) => {
    const result = normalisePath(input);
    expect(result).toMatchObject({ ok: false, failure: { code: 'outside-workspace' } });
    expect(!result.ok && result.failure.message).toMatch(/^The path ".*relative to the workspace/);
  });

  it.each(payloads)('a traversal string stays inside or is refused: %s', (payload) => {
    for (const input of [payload, payload.replace('{FILE}', 'etc/passwd'), `src/${payload}`]) {
      const result = normalisePath(input);
      if (result.ok) expect(isInside(result.path) || result.path === '').toBe(true);
      else expect(result.failure.code).toBe('outside-workspace');
    }
  });

  it('any string stays inside or is refused, and what it gives is its own normal form', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '.', '', '/', '\\', '//', 'C:', '\0', ' ', '..;', '~'),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join('/')),
        (input) => {
          const result = normalisePath(input);
          if (!result.ok) return;
          expect(isInside(result.path) || result.path === '').toBe(true);
          expect(normalisePath(result.path)).toEqual(result);
        },
      ),
    );
  });
});

describe('filePath', () => {
  it('refuses the root', () => {
    expect(filePath('./').ok).toBe(false);
    expect(filePath('a').ok).toBe(true);
  });
});

describe('targetPath', () => {
  it('tells the gate the words as given where they are refused', () => {
    expect(targetPath('../x')).toBe('../x');
    expect(targetPath('./a/../b')).toBe('b');
  });
});
