/** A cell that begins like a formula would be computed by a spreadsheet. */
const cell = (value: string): string => `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** A row of a CSV file for a spreadsheet. Every cell is quoted. */
export const csvRow = (cells: readonly string[]): string => cells.map(cell).join(',');
