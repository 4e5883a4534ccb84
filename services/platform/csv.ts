/** A cell that begins so would be computed by a spreadsheet. One with Chinese settings takes full-width signs, such as ＝, too. */
const isFormula = (value: string): boolean => /^[=+\-@\t\r\n]/.test(value.slice(0, 1).normalize('NFKC'));
const cell = (value: string): string => `"${(isFormula(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** A row of a CSV file for a spreadsheet. Every cell is quoted. */
export const csvRow = (cells: readonly string[]): string => cells.map(cell).join(',');

/** The first row of a file. It begins with a byte order mark, by which spreadsheets read the file as UTF-8. */
export const csvHead = (cells: readonly string[]): string => `\uFEFF${csvRow(cells)}`;
