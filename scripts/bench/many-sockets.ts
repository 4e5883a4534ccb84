import pg from 'pg';
import { shopEnvironment, type Outside } from './checkouts.ts';
import { writeHistories } from './history.ts';
import { memoryMb, runClient, startServer } from './processes.ts';
import { count, ms, quantile, type Figure } from './table.ts';

type Followed = { arrivals: [key: string, at: number][]; lost: number };
type Written = { written: number };

/** a parcel on its way: placed and handed to the carrier */
const ON_ITS_WAY = 2;
/** as in infra/production.md */
const REALTIME_HEAP = '--max-old-space-size=512';

/**
 * One process with the role realtime alone and one socket for each of many orders: memory per socket, and the time of a
 * status to its follower while the carriers report `rate` statuses per second.
 */
export async function benchManySockets(
  outside: Outside,
  options: { sockets: number; rate: number; seconds: number; port: number },
): Promise<Figure[]> {
  const { sockets, rate, seconds, port } = options;
  await writeHistories(outside, sockets, ON_ITS_WAY);
  const env = { DATABASE_URL: outside.databaseUrl };
  const realtime = await startServer('shop-server.ts', {
    ...shopEnvironment(outside, port),
    ROLES: 'realtime',
    NODE_OPTIONS: REALTIME_HEAP,
  });
  const database = new pg.Client({ connectionString: outside.databaseUrl });
  await database.connect();
  try {
    const before = memoryMb(realtime.pid) ?? Number.NaN;
    const followers = await startServer('many-sockets-client.ts', { ...env, SHOP_URL: String(realtime.said['url']) });
    const { written } = await runClient<Written>('status-writer.ts', [String(rate), String(seconds)], env);
    const after = memoryMb(realtime.pid) ?? Number.NaN;
    const { arrivals, lost } = (await followers.stopAndHear()) as Followed;
    const { rows } = await database.query<{ key: string; at: string }>(
      `select substr(stream, 7) || '/' || revision as key, metadata::json ->> 'recordedAt' as at
       from event_store.events where type = 'ParcelStatusReported'`,
    );
    const recorded = new Map(rows.map(({ key, at }) => [key, Date.parse(at)]));
    const delays = arrivals.map(([key, at]) => at - (recorded.get(key) ?? Number.NaN)).toSorted((a, b) => a - b);
    return [
      {
        what: `${count(sockets)} sockets on one realtime process, ${rate} statuses/s, p50 / p99`,
        value: `${ms(quantile(delays, 0.5))} / ${ms(quantile(delays, 0.99))}`,
        limit: `${count(arrivals.length)} of ${count(written)} arrived`,
        ratio: arrivals.length / written,
        aim: 'all arrive, no socket lost',
        met: arrivals.length === written && lost === 0,
      },
      {
        what: '  memory of the process, without and with them',
        value: `${Math.round(before)} / ${Math.round(after)} MB`,
        limit: `${(((after - before) * 1024) / sockets).toFixed(1)} kB a socket`,
      },
    ];
  } finally {
    await database.end();
    await realtime.stop();
  }
}
