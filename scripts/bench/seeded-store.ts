import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { shopEnvironment, type Outside } from './checkouts.ts';
import { isReady, runEntry, startServer } from './processes.ts';
import { timed } from './table.ts';

/** No mails, no reports and no erasing: the seeded orders are years old, and most of their data would be due at once. */
const SEEDED_ROLES = 'projector,sweeper,poller,http,realtime';

/** A store of seeded members with their orders, its read models built, and what both took in ms. */
export type SeededStore = {
  outside: Outside;
  /** `orders` of each member */
  members: number;
  orders: number;
  seeding: number;
  building: number;
};

export const seededEnvironment = (outside: Outside, port: number): Record<string, string> & { PORT: string } => ({
  ...shopEnvironment(outside, port),
  PORT: String(port),
  NODE_ENV: 'test',
  ROLES: SEEDED_ROLES,
});

export const seed = (env: Record<string, string>, members: number, orders: number): Promise<void> =>
  runEntry('seed.ts', ['--members', String(members), '--orders', String(orders)], env);

/** A process of its own builds the read models, and the database rests afterwards: neither is busy while something is measured. */
export async function seededStore(outside: Outside, size: { members: number; orders: number; port: number }): Promise<SeededStore> {
  const { members, orders, port } = size;
  const env = seededEnvironment(outside, port);
  const seeding = await timed(() => seed(env, members, orders));
  const building = await untilReady(env, async () => undefined);
  const database = new pg.Client({ connectionString: outside.databaseUrl });
  await database.connect();
  try {
    await database.query('vacuum analyze');
  } finally {
    await database.end();
  }
  return { outside, members, orders, seeding, building };
}

/** Starts a shop for `work` and stops it. @returns ms from its start until its read models had every event */
export async function untilReady(env: { PORT: string }, work: (url: string, pid: number) => Promise<void>): Promise<number> {
  const began = performance.now();
  const shop = await startServer('shop-server.ts', env);
  // The first line may be a warning: a build of the read models keeps the process busy.
  const url = `http://127.0.0.1:${env.PORT}`;
  try {
    while (!(await isReady(url))) await sleep(50);
    const took = performance.now() - began;
    await work(url, shop.pid);
    return took;
  } finally {
    await shop.stop();
  }
}
