/** One line of the report. `ratio`: to the limit or the peer that was measured in the same run. */
export type Figure = { what: string; value: string; limit?: string; ratio?: number; aim?: string; met?: boolean };

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
export const spread = (values: readonly number[]): string => `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
export const count = (value: number): string => Math.round(value).toLocaleString('en-US');
export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

/** Columns as wide as their widest cell, so that the report reads in a terminal and in a README. */
export function printTable(title: string, figures: readonly Figure[]): void {
  const rows = [
    ['', 'measured', 'limit or peer', 'ratio', 'aim', ''],
    ...figures.map(({ what, value, limit = '', ratio, aim = '', met }) => [
      what,
      value,
      limit,
      ratio === undefined ? '' : ratio.toFixed(2),
      aim,
      met === undefined ? '' : met ? 'met' : 'NOT MET',
    ]),
  ];
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]): string => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  process.stdout.write(`\n## ${title}\n\n${line(rows[0] ?? [])}\n${rule}\n${rows.slice(1).map(line).join('\n')}\n`);
}

/** @returns ms */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
