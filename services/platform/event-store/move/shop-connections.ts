import type pg from 'pg';

/** Names under which a shop's process connects; each holds one of them open for as long as it runs. */
const NAMES = '^(nordhaut|leader |event store (append|listen)$)';

/** Connections that processes of the shop hold to this database, with where they come from. */
export async function shopConnections(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; host: string | null }>(
    `select application_name as name, host(client_addr) as host from pg_stat_activity
     where datname = current_database() and application_name ~ $1 order by 1`,
    [NAMES],
  );
  return rows.map(({ name, host }) => (host === null ? name : `${name} from ${host}`));
}
