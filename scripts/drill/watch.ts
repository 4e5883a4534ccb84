import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** How far a reader of the store is behind, counted on the store itself. */
export type Behind = { events: number; ageMs: number };

/** One look at the cluster's inside. */
export type Sample = {
  at: number;
  /** process id of who leads, by the first word of the lock's name: projector, relay, parcel-poller, checkout-sweeper */
  leaders: ReadonlyMap<string, number>;
  /** of each projection and of the relay, by name */
  behind: ReadonlyMap<string, Behind>;
};

/** Looks ten times a second at who leads and how far everything is, straight in the database. */
export function watchCluster(databaseUrl: string): { samples: Sample[]; stop(): Promise<void> } {
  const samples: Sample[] = [];
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const client = new pg.Client({ connectionString: databaseUrl, application_name: 'drill', connectionTimeoutMillis: 2_000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        while (!stopping.signal.aborted) {
          samples.push(await look(client));
          await sleep(100);
        }
      } catch {
        await sleep(100);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  })();
  return {
    samples,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

const LEADERS = `
  select substring(a.application_name from '^leader (.*) pid \\d+$') as name, substring(a.application_name from ' pid (\\d+)$')::int as pid
  from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and a.application_name like 'leader %'`;

/** Of every reader the events of orders that it has yet to handle, at most a thousand, and the age of the oldest. */
const BEHIND = `
  with readers as (
    select name, position from projection_checkpoints
    union all select split_part(consumer, ' ', 1), position from bus_positions
  )
  select name, count(e.position)::int as events,
    coalesce(extract(epoch from now() - min((e.metadata::json ->> 'recordedAt')::timestamptz)) * 1000, 0)::int as age_ms
  from readers left join lateral (
    select position, metadata from event_store.events where category = 'order' and position > readers.position order by position limit 1000
  ) e on true group by name`;

async function look(client: pg.Client): Promise<Sample> {
  const leaders = await client.query<{ name: string; pid: number }>(LEADERS);
  const behind = await client.query<{ name: string; events: number; age_ms: number }>(BEHIND);
  return {
    at: Date.now(),
    leaders: new Map(leaders.rows.map(({ name, pid }) => [name.split(' ')[0] as string, pid])),
    behind: new Map(behind.rows.map(({ name, events, age_ms }) => [name, { events, ageMs: Math.max(0, age_ms) }])),
  };
}
