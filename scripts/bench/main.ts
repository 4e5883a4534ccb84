import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@nordhaut/platform/database';
import pg from 'pg';
import { freePort } from '../whole-shop/fixtures/free-port.ts';
import { benchAgainst } from './against.ts';
import { benchAnswers } from './answers.ts';
import { benchAppendLimit, benchAppends } from './appends.ts';
import { benchConsole } from './console.ts';
import { benchCheckouts, warmUpCheckouts, type Outside } from './checkouts.ts';
import { benchLookUps, benchRebuild, writeHistories } from './history.ts';
import { benchContent } from './content.ts';
import { benchEventStore } from './eventstore.ts';
import { benchEvidence } from './evidence.ts';
import { benchLastPiece } from './last-piece.ts';
import { benchLive } from './live.ts';
import { benchOutage } from './outage.ts';
import { benchManySockets } from './many-sockets.ts';
import { fsyncsPerSecond } from './disk.ts';
import { startServer } from './processes.ts';
import { benchScale } from './scale.ts';
import { seededStore, type SeededStore } from './seeded-store.ts';
import { benchMembers, benchPromotions } from './members.ts';
import { benchPrices } from './prices.ts';
import { relayFigures } from './relay.ts';
import { benchGroup } from './group.ts';
import { benchPages } from './pages.ts';
import { benchRendering } from './rendering.ts';
import { benchStart, withPages } from './start.ts';
import { count, median, ms, printTable, type Figure } from './table.ts';

// `scripts/bench.mjs` has the usage, and refuses wrong arguments.
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    against: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
const wanted = (name: string): boolean => values.against === undefined && (!values.only || values.only.includes(name));
const quick = values.quick;

