import type { Outside } from './checkouts.ts';
import { seededEnvironment } from './seeded-store.ts';
import { startServer } from './processes.ts';
import { rateOf, ratesInTurn } from './rates.ts';
import type { Figure } from './table.ts';

const CLIENTS = 8;

/**
 * Group orders beside whole guest checkouts of the same shop; reads of the data API beside a bare Fastify and pg program with
 * the same query on the same table.
 */
export async function benchGroup(outside: Outside, options: { rounds: number; seconds: number; port: number }): Promise<Figure[]> {
  const { rounds, seconds, port } = options;
  // Outside production the shop is seeded with an open group project.
  const env = seededEnvironment(outside, port);
  const shop = await startServer('shop-server.ts', env);
  const bare = await startServer('bare-server.ts', { DATABASE_URL: outside.databaseUrl });
  const [url, bareUrl] = [String(shop.said['url']), String(bare.said['url'])];
  const load = { url, clients: CLIENTS, seconds };
  try {
    return [
      await ratesInTurn({
        what: `group orders/s, ${CLIENTS} clients`,
        of: 'guest checkouts',
        aim: 0.8,
        rounds,
        own: () => rateOf({ ...load, kind: 'group' }),
        peer: () => rateOf({ ...load, kind: 'shop' }),
      }),
      await ratesInTurn({
        what: `reads of the data API/s, ${CLIENTS} clients`,
        of: 'bare',
        aim: 0.5,
        rounds,
        own: () => rateOf({ ...load, kind: 'data' }),
        peer: () => rateOf({ ...load, kind: 'bare-data', url: bareUrl }),
      }),
    ];
  } finally {
    await shop.stop();
    await bare.stop();
  }
}
