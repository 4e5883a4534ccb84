import type pg from 'pg';

/** Application names of a shop's processes; each process holds a connection with one of them while it runs. */
const NAMES = '^(nordhaut|leader |event store (append|listen)$)';

/** Connections of the shop's processes to this database, with their hosts. */
export async function shopConnections(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; host: string | null }>(
    `select application_name as name, host(client_addr) as host from pg_stat_activity
     where datname = current_database() and application_name ~ $1 order by 1`,
    [NAMES],
  );
  return rows.map(({ name, host }) => (host === null ? name : `${name} from ${host}`));
}