const folder = await mkdtemp(join(tmpdir(), 'nordhaut-bench-'));
const postgres = await startEmbeddedPostgres({ directory: join(folder, 'postgres') });
const figures: Figure[] = [];
const stopping: (() => Promise<void>)[] = [() => postgres.stop()];
try {
  const database = async (name: string): Promise<string> => {
    const client = new pg.Client({ connectionString: postgres.ownerUrl });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    const url = new URL(postgres.ownerUrl);
    url.pathname = `/${name}`;
    return url.href;
  };
  const simulators = await startServer('simulators-server.ts', {});
  stopping.push(() => simulators.stop());
  const eventStoreUrl = process.env['EVENTSTORE_URL'] || undefined;
  const outside = (databaseUrl: string): Outside => ({
    databaseUrl,
    eventStoreUrl,
    databasePid: postgres.pid(),
    simulatorsUrl: String(simulators.said['url']),
    simulatorsPid: simulators.pid,
  });

  const inPostgres = (databaseUrl: string): Outside => ({ ...outside(databaseUrl), eventStoreUrl: undefined });
  // One store for members and console: its seeding takes longer than both.
  let store: SeededStore | undefined;
  const seeded = async (): Promise<SeededStore> => {
    const members = quick ? 200 : Number(process.env['BENCH_MEMBERS'] ?? 20_000);
    return (store ??= await seededStore(inPostgres(await database('seeded')), { members, orders: 50, port: await freePort() }));
  };

  if (values.against !== undefined) {
    const databases = { own: outside(await database('own')), other: outside(await database('other')) };
    const ports = [await freePort(), await freePort()] as const;
    figures.push(
      ...(await benchAgainst(values.against, databases, {
        pairs: quick ? 2 : 20,
        seconds: quick ? 2 : 5,
        ports,
        warmUp: warmUpCheckouts(quick),
      })),
    );
  }
  if (wanted('checkouts')) {
    figures.push(
      ...(await benchCheckouts(outside(await database('checkouts')), {
        rounds: quick ? 1 : 3,
        seconds: quick ? 3 : 10,
        port: await freePort(),
        warmUp: warmUpCheckouts(quick),
      })),
    );
  }
  if (wanted('appends')) {
    figures.push(...(await appends(await database('appends'), await database('appends_limit'))));
    figures.push({ what: '  8 kB written and on disk, one after another', value: `${count(await fsyncsPerSecond(folder))}/s` });
  }
  if (wanted('history')) {
    const url = await database('history');
    const orderNos = await writeHistories({ databaseUrl: url }, quick ? 5_000 : 100_000);
    figures.push(...(await benchRebuild(url)));
    figures.push(...(await benchLookUps(inPostgres(url), orderNos, { lookUps: quick ? 1_000 : 10_000, port: await freePort() })));
  }
  if (wanted('live')) {
    for (const sockets of quick ? [200] : [1_000, 5_000]) {
      figures.push(...(await benchLive(outside(await database(`live_${sockets}`)), { sockets, orders: 50, port: await freePort() })));
    }
  }
  if (wanted('eventstore')) {
    const outsideOf = async (name: string): Promise<Outside> => inPostgres(await database(name));
    figures.push(...(await benchEventStore({ outside: outsideOf, url: eventStoreUrl, quick })));
  }
  if (wanted('evidence')) {
    const [inDatabase, inEventStore] = [inPostgres(await database('evidence')), outside(await database('evidence_eventstore'))];
    figures.push(...(await benchEvidence({ postgres: inDatabase, eventStore: inEventStore, quick })));
  }
  if (wanted('members')) {
    const size = quick ? { lists: 200, rounds: 1, seconds: 3 } : { lists: 2_000, rounds: 5, seconds: 8 };
    figures.push(...(await benchMembers(await seeded(), { ...size, port: await freePort() })));
  }
  if (wanted('promotions')) {
    const size = quick ? { rounds: 1, seconds: 3 } : { rounds: 10, seconds: 5 };
    figures.push(...(await benchPromotions(inPostgres(await database('promotions')), { ...size, port: await freePort() })));
    figures.push(...(await benchLastPiece(inPostgres(await database('last_piece')), { buyers: quick ? 50 : 200, port: await freePort() })));
  }
  if (wanted('group')) {
    const size = quick ? { rounds: 1, seconds: 3 } : { rounds: 10, seconds: 5 };
    figures.push(...(await benchGroup(inPostgres(await database('group_orders')), { ...size, port: await freePort() })));
  }
  if (wanted('console')) {
    figures.push(...(await benchConsole(await seeded(), { calls: quick ? 40 : 200, port: await freePort() })));
  }
  if (wanted('content')) {
    const size = quick ? { reviews: 5_000, texts: 500, rounds: 50 } : { reviews: 100_000, texts: 10_000, rounds: 1_000 };
    figures.push(...(await benchContent(inPostgres(await database('content')), { ...size, port: await freePort() })));
  }
  if (wanted('prices')) figures.push(...benchPrices(quick));
  if (wanted('outage')) {
    const outsideOf = async (name: string): Promise<Outside> => inPostgres(await database(name));
    figures.push(...(await benchOutage({ outside: outsideOf, url: eventStoreUrl, quick })));
  }
  if (wanted('scale'))
    figures.push(...(await benchScale(outside(await database('scale')), { seconds: quick ? 3 : 15, port: await freePort() })));
  if (wanted('relay')) figures.push(...(await relayFigures(await database('relay'), join(folder, 'kafka'), quick ? 40_000 : 200_000)));
  if (wanted('sockets')) {
    const many = quick ? { sockets: 500, seconds: 5 } : { sockets: 10_000, seconds: 60 };
    figures.push(...(await benchManySockets(inPostgres(await database('many_sockets')), { ...many, rate: 200, port: await freePort() })));
  }
  if (wanted('answers'))
    figures.push(...(await benchAnswers(outside(await database('answers')), { rounds: quick ? 50 : 500, port: await freePort() })));
  if (wanted('pages')) figures.push(...(await withPages(join(folder, 'pages'), await freePort(), (url) => benchPages(url, quick ? 1 : 3))));
  if (wanted('rendering'))
    figures.push(
      ...(await withPages(join(folder, 'rendering'), await freePort(), (url) => benchRendering(url, quick ? 2 : 8), {
        RATE_LIMITS: 'off',
      })),
    );
  if (wanted('start')) figures.push(...(await benchStart(join(folder, 'start'), await freePort())));
} finally {
  for (const stop of stopping.toReversed()) await stop();
  await rm(folder, { recursive: true, force: true });
}
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
printTable(`Nordhaut on ${machine}${quick ? ' — quick' : ''}`, figures);

async function appends(url: string, limitUrl: string): Promise<Figure[]> {
  const result: Figure[] = [];
  for (const writers of [1, 32, 128]) {
    const runs: { own: number; limit: number; p95: number }[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      const seconds = quick ? 1 : 5;
      const limit = await benchAppendLimit(limitUrl, { writers, seconds });
      const own = await benchAppends(url, { writers, seconds });
      runs.push({ own: own.appendsPerSecond, limit: limit.appendsPerSecond, p95: own.p95 });
    }
    const ratio = median(runs.map(({ own, limit }) => own / limit));
    result.push({
      what: `appends/s, ${writers} writers, two events each`,
      value: `${count(median(runs.map(({ own }) => own)))}, p95 ${ms(median(runs.map(({ p95 }) => p95)))}`,
      limit: `${count(median(runs.map(({ limit }) => limit)))} only inserting`,
      ratio,
      ...(writers > 1 && { aim: '≥ 0.8', met: ratio >= 0.8 }),
    });
  }
  return result;
}
