import { setTimeout as sleep } from 'node:timers/promises';
import { orderNoOfShipment } from '@nordhaut/ordering';
import { pagesOf, type Position } from '@nordhaut/platform/event-store';
import { createEventStoreDb } from '@nordhaut/platform/event-store/eventstoredb';
import { throughProxy } from '@nordhaut/platform/event-store/eventstoredb/testing/through-proxy';
import { freePort } from '../whole-shop/fixtures/free-port.ts';
import { metricsOf } from '../whole-shop/fixtures/metrics.ts';
import { shopEnvironment, type Outside } from './checkouts.ts';
import type { OutageRun } from './outage-client.ts';
import { memoryMb, runClient, startServer } from './processes.ts';
import { count, ms, quantile, type Figure } from './table.ts';

export type OutageOptions = {
  outside: (database: string) => Promise<Outside>;
  /** the real server; without it each round starts an in-memory one */
  url: string | undefined;
  quick: boolean;
};

const RATE = 20;
/** s before and after the outage */
const [BEFORE, AFTER] = [10, 20];
/** ms after which every order must have its parcel */
const RECONCILING = 180_000;
/** commands after a charge or a parcel, which wait beside the others; as many as buyers in two seconds */
const AFTER_THE_FACT = 2 * RATE;
/** ms in which a refusal must arrive */
const AIM = 3_000;

/** How the server goes: it refuses connections, or it stands still and keeps them, as a stopped process does. */
const WAYS = ['gone', 'frozen'] as const;
type Way = (typeof WAYS)[number];
type Outage = { begin(): void; end(): void };

/**
 * The event store is away for a minute under 20 checkouts a second: how long each request took, how many commands waited at
 * once, the memory of the shop, how soon orders went through again, and whether an order, a charge or a parcel was lost or
 * made twice.
 */
export async function benchOutage({ outside, url, quick }: OutageOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const way of WAYS) {
    const server = url === undefined ? await startServer('eventstore-server.ts', {}) : undefined;
    const behind = await throughProxy(url ?? String(server?.said['url']));
    try {
      // A proxy needs an address of one host without TLS.
      if (!behind) figures.push({ what: `outage, server ${way}`, value: 'not measured: the address has TLS or several hosts' });
      else
        figures.push(
          ...(await round(
            way,
            { ...(await outside(`outage_${way}`)), eventStoreUrl: behind.url },
            outageOf(way, behind.proxy, server?.pid),
            quick ? 8 : 60,
          )),
        );
    } finally {
      await behind?.proxy.close();
      await server?.stop();
    }
  }
  return figures;
}

/** A real server cannot be stopped from here, so the proxy in front of it falls silent. */
function outageOf(way: Way, proxy: Record<'shut' | 'silence' | 'reopen', () => void>, pid: number | undefined): Outage {
  if (way === 'gone') return { begin: () => proxy.shut(), end: () => proxy.reopen() };
  if (pid === undefined) return { begin: () => proxy.silence(), end: () => proxy.reopen() };
  return { begin: () => void process.kill(pid, 'SIGSTOP'), end: () => void process.kill(pid, 'SIGCONT') };
}

