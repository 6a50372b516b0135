// Small readers of foreign JSON, and the tally of what could not be taken. Foreign files change without notice: all
// of this is total.

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textIn = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

/** Seconds, milliseconds or a date in words; undefined where it is none. */
export function timeOf(value: unknown): number | undefined {
  const time =
    typeof value === 'number'
      ? value < 1e11
        ? Math.round(value * 1000)
        : value
      : typeof value === 'string'
        ? Date.parse(value)
        : Number.NaN;
  return Number.isFinite(time) && time > 0 ? time : undefined;
}

export type SkipReason = 'hidden' | 'empty' | 'unknown-type' | 'not-in-file' | 'damaged';

export interface Skipped {
  readonly what: 'session' | 'message' | 'part' | 'attachment' | 'line';
  readonly reason: SkipReason;
  /** The product's own word for it. */
  readonly kind: string;
  readonly count: number;
}

export interface Tally {
  skip(what: Skipped['what'], reason: SkipReason, kind?: string): void;
  attachment(): void;
  readonly attachments: number;
  readonly skipped: readonly Skipped[];
}

export function createTally(): Tally {
  const skipped = new Map<string, Skipped>();
  let attachments = 0;
  return {
    skip: (what, reason, kind = '') => {
      const key = `${what} ${reason} ${kind}`;
      skipped.set(key, { what, reason, kind, count: (skipped.get(key)?.count ?? 0) + 1 });
    },
    attachment: () => {
      attachments += 1;
    },
    get attachments() {
      return attachments;
    },
    get skipped() {
      return [...skipped.values()];
    },
  };
}
