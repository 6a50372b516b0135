// How many tokens a text may cost, by script class. Conservative: meant for reservations and the context meter, not
// for bills; the provider's report replaces it in the ledger.

/** Tokens per UTF-16 unit, a little above what cl100k and o200k need for plain text of that script. */
const PER_UNIT = { latin: 0.28, cyrillic: 0.5, cjk: 1.3, digit: 0.5, mark: 0.5, other: 0.7 } as const;

const PER_MESSAGE = 4;

/** Larger images are scaled down before they are counted. */
const MAX_PER_IMAGE = 3_000;

/** Up to here every unit is looked at; of longer texts so many, evenly spread. */
const SAMPLE = 2_048;

/** Whole tokens, rounded up; 0 for ''. A long text is sampled: what it costs doesn't grow with it. No allocation. */
export function estimateTokens(text: string): number {
  const step = text.length <= SAMPLE ? 1 : text.length / SAMPLE;
  let sum = 0;
  for (let at = 0; at < text.length; at += step) sum += unitCost(text.charCodeAt(Math.floor(at)));
  return Math.ceil(sum * step);
}

/** With the frame that each message costs besides its text. */
export function estimateMessageTokens(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + estimateTokens(text), PER_MESSAGE);
}

/** By area, as most vendors count it; the usual size where nobody measured it. */
export function estimateImageTokens({ width = 1_024, height = 1_024 }: Partial<Sides>): number {
  return Math.min(Math.ceil((width * height) / 750), MAX_PER_IMAGE);
}

interface Sides {
  readonly width: number;
  readonly height: number;
}

function unitCost(unit: number): number {
  if (unit < 0x80) {
    if (unit >= 0x30 && unit <= 0x39) return PER_UNIT.digit;
    const letter = (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a;
    return letter || unit === 0x20 ? PER_UNIT.latin : PER_UNIT.mark;
  }
  if (unit >= 0x400 && unit <= 0x52f) return PER_UNIT.cyrillic;
  if ((unit >= 0x2e80 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7af)) return PER_UNIT.cjk;
  return PER_UNIT.other;
}
