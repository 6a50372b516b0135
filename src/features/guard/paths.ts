// What a path stands for, before anything is opened: inside the workspace or out of it, and whether its name is one
// under which people keep secrets (G3). Lexical only; links are resolved by whoever owns the files.

import { stripInvisible } from './invisible.ts';

/**
 * Names of credentials, in lower case. `/` at the end: everything in that folder, and the folder. `*` is any run of
 * characters within one name; a row with a `/` inside fits the last names of a path.
 */
export const CREDENTIAL_NAMES: readonly string[] = [
  // folders
  '.ssh/',
  '.aws/',
  '.azure/',
  '.gnupg/',
  '.kube/',
  '.oci/',
  '.password-store/',
  '.config/gcloud/',
  '.config/gh/',
  '.config/hub/',
  '.config/op/',
  '.config/rclone/',
  '.config/sops/',
  'library/keychains/',
  // environment and tools
  '.env*',
  '*.env',
  '.git/config',
  '.git/hooks/',
  '.git/modules/*/config',
  '.git/modules/*/*/config',
  '.git-credentials*',
  '.gitconfig.local',
  '.npmrc',
  '.netrc',
  '_netrc',
  '.pypirc',
  '.pgpass',
  'pgpass.conf',
  '.my.cnf',
  '.mylogin.cnf',
  '.htpasswd',
  '.s3cfg',
  '.boto',
  '.dockercfg',
  '.docker/config.json',
  'kubeconfig',
  '*.kubeconfig',
  '.vault-token',
  '.terraformrc',
  '*.tfstate',
  '*.tfstate.*',
  '.cargo/credentials*',
  '.gem/credentials',
  '.m2/settings.xml',
  '.gradle/gradle.properties',
  '.composer/auth.json',
  // keys and keystores
  '*.pem',
  '*.key',
  '*.p8',
  '*.p12',
  '*.pfx',
  '*.ppk',
  '*.jks',
  '*.jceks',
  '*.bks',
  '*.keystore',
  '*.truststore',
  '*.keychain',
  '*.keychain-db',
  '*.keytab',
  '*.kdb',
  '*.kdbx',
  '*.ovpn',
  'id_rsa*',
  'id_dsa*',
  'id_ecdsa*',
  'id_ed25519*',
  'id_xmss*',
  'wallet.dat',
  // what browsers and clouds call them
  'login data',
  'logins.json',
  'key3.db',
  'key4.db',
  'cookies.sqlite',
  'credentials',
  'credentials.*',
  '.credentials*',
  'application_default_credentials.json',
  'client_secret*.json',
  'service-account*.json',
  'service_account*.json',
  'secrets.json',
  'secrets.toml',
  'secrets.yaml',
  'secrets.yml',
];

/** `id_*` as a whole name only: `id_generator.ts` is a program. */
const BARE_KEY = /^id_[^.]*$/;

interface Pattern {
  readonly folder: boolean;
  readonly names: readonly RegExp[];
}

const sourceOf = (name: string): string =>
  name
    .split('*')
    .map((part) => part.replace(/[.\\+?^${}()|[\]]/g, '\\$&'))
    .join('.*');
const wholeName = (source: string): RegExp => new RegExp(`^(?:${source})$`, 'su');
const partsOf = (row: string): readonly string[] => row.split('/').filter((name) => name !== '');

/** The rows of one name each, by far the most, are one expression. */
const isPlain = (row: string): boolean => !row.endsWith('/') && partsOf(row).length === 1;
const PLAIN_NAMES = wholeName(CREDENTIAL_NAMES.filter(isPlain).map(sourceOf).join('|'));
const PATTERNS: readonly Pattern[] = CREDENTIAL_NAMES.filter((row) => !isPlain(row)).map((row) => ({
  folder: row.endsWith('/'),
  names: partsOf(row).map((name) => wholeName(sourceOf(name))),
}));

/**
 * The names of a path as a careless file system sees them: one case, compatibility forms folded, invisible
 * characters, alternate streams, trailing dots and spaces gone, `.` and `..` resolved. Undefined: leaves the root.
 */
function namesOf(path: string): readonly string[] | undefined {
  const plain = stripInvisible(path.normalize('NFKC')).text.toLowerCase().replaceAll('\\', '/');
  const names: string[] = [];
  for (const raw of plain.split('/')) {
    if (raw.trim() === '..') {
      if (names.pop() === undefined) return undefined;
      continue;
    }
    const name = raw
      .replace(/:.*$/u, '')
      .replace(/[. ]+$/u, '')
      .trimStart();
    if (name !== '') names.push(name);
  }
  return names;
}

/** Absolute, on a drive, an address, above the root, or with a NUL in it: no path of the workspace. */
export function isOutside(path: string): boolean {
  return (
    /^\s*([/\\]|[a-z]:|[a-z][a-z0-9+.-]*:[/\\]{2})/iu.test(path) ||
    path.includes('\0') ||
    namesOf(path) === undefined
  );
}

/** Equal for two spellings that may open the same file. */
export function pathKey(path: string): string {
  return namesOf(path)?.join('/') ?? path;
}

const JUDGED_LIMIT = 2_000;
const judged = new Map<string, boolean>();

/** Judges paths outside the workspace too. In doubt (the last name alone, where `..` led out) it says yes. */
export function isCredentialPath(path: string): boolean {
  const known = judged.get(path);
  if (known !== undefined) return known;
  const verdict = judge(path);
  // Runs come back to the same paths; a fresh start is cheaper than keeping count.
  if (judged.size >= JUDGED_LIMIT) judged.clear();
  judged.set(path, verdict);
  return verdict;
}

function judge(path: string): boolean {
  const names =
    namesOf(path) ??
    namesOf(
      path
        .replaceAll('\\', '/')
        .split('/')
        .filter((name) => name.trim() !== '..')
        .join('/'),
    ) ??
    [];
  const last = names.at(-1);
  if (last === undefined) return false;
  if (BARE_KEY.test(last) || PLAIN_NAMES.test(last)) return true;
  return PATTERNS.some(({ folder, names: wanted }) => {
    const fits = (start: number): boolean => wanted.every((name, at) => name.test(names[start + at] ?? '\0'));
    if (!folder) return fits(names.length - wanted.length);
    return names.some((_, start) => fits(start));
  });
}
