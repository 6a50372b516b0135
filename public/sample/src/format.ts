// The table as the leaflet prints it.
import type { Harbour, Row } from './tides.ts';

/** One line a tide, under the name of the harbour, its day and its reference port. */
export function tableText(harbour: Harbour, day: string, rows: readonly Row[]): string {
  const head = `${harbour.name}, ${day} (reference port: ${harbour.referencePort})`;
  const lines = rows.map(({ kind, time, height }) => `${time}  ${kind.padEnd(4)}  ${height.toFixed(1)} m`);
  return [head, ...lines].join('\n');
}
