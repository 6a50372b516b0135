// What of images each provider takes, as data: from the vendors' pages where they say it, else careful. Bytes are those
// of the image itself; on the wire it is a third longer. `side` is what a vendor scales down to anyway.

import type { ImageLimits } from '../../engine/provider.ts';

const MB = 1_000_000;

interface Row {
  /** Preset of the account; missing = any. */
  readonly preset?: string;
  /** Id of the model, in lower case; missing = any. */
  readonly match?: RegExp;
  readonly limits: ImageLimits;
}

const CLAUDE: ImageLimits = { side: 1568, bytes: 3.5 * MB, count: 100, total: 20 * MB };

/** First match counts. */
const ROWS: readonly Row[] = [
  // The whole request may have 4 MB, and five images.
  { preset: 'groq', limits: { side: 1568, bytes: 2.5 * MB, count: 5, total: 2.7 * MB } },
  { preset: 'mistral', limits: { side: 1540, bytes: 7 * MB, count: 8, total: 30 * MB } },
  { preset: 'google', limits: { side: 2048, bytes: 3.5 * MB, count: 200, total: 13 * MB } },
  { preset: 'openai', limits: { side: 2048, bytes: 3.5 * MB, count: 200, total: 30 * MB } },
  { match: /claude/, limits: CLAUDE },
  { match: /pixtral|mistral/, limits: { side: 1540, bytes: 3.5 * MB, count: 8, total: 20 * MB } },
  { match: /llama-?4/, limits: { side: 1568, bytes: 2.5 * MB, count: 5, total: 13 * MB } },
];

/** On this machine each image costs memory and a good part of a small window. */
const LOCAL: ImageLimits = { side: 1344, bytes: 3.5 * MB, count: 16, total: 30 * MB };
const OTHERS: ImageLimits = { side: 1568, bytes: 3.5 * MB, count: 20, total: 13 * MB };

export function imageLimitsOf(
  model: string,
  at: { readonly preset: string; readonly local: boolean },
): ImageLimits {
  if (at.local) return LOCAL;
  const id = model.toLowerCase();
  const row = ROWS.find(
    ({ preset, match }) =>
      (preset === undefined || preset === at.preset) && (match === undefined || match.test(id)),
  );
  return row?.limits ?? OTHERS;
}
