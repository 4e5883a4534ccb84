import { asShopUser } from '@nordhaut/platform/database/testing';
import { TEST_DATA_KEYS } from '@nordhaut/platform/envelope/testing';
import { withHeapLimit } from '../lib/heap.mjs';
import { cpuSeconds, memoryMb, runClient, startServer, type Child } from './processes.ts';
import { count, median, ms, spread, type Figure } from './table.ts';

export type Run = {
  checkouts: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  errors: number;
  firstError: string;
  cpuSeconds: number;
  /** ms of each checkout, ascending */
  times: number[];
  /** the checkouts that took more than ten times the median; ms since epoch */
  outliers: { from: number; to: number }[];
};

export type Outside = {
  /** the owner's */
  databaseUrl: string;
  databasePid: number;
  /** `esdb://…`; without it the events are in the database */
  eventStoreUrl?: string | undefined;
  simulatorsUrl: string;
  simulatorsPid: number;
};

/** see client.ts */
export type Kind = 'shop' | 'member' | 'promotion' | 'group' | 'data' | 'looking' | 'bare' | 'bare-data' | 'empty';

/** members whom one client of a run is in turn, so that none has a longer history than a real one */
export const MEMBERS_EACH = 4;

/** Buyers in their own process; each makes one checkout after another. @param firstMember number of a seeded member */
export const clientRun = (kind: Kind, url: string, clients: number, seconds: number, firstMember = 1): Promise<Run> =>
  runClient<Run>('client.ts', [kind, url, String(clients), String(seconds), String(firstMember), String(MEMBERS_EACH)]);

/**
 * Checkouts of each side before the first round. A young process spends more on each, until its code is compiled: 8.2 ms at first,
 * 6.1 ms after some 6,500 on EventStoreDB. A shop runs for days.
 */
export const warmUpCheckouts = (quick: boolean): number => (quick ? 100 : 6_000);
/** The memory is flat if it is at most so many times what it was after the first round. */
const FLAT = 1.2;

/**
 * All roles but the one that sends mails: it sends MAIL_RATE mails a second, whatever the rate of the orders, so the mails of
 * a fast round would be sent in the slow rounds after it.
 */
export const WITHOUT_MAILS = { ROLES: 'projector,forgetter,sweeper,poller,evidence,http,realtime' };

/** `warmUp`: checkouts of each side before the first round */
export type CheckoutOptions = { rounds: number; seconds: number; port: number; warmUp: number };

/** Repeats a round until it has made so many checkouts. */
export async function warmUp(round: () => Promise<Run>, checkouts: number): Promise<void> {
  for (let made = 0; made < checkouts; ) made += (await round()).checkouts;
}

/**
 * Whole guest cash-on-delivery checkouts of six calls beside the bare program on the same Postgres, interleaved, so that
 * both see the same machine. Also reports the parts of a checkout's time.
 */
export async function benchCheckouts(outside: Outside, options: CheckoutOptions): Promise<Figure[]> {
  const shop = await startServer('shop-server.ts', { ...shopEnvironment(outside, options.port), ...WITHOUT_MAILS });
  const bare = await startServer('bare-server.ts', { DATABASE_URL: outside.databaseUrl });
  try {
    const drive = async (kind: Kind, clients: number, seconds = options.seconds): Promise<Run> => {
      const isShop = kind === 'shop' || kind === 'looking';
      const run = await clientRun(kind, String((isShop ? shop : bare).said['url']), clients, seconds);
      if (run.errors > 0) throw new Error(`${run.errors} checkouts failed: ${run.firstError}`);
      return run;
    };
    for (const side of ['shop', 'bare'] as const) await warmUp(() => drive(side, 32), options.warmUp);

    const figures: Figure[] = [];
    const memory: number[] = [];
    for (const clients of [1, 8, 32]) {
      const runs: { shop: Run; bare: Run; cpu: string }[] = [];
      for (let round = 0; round < options.rounds; round++) {
        const peer = await drive('bare', clients);
        const before = cpuOf(shop, outside);
        const own = await drive('shop', clients);
        memory.push(memoryMb(shop.pid) ?? Number.NaN);
        runs.push({ shop: own, bare: peer, cpu: perCheckout(before, cpuOf(shop, outside), own) });
      }
      figures.push(...figuresOf(clients, runs));
    }
    return [...figures, ...(await besides(drive)), memoryAfterLoad(memory)];
  } finally {
    await shop.stop();
    await bare.stop();
  }
}