async function round(way: Way, outside: Outside, outage: Outage, away: number): Promise<Figure[]> {
  const namespaceStart = await headOf(outside);
  const shop = await startServer('shop-server.ts', shopEnvironment(outside, await freePort()));
  const url = String(shop.said['url']);
  const most = { waiting: 0, memory: 0 };
  let watching = true;
  const watch = async (): Promise<void> => {
    for (; watching; await sleep(200)) {
      const waiting = (await metricsOf(url).catch(() => undefined))?.get('event_store_commands_waiting') ?? 0;
      most.waiting = Math.max(most.waiting, waiting);
      most.memory = Math.max(most.memory, memoryMb(shop.pid) ?? Number.NaN);
    }
  };
  try {
    const running = runClient<OutageRun>('outage-client.ts', [url, String(RATE), String(BEFORE + away + AFTER)]);
    await sleep(BEFORE * 1_000);
    const memoryBefore = memoryMb(shop.pid) ?? Number.NaN;
    const watched = watch();
    const went = Date.now();
    outage.begin();
    await sleep(away * 1_000);
    outage.end();
    const came = Date.now();
    const run = await running;
    watching = false;
    await watched;
    const during = run.sent.filter(({ at }) => at > went && at < came);
    const refused = during
      .filter(({ code }) => code === 'TEMPORARILY_REFUSED')
      .map(({ ms: took }) => took)
      .toSorted((a, b) => a - b);
    const longest = Math.max(...during.map(({ ms: took }) => took));
    const others = during.filter(({ status, code }) => (status === 0 || status >= 500) && code !== 'TEMPORARILY_REFUSED');
    const first = Math.min(...run.orders.map(({ at }) => at).filter((at) => at > came)) - came;
    const waited = run.orders.filter(({ began, at }) => began < came && at > came).map(({ at }) => at - came);
    const broken = await reconciled(() => differences(run, outside, namespaceStart));
    return [
      {
        what: `outage of ${away} s, server ${way}: a refusal took`,
        value: `p50 ${ms(quantile(refused, 0.5))}, p99 ${ms(quantile(refused, 0.99))}, longest ${ms(refused.at(-1) ?? Number.NaN)}`,
        aim: 'within 3 s',
        met: (refused.at(-1) ?? Number.POSITIVE_INFINITY) <= AIM,
      },
      {
        what: '  requests',
        value: `${count(during.length)} during the outage, ${count(refused.length)} refused for now, longest ${ms(longest)}`,
      },
      { what: '  other failures', value: count(others.length) },
      {
        what: '  waited at once',
        value: `${most.waiting} commands, ${run.mostUnderWay} requests`,
        aim: '≤ 500 that may fail fast',
        met: most.waiting <= 500 + AFTER_THE_FACT,
      },
      { what: '  memory of the shop', value: `${count(memoryBefore)} MB before, ${count(most.memory)} MB at most` },
      { what: '  first order after the return', value: ms(first) },
      { what: '  buyers who waited', value: `${count(waited.length)}, the last one served after ${ms(Math.max(0, ...waited))}` },
      {
        what: '  lost or doubled',
        value: `${broken.length} of ${count(run.orders.length)} orders${broken.length > 0 ? `, e.g. ${broken.slice(0, 3).join('; ')}` : ''}`,
        aim: 'none',
        met: broken.length === 0 && run.gaveUp.length === 0,
      },
      ...(run.gaveUp.length > 0 ? [{ what: '  buyers who gave up', value: `${run.gaveUp.length}, e.g. ${run.gaveUp[0]}` }] : []),
    ];
  } finally {
    watching = false;
    await shop.stop();
  }
}

/** The sweeper finishes what the outage interrupted; it leaves an order alone for CHECKOUT_GRACE (45 s) first. */
async function reconciled(look: () => Promise<string[]>): Promise<string[]> {
  for (const deadline = Date.now() + RECONCILING; ; await sleep(2_000)) {
    const broken = await look();
    if (broken.length === 0 || Date.now() > deadline) return broken;
  }
}

async function headOf({ eventStoreUrl = '' }: Outside): Promise<bigint> {
  const store = createEventStoreDb({ url: eventStoreUrl });
  try {
    return await store.head();
  } finally {
    await store.close();
  }
}

/** Answered orders against the store, the bank and the carriers. */
async function differences(run: OutageRun, { eventStoreUrl = '', simulatorsUrl }: Outside, begin: bigint): Promise<string[]> {
  const store = createEventStoreDb({ url: eventStoreUrl });
  const placed: string[] = [];
  try {
    const filter = { categories: ['order'], types: ['OrderPlaced'] };
    for await (const page of pagesOf(store, { after: begin as Position, filter }))
      placed.push(...page.map(({ stream }) => stream.slice('order-'.length)));
  } finally {
    await store.close();
  }
  const control = async <T>(path: string): Promise<T> => (await fetch(`${simulatorsUrl}/control/${path}`)).json() as Promise<T>;
  const own = new Set(placed);
  const parcels = (await control<{ tradeNo: string }[]>('parcels'))
    .map(({ tradeNo }) => orderNoOfShipment(tradeNo))
    .filter((no) => own.has(no));
  const charges = (await control<{ orderNumber: string }[]>('payments')).map(({ orderNumber }) => orderNumber).filter((no) => own.has(no));
  const times = (list: readonly string[], orderNo: string): number => list.filter((one) => one === orderNo).length;
  return run.orders.flatMap(({ orderNo, isCard }) => {
    const found = [times(placed, orderNo), times(charges, orderNo), times(parcels, orderNo)];
    const isRight = found.every((number, index) => number === (index === 1 && !isCard ? 0 : 1));
    return isRight ? [] : [`${orderNo}: ${found[0]} orders, ${found[1]} charges, ${found[2]} parcels`];
  });
}
