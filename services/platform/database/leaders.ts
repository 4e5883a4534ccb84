import type pg from 'pg';
import { lockKey } from './lock-key.ts';

type Row = { name: string; held: string[] | null };

/**
 * Whether somebody leads, of everything that was ever led on this database; asked of the server itself, so that it is
 * true whichever process asks and whoever believes what.
 */
export async function whoLeads(pool: Pick<pg.Pool, 'query'>): Promise<{ name: string; led: boolean }[]> {
  const { rows: there } = await pool.query<{ there: boolean }>("select to_regclass('leadership') is not null as there");
  // Made by the first who leads anything.
  if (there[0]?.there !== true) return [];
  const { rows } = await pool.query<Row>(`
    select name, (
      select array_agg(((classid::bigint << 32) | objid::bigint)::text) from pg_locks
      where locktype = 'advisory' and granted and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
    ) as held
    from leadership order by name`);
  return rows.map(({ name, held }) => ({ name, led: held?.includes(lockKey(`leader ${name}`)) ?? false }));
}