export const shopEnvironment = (outside: Outside, port: number): Record<string, string> => ({
  DATABASE_URL: asShopUser(outside.databaseUrl),
  DATABASE_OWNER_URL: outside.databaseUrl,
  EVENTSTORE_URL: outside.eventStoreUrl ?? '',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  PERSONAL_DATA_KEYS: TEST_DATA_KEYS,
  SIMULATORS_URL: outside.simulatorsUrl,
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'off',
  CASH_LIMIT: 'off',
  SOCKETS_PER_ADDRESS: '100000',
  NODE_OPTIONS: withHeapLimit(process.env['NODE_OPTIONS']),
});

/** @param memory MB after each round */
function memoryAfterLoad(memory: readonly number[]): Figure {
  const [first = Number.NaN, last = Number.NaN] = [memory[0], memory.at(-1)];
  return {
    what: `  memory of the shop after ${memory.length} rounds, the heap limited`,
    value: `${count(last)} MB (${spread(memory)})`,
    limit: `${count(first)} MB after the first round`,
    ratio: last / first,
    aim: `≤ ${FLAT} times the first`,
    met: last <= FLAT * first,
  };
}

function figuresOf(clients: number, runs: readonly { shop: Run; bare: Run; cpu: string }[]): Figure[] {
  const own = runs.map(({ shop }) => shop.perSecond);
  const ratio = median(runs.map(({ shop, bare }) => shop.perSecond / bare.perSecond));
  const p95 = median(runs.map(({ shop }) => shop.p95));
  const aimed = clients === 32;
  return [
    {
      what: `checkouts/s, ${clients} clients`,
      value: `${count(median(own))} (${spread(own)})`,
      limit: `${count(median(runs.map(({ bare }) => bare.perSecond)))} bare`,
      ratio,
      ...(aimed && { aim: '≥ 0.6 of bare', met: ratio >= 0.6 }),
    },
    {
      what: `  p50 / p95 / p99`,
      value: [median(runs.map(({ shop }) => shop.p50)), p95, median(runs.map(({ shop }) => shop.p99))].map(ms).join(' / '),
      limit: `${ms(median(runs.map(({ bare }) => bare.p95)))} bare p95`,
      ...(aimed && { aim: 'p95 < 150 ms', met: p95 < 150 }),
    },
    ...(aimed ? [{ what: '  CPU per checkout', value: runs.at(-1)?.cpu ?? '' }] : []),
  ];
}

const cpuOf = (shop: Child, { databasePid, simulatorsPid }: Outside) => ({
  shop: cpuSeconds(shop.pid),
  Postgres: cpuSeconds(databasePid),
  simulators: cpuSeconds(simulatorsPid),
});

type Cpu = Record<string, number | undefined>;
const perCheckout = (before: Cpu, after: Cpu, { checkouts, cpuSeconds: client }: Run): string =>
  [
    ...Object.keys(before).map((name) => [name, (after[name] ?? Number.NaN) - (before[name] ?? Number.NaN)] as const),
    ['client', client] as const,
  ]
    .map(([name, seconds]) => `${name} ${((seconds * 1000) / checkouts).toFixed(2)} ms`)
    .join(', ');

/** The same with a look-up after every order, and the cost of six empty calls. */
async function besides(drive: (kind: 'looking' | 'empty', clients: number) => Promise<Run>): Promise<Figure[]> {
  const [looking, empty] = [await drive('looking', 32), await drive('empty', 32)];
  return [
    {
      what: '  with a look-up after each',
      value: `${count(looking.perSecond)}, p95 ${ms(looking.p95)}`,
      limit: `${count(empty.perSecond)} six empty answers`,
      ratio: looking.perSecond / empty.perSecond,
    },
  ];
}
