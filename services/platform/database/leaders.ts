import type pg from 'pg';
import { lockKey } from './lock-key.ts';

type Row = { name: string; held: string[] | null };

/**
 * For each task that was ever led on this database: whether a process leads it now. The server's lock table decides, so
 * every process gets the same answer.
 */
export async function whoLeads(pool: Pick<pg.Pool, 'query'>): Promise<{ name: string; led: boolean }[]> {
  // The first leader creates the table.
  const { rows: tables } = await pool.query<{ exists: boolean }>("select to_regclass('leadership') is not null as exists");
  if (tables[0]?.exists !== true) return [];
  const { rows } = await pool.query<Row>(`
    select name, (
      select array_agg(((classid::bigint << 32) | objid::bigint)::text) from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
    ) as held
    from leadership order by name`);
  return rows.map(({ name, held }) => ({ name, led: held?.includes(lockKey(`leader ${name}`)) ?? false }));
}
