import type pg from 'pg';
import type { Block, Template } from './template.ts';
import { TEMPLATES } from './templates.ts';

type Row = { template_id: string; version: number; subject: string; preview: string; blocks: Block[] };

/** Adds this release's templates. A version that is there stays as it is; several processes may do this at once. */
export async function seedTemplates(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  for (const { id, version, subject, preview, blocks } of TEMPLATES)
    await pool.query(
      'insert into email_template (template_id, version, subject, preview, blocks) values ($1, $2, $3, $4, $5) on conflict do nothing',
      [id, version, subject, preview, JSON.stringify(blocks)],
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
