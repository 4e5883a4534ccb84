import type pg from 'pg';
import type { Block, Template } from './template.ts';
import { TEMPLATES } from './templates.ts';

type Row = { template_id: string; version: number; subject: string; preview: string; blocks: Block[] };

/** Adds this release's templates. A version that is there stays as it is; several processes may do this at once. */
export async function seedTemplates(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(
    `insert into email_template (template_id, version, subject, preview, blocks)
     select id, version, subject, preview, blocks
     from json_to_recordset($1) as template (id text, version integer, subject text, preview text, blocks jsonb) on conflict do nothing`,
    [JSON.stringify(TEMPLATES)],
  );
}

/** The newest version. @throws where there is none */
export async function newestTemplate(pool: Pick<pg.Pool, 'query'>, id: string): Promise<Template> {
  const { rows } = await pool.query<Row>(
    'select template_id, version, subject, preview, blocks from email_template where template_id = $1 order by version desc limit 1',
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error(`there is no template ${id}`);
  return { id: row.template_id, version: row.version, subject: row.subject, preview: row.preview, blocks: row.blocks };
}
