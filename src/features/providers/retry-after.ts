// How long a server asked us to wait, wherever it says so: two headers, and the sentence of the error itself, as a
// page may not read headers that the server doesn't expose. Pure.

type Headers = { get(name: string): string | null };

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** Milliseconds from `now`, at least 0; undefined where nothing is said. */
export function readRetryAfter(headers: Headers | undefined, words: string, now: number): number | undefined {
  const precise = positive(headers?.get('retry-after-ms'));
  if (precise !== undefined) return Math.ceil(precise);
  const header = headers?.get('retry-after')?.trim() ?? '';
  const seconds = positive(header);
  if (seconds !== undefined) return Math.ceil(seconds * 1_000);
  if (/^[A-Za-z]{3}/.test(header)) {
    const at = Date.parse(header);
    if (Number.isFinite(at)) return Math.max(0, at - now);
  }
  return readSentence(words);
}

/** "Please try again in 1m12.5s", "retry in 20ms", "retryDelay: 36s", "try again in 5 seconds". */
function readSentence(words: string): number | undefined {
  const match =
    /(?:(?:try again|retry|available) (?:in|after)|retry_?delay"?\s*:)\s*"?((?:\d+(?:\.\d+)?\s*(?:ms|milliseconds?|h|hours?|minutes?|m|seconds?|s)\b\s*)+)/i.exec(
      words.replace(/(\d)(ms|h|m|s)(?=\d)/gi, '$1$2 '),
    );
  if (match === null) return undefined;
  let sum = 0;
  for (const [, amount, unit] of (match[1] ?? '').matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/gi)) {
    const name = (unit ?? '').toLowerCase();
    const key = name.startsWith('ms') || name.startsWith('milli') ? 'ms' : name.slice(0, 1);
    sum += Number(amount) * (UNITS[key] ?? 0);
  }
  return Math.ceil(sum);
}

function positive(value: string | null | undefined): number | undefined {
  if (value === null || value === undefined || !/^\s*\d+(\.\d+)?\s*$/.test(value)) return undefined;
  return Number(value);
}
