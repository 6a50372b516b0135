// Arithmetic and printing for benchmarks: medians of paired ratios, one table, one JSON line at the end.

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
};

export interface Ratio {
  readonly median: number;
  /** Smallest and largest of the pairs. */
  readonly spread: readonly [number, number];
}

/** Each value over its partner: both were measured right after each other. */
export function pairedRatio(values: readonly number[], partners: readonly number[]): Ratio {
  const ratios = values.map((value, index) => value / (partners[index] ?? Number.NaN));
  return { median: round(median(ratios)), spread: [round(Math.min(...ratios)), round(Math.max(...ratios))] };
}

export const round = (value: number, digits = 3): number => Number(value.toFixed(digits));

export function printTable(rows: readonly Readonly<Record<string, string | number>>[]): void {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  for (const row of cells) {
    console.log(
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    );
  }
}

/** The last line of a benchmark. */
export function printFigures(figures: Readonly<Record<string, unknown>>): void {
  console.log(JSON.stringify(figures));
}
