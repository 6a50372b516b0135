// The clock on a harbour's wall. Its distance to UTC changes in the year where there is summer time: always ask
// for the distance at the very instant that is shown.

const MINUTE_MS = 60_000;

/** Minutes that the clock in `zone` is ahead of UTC at that instant. */
export function minutesAhead(zone: string, instant: Date): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(instant);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const match = /GMT([+-])(\d\d):(\d\d)/.exec(name);
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === '-' ? -minutes : minutes;
}

/** The instant at which `day` (2026-03-29) begins in `zone`. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const guess = new Date(midnight - minutesAhead(zone, new Date(midnight)) * MINUTE_MS);
  return new Date(midnight - minutesAhead(zone, guess) * MINUTE_MS);
}

export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + 24 * 60 * MINUTE_MS).toISOString().slice(0, 10);
}

/** Hours and minutes on a clock that is `ahead` minutes ahead of UTC. */
export function clockTime(instant: Date, ahead: number): string {
  return new Date(instant.getTime() + ahead * MINUTE_MS).toISOString().slice(11, 16);
}
