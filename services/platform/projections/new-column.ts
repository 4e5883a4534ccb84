/** Postgres: the table has no such column */
const UNDEFINED_COLUMN = '42703';

/**
 * Rows that a query finds by a column which this release added. While its read model is built, the view shows the table of the release
 * before, which lacks the column: then there are no rows.
 */
export async function ofNewColumn<Row>(query: Promise<{ rows: Row[] }>): Promise<Row[]> {
  try {
    return (await query).rows;
  } catch (error) {
    if (lacksColumn(error)) return [];
    throw error;
  }
}

/** Whether a query failed because the view lacks a column; see `ofNewColumn`. A call that ends with it is answered 503. */
export const lacksColumn = (error: unknown): error is Error => error instanceof Error && 'code' in error && error.code === UNDEFINED_COLUMN;
