import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { clientRun, shopEnvironment, warmUp, type Outside } from './checkouts.ts';
import { cpuSeconds, startServer, type Child } from './processes.ts';
import { count, median, spread, type Figure } from './table.ts';

const CLIENTS = 32;

/** The roles of a checkout that every release has; the mails of later ones are no part of it. */
const ROLES = 'projector,sweeper,poller,http,realtime';

/** Earlier releases have the second path. */
const SHOP_SERVERS = ['scripts/bench/shop-server.ts', 'services/shop/bench/shop-server.ts'];

/** Releases without this file have one database user. */
const USERS = 'services/platform/database/users.ts';

type Side = { server: Child; outside: Outside };

/**
 * The same guest checkouts on another working copy of the project, interleaved with this one: both see the same machine,
 * and each pair gives one ratio. Each shop has its own database.
 * @param folder root of the other working copy, with its packages installed
 * @throws where the folder holds no shop
 */
export async function benchAgainst(
  folder: string,
  databases: { own: Outside; other: Outside },
  options: { pairs: number; seconds: number; ports: readonly [own: number, other: number]; warmUp: number },
): Promise<Figure[]> {
  const entry = SHOP_SERVERS.map((file) => join(resolve(folder), file)).find((file) => existsSync(file));
  if (entry === undefined) throw new Error(`${folder} is no checkout of this project: it has no ${SHOP_SERVERS[0]}.`);
  const own: Side = {
    server: await startServer('shop-server.ts', { ...shopEnvironment(databases.own, options.ports[0]), ROLES }),
    outside: databases.own,
  };
  const other: Side = {
    server: await startServer(pathToFileURL(entry).href, {
      ...shopEnvironment(databases.other, options.ports[1]),
      ROLES,
      ...(!existsSync(join(resolve(folder), USERS)) && { DATABASE_URL: databases.other.databaseUrl }),
    }),
    outside: databases.other,
  };
  const drive = async ({ server }: Side) => {
    const before = cpuSeconds(server.pid) ?? Number.NaN;
    const run = await clientRun('shop', String(server.said['url']), CLIENTS, options.seconds);
    if (run.errors > 0) throw new Error(`${run.errors} checkouts failed: ${run.firstError}`);
    return { ...run, cpuMs: (((cpuSeconds(server.pid) ?? Number.NaN) - before) * 1000) / run.checkouts };
  };
  try {
    for (const side of [own, other]) await warmUp(() => drive(side), options.warmUp);
    const pairs = [];
    for (let turn = 0; turn < options.pairs; turn++) {
      // The sides alternate in going first.
      const first = turn % 2 === 0 ? own : other;
      const runs = [await drive(first), await drive(first === own ? other : own)] as const;
      pairs.push(first === own ? { own: runs[0], other: runs[1] } : { own: runs[1], other: runs[0] });
    }
    const ratios = pairs.map((pair) => pair.own.perSecond / pair.other.perSecond);
    const [low, high] = interval(ratios);
    const ratio = median(ratios);
    return [
      {
        what: `checkouts/s, ${CLIENTS} clients, ${pairs.length} pairs`,
        value: `${count(median(pairs.map((pair) => pair.own.perSecond)))} (${spread(pairs.map((pair) => pair.own.perSecond))})`,
        limit: `${count(median(pairs.map((pair) => pair.other.perSecond)))} (${spread(pairs.map((pair) => pair.other.perSecond))}) the other checkout`,
        ratio,
        aim: '≥ 0.95 of the other',
        met: ratio >= 0.95,
      },
      { what: '  ratio of a pair, 95 % interval of the median', value: `${low.toFixed(2)} to ${high.toFixed(2)}` },
      {
        what: '  CPU of the shop per checkout',
        value: `${median(pairs.map((pair) => pair.own.cpuMs)).toFixed(2)} ms`,
        limit: `${median(pairs.map((pair) => pair.other.cpuMs)).toFixed(2)} ms`,
      },
    ];
  } finally {
    await own.server.stop();
    await other.server.stop();
  }
}

/** The interval of the median by order statistics: the normal approximation of the binomial distribution. */
function interval(values: readonly number[]): [low: number, high: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const n = sorted.length;
  const half = 1.96 * (Math.sqrt(n) / 2);
  const at = (index: number): number => sorted[Math.min(n - 1, Math.max(0, Math.round(index)))] ?? Number.NaN;
  return [at(n / 2 - half - 0.5), at(n / 2 + half - 0.5)];
}
