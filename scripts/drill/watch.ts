import { loop, sleep } from '@nordhaut/platform/timing';
import pg from 'pg';

/** The lag of a reader of the store. */
type Behind = { events: number; ageMs: number };

/** The state of the cluster at one moment. */
export type Sample = {
  at: number;
  /** first word of the lock's name (projector, relay, parcel-poller, checkout-sweeper) → process id of the leader */
  leaders: ReadonlyMap<string, number>;
  /** name of each projection, of the relay and of durable consumers → its lag */
  behind: ReadonlyMap<string, Behind>;
};

/** Samples the leaders and the lags ten times a second, directly in the database. */
export function watchCluster(databaseUrl: string): { samples: Sample[]; stop(): Promise<void> } {
  const samples: Sample[] = [];
  // The drill also kills the database; the next run of the loop connects again.
  const watching = loop(
    async (signal) => {
      const client = new pg.Client({ connectionString: databaseUrl, application_name: 'drill', connectionTimeoutMillis: 2_000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        for (; !signal.aborted; await sleep(100, signal)) samples.push(await look(client));
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    { restMs: 100 },
  );
  return { samples, stop: watching.stop };
}

const LEADERS = `
  select substring(a.application_name from '^leader (.*) pid \\d+$') as name, substring(a.application_name from ' pid (\\d+)$')::int as pid
  from pg_locks l join pg_stat_activity a using (pid)
  where l.locktype = 'advisory' and l.granted and a.application_name like 'leader %'`;

/** For each reader: the number of its unhandled order events, at most a thousand, and the age of the oldest one. */
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
