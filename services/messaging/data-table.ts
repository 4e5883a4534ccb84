import { columns, type DataTable, everyRow, jsonColumns, type Row, sql } from '@nordhaut/platform/data-tables';
import { templateFault } from './template-edit.ts';

const EDITED = ['template_id', 'subject', 'preview', 'blocks'];
const parsed = (text: unknown): unknown => (typeof text === 'string' ? JSON.parse(text) : undefined);

function checked(row: Row): Row | string {
  const { template_id: id, subject, preview, blocks } = row;
  return templateFault({ template_id: String(id), subject: String(subject), preview: String(preview), blocks: parsed(blocks) }) ?? row;
}

/** Every version of every template. A version never changes, because mails that were sent name it. */
export const emailTemplateTable: DataTable = {
  name: 'email_template',
  about: 'Templates of mails, a row for each version; the newest counts. A set call adds a version.',
  from: sql`email_template as t`,
  key: 'template_id',
  columns: {
    ...columns('text', ['template_id', 'subject', 'preview']),
    ...columns('integer', ['version']),
    ...columns('time', ['created_at']),
    ...jsonColumns(['blocks']),
  },
  rows: { staff: everyRow },
  write: {
    // A mail of the shop that names another bank account would reach every buyer.
    right: 'administer',
    table: 'email_template',
    verbs: ['set'],
    columns: EDITED,
    check: checked,
    // Of two editors at once, the key lets one add the version.
    adds: ({ template_id: id }) => ({ version: sql`(select max(version) + 1 from email_template where template_id = ${id})` }),
  },
};
