import { columns, type DataTable, everyRow, jsonColumns, sql } from '@nordhaut/platform/data-tables';

/** Every version of every template. A version never changes, because mails that were sent name it. */
export const emailTemplateTable: DataTable = {
  name: 'email_template',
  about: 'Templates of mails, a row for each version. A release adds them.',
  from: sql`email_template as t`,
  key: 'template_id',
  columns: {
    ...columns('text', ['template_id', 'subject', 'preview']),
    ...columns('integer', ['version']),
    ...columns('time', ['created_at']),
    ...jsonColumns(['blocks']),
  },
  rows: { staff: everyRow },
};
