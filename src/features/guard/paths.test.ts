// Paths as the guard reads them: what leaves the workspace, and which names hold credentials, however they are spelt.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CREDENTIAL_NAMES, isCredentialPath, isOutside, pathKey } from './paths.ts';

const traversal: readonly string[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures', 'traversal.json'), 'utf8'),
);

describe('credential names', () => {
  it.each([
    '.env',
    '.env.production',
    'packages/api/.envrc',
    'prod.env',
    '.ssh',
    '.ssh/config',
    'backup/.ssh/known_hosts',
    '.aws/credentials',
    'keys/server.pem',
    'a/b/tls.key',
    'id_rsa',
    'id_ed25519.pub',
    'id_rsa.bak',
    'id_work',
    '.git/config',
    'vendor/lib/.git/config',
    '.git/modules/lib/config',
    '.git/hooks/pre-commit',
    '.npmrc',
    '.netrc',
    '.pypirc',
    '.kube/config',
    '.docker/config.json',
    'credentials',
    'credentials.json',
    'release.keystore',
    'passwords.kdbx',
    'home/.config/gcloud/legacy/x.json',
  ])('know %s', (path) => {
    expect(isCredentialPath(path)).toBe(true);
  });

  it.each([
    '',
    'a.txt',
    'environment.ts',
    'src/env.ts',
    'docs/ssh.md',
    'id_generator.ts',
    'src/id_map.json',
    'config',
    'git/config',
    'src/credentials-form.tsx',
    'monkey',
    'keys/readme.md',
    'my.envelope',
    '.docker/readme.md',
    '.github/config',
  ])('let %s be', (path) => {
    expect(isCredentialPath(path)).toBe(false);
  });

  it.each([
    ['upper case', '.ENV'],
    ['mixed case', 'Server.PEM'],
    ['trailing dot', '.env.'],
    ['trailing spaces', '.env  '],
    ['leading space', ' .env'],
    ['alternate stream', '.env::$DATA'],
    ['backslash', 'a\\.ssh\\config'],
    ['doubled slash', '.ssh//config'],
    ['dot segments', '.git/./x/../config'],
    ['full-width letters', '．ｅｎｖ'],
    ['zero-width space', '.e​nv'],
    ['soft hyphen', 'id_r­sa'],
    ['line break at the end', 'id_rsa\n'],
    ['above the root', '../../.ssh/id_rsa'],
    ['absolute', '/root/.aws/credentials'],
  ])('are seen through %s', (_, path) => {
    expect(isCredentialPath(path)).toBe(true);
  });

  it('are one table in lower case, each row once and each found as written', () => {
    expect(new Set(CREDENTIAL_NAMES).size).toBe(CREDENTIAL_NAMES.length);
    for (const row of CREDENTIAL_NAMES) {
      expect(row).toBe(row.toLowerCase());
      const example = row.replaceAll('*', 'x');
      expect({
        row,
        known: isCredentialPath(row.endsWith('/') ? `a/${example}deep/file` : `a/${example}`),
      }).toEqual({ row, known: true });
    }
  });
});

describe('outside', () => {
  it.each([
    '..',
    '../a',
    'a/../../b',
    '/etc/passwd',
    '\\\\host\\share',
    'C:\\x',
    'c:x',
    '..\\..\\x',
    'file:///etc/passwd',
    'a\0b',
    ' .. /x',
  ])('is %j', (path) => expect(isOutside(path)).toBe(true));

  it.each(['', '.', 'a', 'a/../b', './a', 'a/..b', '...', 'ab:c', '%2e%2e/x'])('is not %j', (path) => {
    expect(isOutside(path)).toBe(false);
  });

  it('is every recorded traversal that a path library would let out', () => {
    expect(traversal.length).toBeGreaterThan(60);
    const escaped = traversal.filter((path) => {
      const resolved = posix.resolve('/root', path.replaceAll('\\', '/'));
      return !isOutside(path) && !(resolved === '/root' || resolved.startsWith('/root/'));
    });
    expect(escaped).toEqual([]);
  });

  it('is whatever resolves above the root, for any path of dots and names', () => {
    const segment = fc.constantFrom('..', '.', 'a', 'b', '', '...');
    fc.assert(
      fc.property(
        fc.array(segment, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('/', '\\'),
        (names, separator) => {
          const path = `x/${names.join('/')}`;
          const resolved = posix.resolve('/root/top', path);
          const inside = resolved === '/root/top' || resolved.startsWith('/root/top/');
          // A path that comes back in by the root's own name counts as outside: it says where the root lies.
          if (!inside) expect(isOutside(path.replaceAll('/', separator))).toBe(true);
        },
      ),
    );
  });
});

it('two spellings of one file have one key', () => {
  expect(
    new Set(
      ['Notes/A.txt', 'notes\\a.TXT', './notes//a.txt', 'notes/x/../a.txt ', 'notes/a.txt.'].map(pathKey),
    ).size,
  ).toBe(1);
  expect(pathKey('a')).not.toBe(pathKey('b'));
});
