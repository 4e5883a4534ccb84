import { columns, type DataTable, everyRow, sql } from '@nordhaut/platform/data-tables';

/** spec/3-purchase-flow §3, "Error log record". The server writes it where a failure happens; nobody writes it here. */
export const errorLogTable: DataTable = {
  name: 'error_log',
  about: 'What failed, by the code of the specification, without personal data. Kept for at least 90 days.',
  from: sql`error_log as t`,
  key: 'error_id',
  columns: {
    error_id: { type: 'integer', sql: sql`t.error_id::integer` },
    ...columns('text', ['error_api', 'error_system', 'error_request', 'error_response']),
    ...columns('time', ['error_create_at']),
  },
  rows: { staff: everyRow },
};
