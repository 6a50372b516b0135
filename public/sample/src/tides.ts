// High and low water at a harbour: one tide after the other, counted from a known high water.
import { clockTime, dayAfter, minutesAhead, startOfDay } from './clock.ts';

const MINUTE_MS = 60_000;

/** From one high water to the next: half a lunar day. */
const CYCLE_MS = 44_714_000;

export interface Harbour {
  readonly name: string;
  readonly zone: string;
  /** Its reference port, a key of `knownHighWater`. */
  readonly referencePort: string;
  /** High water comes this many minutes later than at the reference port. */
  readonly minutesLater: number;
  /** Height of high and low water, in metres. */
  readonly high: number;
  readonly low: number;
}

export interface Tide {
  readonly kind: 'high' | 'low';
  readonly at: Date;
  readonly height: number;
}

export interface Row {
  readonly kind: 'high' | 'low';
  readonly time: string;
  readonly height: number;
}

/** One high water of each reference port; all others follow from it. */
export const knownHighWater: Readonly<Record<string, string>> = {
  Ravensquay: '2026-01-01T04:12:00Z',
  'Saint-Orven': '2026-01-01T05:47:00Z',
  Heimaey: '2026-01-01T06:30:00Z',
};

/** All tides from `from` until before `to`. */
export function tidesBetween(harbour: Harbour, from: Date, to: Date): Tide[] {
  const known = knownHighWater[harbour.referencePort];
  if (known === undefined) throw new Error(`no high water known for ${harbour.referencePort}`);
  const first = Date.parse(known) + harbour.minutesLater * MINUTE_MS;
  const tides: Tide[] = [];
  const half = CYCLE_MS / 2;
  for (let step = Math.ceil((from.getTime() - first) / half); ; step += 1) {
    const at = new Date(first + step * half);
    if (at >= to) return tides;
    const isHigh = step % 2 === 0;
    tides.push({ kind: isHigh ? 'high' : 'low', at, height: isHigh ? harbour.high : harbour.low });
  }
}

/** The table of one day (2026-03-29) by the clock of the harbour. */
export function tideTable(harbour: Harbour, day: string): Row[] {
  const from = startOfDay(day, harbour.zone);
  const to = startOfDay(dayAfter(day), harbour.zone);
  const ahead = minutesAhead(harbour.zone, new Date(`${day.slice(0, 4)}-01-01T12:00:00Z`));
  return tidesBetween(harbour, from, to).map((tide) => ({
    kind: tide.kind,
    time: clockTime(tide.at, ahead),
    height: tide.height,
  }));
}

/** The lines of data/harbours.csv. */
export function readHarbours(csv: string): Harbour[] {
  return csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [name = '', zone = '', referencePort = '', minutesLater, high, low] = line.split(',');
      return {
        name,
        zone,
        referencePort,
        minutesLater: Number(minutesLater),
        high: Number(high),
        low: Number(low),
      };
    });
}
