import { orderStream } from '@nordhaut/ordering';
import { openEventStore, type EventMetadata, type EventStore } from '@nordhaut/platform/event-store';
import { runClient, startServer } from './processes.ts';
import { shopEnvironment, type Outside } from './checkouts.ts';
import { count, ms, quantile, type Figure } from './table.ts';

type Followed = { received: number; expected: number; arrivals: [key: string, ...times: number[]][] };
type Checkout = { orderNos: string[] };

/** Time from the recording of an event to its arrival at a client's handler, with many sockets following orders. */
export async function benchLive(outside: Outside, options: { sockets: number; orders: number; port: number }): Promise<Figure[]> {
  const shop = await startServer('shop-server.ts', shopEnvironment(outside, options.port));
  const store = await openEventStore(outside);
  try {
    const url = String(shop.said['url']);
    const { orderNos } = await runClient<Checkout>('place-orders.ts', [url, String(options.orders)]);
    const { received, expected, arrivals } = await runClient<Followed>('live-client.ts', [
      url,
      outside.simulatorsUrl,
      String(options.sockets),
      JSON.stringify(orderNos),
    ]);
    const recorded = await recordedTimes(store, orderNos);
    const delays = arrivals
      .flatMap(([key, ...times]) => times.map((time) => time - (recorded.get(key) ?? Number.NaN)))
      .toSorted((a, b) => a - b);
    const p99 = quantile(delays, 0.99);
    return [
      {
        what: `event to browser, ${count(options.sockets)} sockets, p50 / p99`,
        value: `${ms(quantile(delays, 0.5))} / ${ms(p99)}`,
        limit: `${count(received)} of ${count(expected)} arrived`,
        ratio: received / expected,
        aim: 'p99 ≤ 50 ms, all arrive',
        met: p99 <= 50 && received === expected,
      },
    ];
  } finally {
    await store.close();
    await shop.stop();
  }
}

/** ms since epoch when each event was recorded, by order number and revision */
async function recordedTimes(store: EventStore, orderNos: readonly string[]): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const orderNo of orderNos) {
    for (const { revision, metadata } of await store.read(orderStream(orderNo))) {
      times.set(`${orderNo}/${revision}`, Date.parse((JSON.parse(metadata) as EventMetadata).recordedAt));
    }
  }
  return times;
}
