// The security headers of the app's own responses (G8): one table for the dev server, the static server (as
// dist/headers.json) and the service worker. A worker obeys the policy of its own response, not the page's.

const PAGE = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default dompurify',
];

const worker = (connect: string, ...more: readonly string[]): readonly string[] => [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  `connect-src ${connect}`,
  ...more,
];

/** Calls providers: people type any base URL, so its `connect-src` is wide, and it alone starts the sandboxes. */
const HARNESS = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self' http: https: ws: wss:",
  "worker-src 'self'",
];

/**
 * Draws diagrams from what models write: no network, an origin of nobody. Its one script stands in public/diagram.html;
 * the drawing code comes by message as a blob, the styles are what that code sets.
 */
const DIAGRAM = [
  "default-src 'none'",
  "script-src 'sha256-+Q5QO1YbakLqIOFDRmqOFPa/0Tg/5J7Obn7aTaa/Tws=' blob:",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
];

const COMMON: Readonly<Record<string, string>> = {
  'cross-origin-embedder-policy': 'credentialless',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': [
    'accelerometer',
    'camera',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'serial',
    'usb',
  ]
    .map((feature) => `${feature}=()`)
    .join(', '),
};

export interface HeaderRow {
  /** Source of a regular expression for the path below the app's root, such as `workers/harness-x.js`. */
  readonly match: string;
  readonly policy: readonly string[];
  /** Whether the name holds a hash of the content, so that it may be kept for ever. */
  readonly hashed: boolean;
}

const OTHER: HeaderRow = { match: '', policy: ["default-src 'none'"], hashed: false };

/** The first row that matches counts. Vite names worker entries `workers/NAME-HASH.js` (vite.config.ts). */
export const headerTable: readonly HeaderRow[] = [
  { match: '^((index|recovery)\\.html)?$', policy: PAGE, hashed: false },
  { match: '^diagram\\.html$', policy: DIAGRAM, hashed: false },
  { match: '^workers/harness[-.]', policy: HARNESS, hashed: true },
  { match: '^workers/(scan|shell|model)[-.]', policy: worker("'none'"), hashed: true },
  { match: '^workers/', policy: worker("'self'"), hashed: true },
  {
    match: '^sw\\.js$',
    policy: ["default-src 'none'", "script-src 'self'", "connect-src 'self'"],
    hashed: false,
  },
  { match: '^assets/', policy: ["default-src 'none'"], hashed: true },
  OTHER,
];

const headersOf = ({ policy, hashed }: HeaderRow): Readonly<Record<string, string>> => ({
  ...COMMON,
  'content-security-policy': policy.join('; '),
  'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
});

/** All headers for a path below the app's root, without a leading slash. */
export function headersFor(path: string): Readonly<Record<string, string>> {
  return headersOf(headerTable.find(({ match }) => new RegExp(match).test(path)) ?? OTHER);
}

/** The table as data, for a server that can't import it: the first row whose `match` fits gives the headers. */
export function headerRows(): readonly { match: string; headers: Readonly<Record<string, string>> }[] {
  return headerTable.map((row) => ({ match: row.match, headers: headersOf(row) }));
}
