import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { orderStream, ordersProjection, openParcelsProjection, type OrderEvent } from '@nordhaut/ordering';
import { createPool, migrate } from '@nordhaut/platform/database';
import { createCodec, createVault, GENESIS } from '@nordhaut/platform/envelope';
import { TEST_OUTER_KEYS } from '@nordhaut/platform/envelope/testing';
import { createPostgresEventStore, NO_STREAM, openEventStore, START, type Append } from '@nordhaut/platform/event-store';
import { createProjector } from '@nordhaut/platform/projections';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { Pool } from 'undici';
import { migrations } from '@nordhaut/shop/modules';
import { startServer } from './processes.ts';
import { shopEnvironment, type Outside } from './checkouts.ts';
import { sampleHistory } from './sample-history.ts';
import { count, ms, quantile, type Figure } from './table.ts';
import { upcasters } from '@nordhaut/shop/modules';

const CHUNK = 500;

/** Writes the histories of `orders` delivered orders (or only the first `most` events of each) as the shop does. @returns their numbers */
export async function writeHistories(
  { databaseUrl, eventStoreUrl }: Pick<Outside, 'databaseUrl' | 'eventStoreUrl'>,
  orders: number,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const pool = createPool({ url: databaseUrl });
  await migrate(pool, migrations);
  const store = await openEventStore({ databaseUrl, eventStoreUrl });
  const vault = createVault({ pool, outer: TEST_OUTER_KEYS });
  const codec = createCodec({ vault, upcasters });
  const numbers: string[] = [];
  try {
    for (let done = 0; done < orders; done += CHUNK) {
      const chunk = await Promise.all(
        Array.from({ length: Math.min(CHUNK, orders - done) }, async (): Promise<Append> => {
          const orderNo = randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase();
          numbers.push(orderNo);
          const stream = orderStream(orderNo);
          const events: OrderEvent[] = sampleHistory(orderNo).slice(0, most);
          const commandId = randomUUID();
          const context = { commandId, correlationId: commandId, actor: { kind: 'guest' as const, id: 'bench' }, now: new Date() };
          const encoded = await codec.encode({ stream, revision: 0, previousHash: GENESIS, events, context });
          return { stream, expectedRevision: NO_STREAM, events: encoded.events, newIds: true };
        }),
      );
      await Promise.all(
        chunk.map(({ stream, expectedRevision, events, ...options }) => store.append(stream, expectedRevision, events, options)),
      );
    }
    return numbers;
  } finally {
    await store.close();
    await vault.close();
    await pool.end();
  }
}

/** Rebuilds the order read models and measures the limit: reading the same events without a projection. */
export async function benchRebuild(databaseUrl: string): Promise<Figure[]> {
  const pool = createPool({ url: databaseUrl });
  const store = createPostgresEventStore({ url: databaseUrl });
  const vault = createVault({ pool, outer: TEST_OUTER_KEYS });
  const codec = createCodec({ vault, upcasters });
  const projections = [ordersProjection, openParcelsProjection];
  const projector = createProjector({ pool, store, codec, projections, logger: silentLogger() });
  try {
    await projector.start();
    while (await projector.notReady()) await new Promise((resolve) => setTimeout(resolve, 200));
    const read = await readingSpeed(store);
    const figures: Figure[] = [];
    for (const { name } of projections) {
      const { events, eventsPerSecond, differences } = await projector.rebuild(name);
      if (differences && differences.missing + differences.extra + differences.changed > 0)
        throw new Error(`${name}: rebuilt and live differ: ${JSON.stringify(differences)}`);
      figures.push({
        what: `rebuild of ${name}, ${count(events)} events`,
        value: `${count(eventsPerSecond)} events/s`,
        limit: `${count(read)} events/s only read`,
        ratio: eventsPerSecond / read,
        ...(name === 'orders' && { aim: '≥ 50,000 events/s', met: eventsPerSecond >= 50_000 }),
      });
    }
    return figures;
  } finally {
    await projector.stop();
    await store.close();
    await vault.close();
    await pool.end();
  }
}

async function readingSpeed(store: ReturnType<typeof createPostgresEventStore>): Promise<number> {
  const began = performance.now();
  let events = 0;
  for (let after = START; ; ) {
    const page = await store.readAll({ after, filter: { categories: ['order'] }, limit: 1_000 });
    events += page.events.length;
    if (page.upTo === after) break;
    after = page.upTo;
  }
  return (events * 1_000) / (performance.now() - began);
}

/** look-ups per second at a fixed rate, far more than a shop of this size gets */
const RATE = 200;

/**
 * Look-ups of random orders over HTTP beside an empty answer of the same server: at a fixed rate (what a person waits
 * for) and as fast as possible on 8 connections (the limit of the machine).
 */
export async function benchLookUps(
  outside: Outside,
  orderNos: readonly string[],
  options: { lookUps: number; port: number },
): Promise<Figure[]> {
  const shop = await startServer('shop-server.ts', shopEnvironment(outside, options.port));
  const pool = new Pool(String(shop.said['url']), { connections: 32 });
  const once = async (path: string): Promise<number> => {
    const began = performance.now();
    const { statusCode, body } = await pool.request({ method: 'GET', path });
    await body.text();
    if (statusCode !== 200) throw new Error(`look-up answered ${statusCode}`);
    return performance.now() - began;
  };
  /** `calls` calls, each at its own time, without waiting for earlier ones */
  const steadily = async (path: () => string, calls: number): Promise<number[]> => {
    const under: Promise<number>[] = [];
    const began = performance.now();
    while (under.length < calls) {
      const due = Math.min(calls, Math.floor(((performance.now() - began) * RATE) / 1_000));
      while (under.length < due) under.push(once(path()));
      await sleep(1);
    }
    return (await Promise.all(under)).toSorted((a, b) => a - b);
  };
  const flatOut = async (path: () => string, calls: number): Promise<number[]> => {
    const times: number[] = [];
    const worker = async (): Promise<void> => {
      while (times.length < calls) times.push(await once(path()));
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    return times.toSorted((a, b) => a - b);
  };
  const anyOrder = (): string => `/api/orders/${orderNos[Math.floor(Math.random() * orderNos.length)]}`;
  const figure = (what: string, found: readonly number[], floor: readonly number[]): Figure => ({
    what,
    value: `${ms(quantile(found, 0.5))} / ${ms(quantile(found, 0.99))}`,
    limit: `${ms(quantile(floor, 0.99))} empty answer p99`,
    ratio: quantile(found, 0.99) / quantile(floor, 0.99),
  });
  const orders = `${count(orderNos.length)} orders`;
  try {
    await flatOut(anyOrder, 2_000);
    const floor = await steadily(() => '/livez', options.lookUps / 2);
    const found = await steadily(anyOrder, options.lookUps / 2);
    const flat = { floor: await flatOut(() => '/livez', options.lookUps), found: await flatOut(anyOrder, options.lookUps) };
    return [
      { ...figure(`look-up, ${orders}, ${RATE} a second, p50 / p99`, found, floor), aim: 'p99 ≤ 10 ms', met: quantile(found, 0.99) <= 10 },
      figure(`look-up, ${orders}, 8 at once without a pause`, flat.found, flat.floor),
    ];
  } finally {
    await pool.close();
    await shop.stop();
  }
}
