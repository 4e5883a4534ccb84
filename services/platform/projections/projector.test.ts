import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testShop, type TestShop } from '../envelope/testing.ts';
import { asPosition, type Position, type StreamName } from '../event-store/index.ts';
import { testProcess } from '../testing/process.ts';
import { sleep } from '../timing.ts';
import { Fenced, beginFenced, moveCheckpoint } from './checkpoint.ts';
import { counters, counting, projectorOf } from './fixtures.ts';
import { createPositionWaiter, type Projection, type Projector, rowProjection } from './index.ts';
import { eventsBehind, rebuildEqualsLive } from './testing.ts';

let shop: TestShop;
let count: ReturnType<typeof counting>;
const running: Projector[] = [];

beforeEach(async () => {
  shop = await testShop();
  count = counting(shop);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((projector) => projector.stop()));
  await shop.drop();
});

async function started(projector: Projector): Promise<Projector> {
  running.push(projector);
  await projector.start();
  return projector;
}
const behind = () => eventsBehind({ pool: shop.database.pool, store: shop.store, projections: [counters()] });
async function sums(): Promise<Record<string, number>> {
  const { rows } = await shop.database.pool.query<{ id: string; sum: bigint }>('select id, sum from counters');
  return Object.fromEntries(rows.map(({ id, sum }) => [id, Number(sum)]));
}

describe('following', () => {
  it('has an empty read model before the first event, and shows each write to a query that waits for it', async () => {
    const projector = await started(projectorOf(shop));
    expect(await sums()).toEqual({});
    for (const by of [1, 2, 3]) {
      const position = await count('counter-a', by);
      expect(await projector.waitFor('counters', position, 60_000)).toBe(true);
      expect(await createPositionWaiter(shop.database.pool).waitFor('counters', position, 60_000)).toBe(true);
    }
    expect(await sums()).toEqual({ 'counter-a': 6 });
    expect((await shop.database.pool.query('select trail, name from counters')).rows).toEqual([{ trail: [1, 2, 3], name: 'n3' }]);
    expect(await projector.notReady()).toBeUndefined();
    expect(await behind()).toEqual({ counters: 0 });
  });

  it('keeps the texts of a list as they are', async () => {
    const texts = ['', 'a,b', '"', '\\', '{x}', 'NULL', '名\n字'];
    const lists = rowProjection<{ id: string; texts: string[]; none: string[] }>({
      name: 'lists',
      version: 1,
      filter: { categories: ['counter'] },
      personal: false,
      key: 'id',
      createTable: (table) => `create table ${table} (id text primary key, texts text[] not null, none text[] not null)`,
      keyOf: ({ stream }) => stream,
      apply: (_, { stream }) => ({ id: stream, texts, none: [] }),
    });
    const projector = await started(projectorOf(shop, [lists]));
    expect(await projector.waitFor('lists', await count('counter-a', 1), 60_000)).toBe(true);
    expect((await shop.database.pool.query('select texts, none from lists')).rows).toEqual([{ texts, none: [] }]);
  });

  it('folds the events of five paces together while no query waits', async () => {
    const paceMs = 60;
    let folds = 0;
    const plain = counters();
    const watched = counters({
      fold(...args) {
        folds++;
        return plain.fold(...args);
      },
    });
    const began = performance.now();
    await started(projectorOf(shop, [watched], { paceMs }));
    for (let by = 1; by <= 20; by++) {
      await count('counter-a', by);
      await sleep(paceMs / 2);
    }
    await expect.poll(sums).toEqual({ 'counter-a': 210 });
    expect(folds).toBeLessThanOrEqual(1 + (performance.now() - began) / (5 * paceMs));
  });

  it('goes on at its pace when the clock of its machine is set back while it folds', async () => {
    const now = Date.now.bind(Date);
    const plain = counters();
    const folding = counters({
      fold(...args) {
        vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
        return plain.fold(...args);
      },
    });
    try {
      const projector = await started(projectorOf(shop, [folding]));
      await count('counter-a', 1);
      await expect.poll(sums).toEqual({ 'counter-a': 1 });
      expect(await projector.waitFor('counters', await count('counter-a', 2), 20_000)).toBe(true);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('ends its rest for a query that waits', async () => {
    for (let by = 1; by <= 40; by++) await count('counter-a', by);
    // The rest takes five paces, which is longer than the query waits.
    const paceMs = 1_500;
    const projector = await started(projectorOf(shop, [counters()], { paceMs }));
    await expect.poll(sums).toEqual({ 'counter-a': 820 });
    expect(await projector.waitFor('counters', await count('counter-b', 1), 4 * paceMs)).toBe(true);
  });

  it('passes events that it does not want, for a query that waits behind them', async () => {
    const projector = await started(projectorOf(shop));
    const position = await count('other-a', 1);
    expect(await projector.waitFor('counters', position, 60_000)).toBe(true);
    expect(await createPositionWaiter(shop.database.pool).waitFor('counters', position, 60_000)).toBe(true);
    expect(await sums()).toEqual({});
  });

  it('says with one query whether all its read models are ready: on a busy pool, each query waits', async () => {
    const { pool } = shop.database;
    const projector = projectorOf(
      shop,
      ['one', 'two', 'three'].map((name) => counters({ name })),
    );
    await started(projector);
    await expect.poll(() => projector.notReady()).toBeUndefined();
    // It follows no more, so that only its own query is counted.
    await projector.stop();
    const query = vi.spyOn(pool, 'query');
    try {
      expect(await projector.notReady()).toBeUndefined();
      expect(query).toHaveBeenCalledTimes(1);
    } finally {
      query.mockRestore();
    }
  });

  it('answers a query that waits in vain, and counts the events that it is behind', async () => {
    const projector = projectorOf(shop);
    await started(projector);
    await projector.stop();
    const position = await count('counter-a', 1);
    await count('counter-a', 1);
    expect(await projector.waitFor('counters', position, 100)).toBe(false);
    expect(await behind()).toEqual({ counters: 2 });
  });

  it('stops at an error of the database, reports it, and continues once it can', async () => {
    let broken = true;
    const sound = counters();
    const hindered = counters({
      // As with a missing privilege or column.
      fold: (tx, table, events) => (broken ? tx.query('select nonsense').then(() => undefined) : sound.fold(tx, table, events)),
    });
    for (const by of [1, 2]) await count('counter-a', by);
    const projector = await started(projectorOf(shop, [hindered]));
    await expect.poll(() => projector.notReady()).toMatch(/cannot continue: .*"nonsense" does not exist/);
    expect(await behind()).toEqual({ counters: 2 });
    broken = false;
    await expect.poll(() => projector.notReady()).toBeUndefined();
    expect(await sums()).toEqual({ 'counter-a': 3 });
    await rebuildEqualsLive(projector, 'counters');
  });
});

it('logs and reports a subscription that fails again and again, and continues afterwards', async () => {
  const failing = vi.spyOn(shop.store, 'subscribe').mockImplementation(() => Promise.reject(new Error('the store is down')));
  const logger = { info: vi.fn<() => void>(), warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
  const projector = await started(projectorOf(shop, [counters()], { logger }));
  await expect.poll(() => logger.error.mock.calls.length).toBeGreaterThan(1);
  expect(await projector.notReady()).toBe('read model counters cannot continue: the store is down');
  failing.mockRestore();
  // Without a new event, too.
  await expect.poll(() => projector.notReady()).toBeUndefined();
  expect(await projector.waitFor('counters', await count('counter-a', 1), 60_000)).toBe(true);
});

describe('several instances', () => {
  it('admit each batch once, also where two believe that they lead', async () => {
    await started(projectorOf(shop));
    await expect.poll(() => running[0]?.notReady()).toBeUndefined();
    await running[0]?.stop();
    const [one, other] = [await shop.database.pool.connect(), await shop.database.pool.connect()];
    try {
      const position = await count('counter-a', 1);
      const at = (await shop.database.pool.query<{ position: bigint }>('select position from projection_checkpoints')).rows[0]
        ?.position as never;
      await beginFenced(one, counters(), at, position as never);
      const late = beginFenced(other, counters(), at, position as never);
      await Promise.all([expect(late).rejects.toThrow(Fenced), one.query('commit')]);
      await other.query('rollback');
    } finally {
      one.release();
      other.release();
    }
  });

  it('admit once what concerns no projection', async () => {
    await started(projectorOf(shop));
    await expect.poll(() => running[0]?.notReady()).toBeUndefined();
    await running[0]?.stop();
    const { pool } = shop.database;
    const at = (await pool.query<{ position: Position }>('select position from projection_checkpoints')).rows[0]?.position as Position;
    const to = asPosition(await count('other-a', 1));
    const own = { ...counters(), origin: shop.store.kind };
    await moveCheckpoint(pool, own, at, to);
    await expect(moveCheckpoint(pool, own, at, to)).rejects.toThrow(Fenced);
    await expect(moveCheckpoint(pool, { ...own, version: 2 }, to, to)).rejects.toThrow(Fenced);
  });

  it('fold each event once when two lead at the same time (an old release beside a new one)', async () => {
    const idle = { ...counters(), name: 'idle' };
    // With other projections the name of the lock differs, so both lead.
    const projectors = [await started(projectorOf(shop)), await started(projectorOf(shop.another(), [counters(), idle]))];
    for (let by = 1; by <= 60; by++) {
      await count(`counter-${by % 3}`, by);
      await sleep(by % 10);
    }
    const position = await count('counter-a', 1);
    expect(await projectors[0]?.waitFor('counters', position, 60_000)).toBe(true);
    await rebuildEqualsLive(projectors[0] as Projector, 'counters');
  });

  it('take over after kill -9', async () => {
    const killed = testProcess(new URL('projector.fixture.ts', import.meta.url), [shop.database.url]);
    try {
      await expect.poll(() => killed.lines).toEqual(['started']);
      const waiter = createPositionWaiter(shop.database.pool);
      expect(await waiter.waitFor('counters', await count('counter-a', 1), 60_000)).toBe(true);
      const standby = await started(projectorOf(shop));
      const writing = (async () => {
        for (let by = 0; by < 200; by++) await count(`counter-${by % 7}`, by);
        return count('counter-a', 1);
      })();
      await sleep(50);
      await killed.kill();
      expect(await standby.waitFor('counters', await writing, 60_000)).toBe(true);
      expect((await sums())['counter-a']).toBe(2);
      await rebuildEqualsLive(standby, 'counters');
    } finally {
      await killed.kill();
    }
  });

  it('leave the fold of the events after random histories with connections cut at any time (property)', async () => {
    const projectors = [await started(projectorOf(shop)), await started(projectorOf(shop.another()))];
    const step = fc.oneof(
      { weight: 20, arbitrary: fc.record({ counter: fc.nat(4), by: fc.nat(100) }) },
      { weight: 1, arbitrary: fc.constant('cut' as const) },
      { weight: 1, arbitrary: fc.constant('rebuild' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        for (const one of steps) {
          if (one === 'cut')
            await shop.database.pool.query(
              "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and (application_name like 'leader%' or query like '%projection_checkpoints%')",
            );
          else if (one === 'rebuild') await projectors[0]?.rebuild('counters').catch(() => undefined);
          else await count(`counter-${one.counter}`, one.by);
        }
        const position = await count('counter-last', 1);
        expect(await createPositionWaiter(shop.database.pool).waitFor('counters', position, 60_000)).toBe(true);
        await rebuildEqualsLive(projectors[0] as Projector, 'counters');
      }),
      { numRuns: 12 },
    );
  });
});

describe('rebuild', () => {
  it('finds and repairs rows that are not the fold of the events, during reads and writes', async () => {
    const projector = await started(projectorOf(shop));
    const streams = Array.from({ length: 30 }, (_, index): StreamName => `counter-${index}`);
    await Promise.all(streams.map((stream) => count(stream, 1)));
    expect(await projector.waitFor('counters', await count('counter-0', 1), 60_000)).toBe(true);
    await shop.database.pool.query(
      "update counters set sum = 99 where id = 'counter-3'; delete from counters where id = 'counter-4'; insert into counters values ('counter-ghost', 1, '[]', null, now())",
    );
    await expect(rebuildEqualsLive(projector, 'counters')).rejects.toThrow('counter-3');

    let writing = true;
    const written = (async () => {
      let last = 0n;
      while (writing) last = (await Promise.all(streams.slice(5).map((stream) => count(stream, 1)))).reduce((a, b) => (a > b ? a : b));
      return last;
    })();
    let reads = 0;
    const reading = (async () => {
      while (writing) {
        expect(Object.keys(await sums()).length).toBeGreaterThanOrEqual(29);
        reads++;
      }
    })();
    const report = await projector.rebuild('counters');
    await projector.rebuild('counters');
    writing = false;
    await reading;
    expect(reads).toBeGreaterThan(0);
    expect(report).toMatchObject({
      swapped: true,
      differences: { missing: 1, extra: 1, changed: 1, sample: ['counter-3', 'counter-4', 'counter-ghost'] },
    });
    expect(await projector.waitFor('counters', await written, 60_000)).toBe(true);
    await rebuildEqualsLive(projector, 'counters');
    expect((await sums())['counter-3']).toBe(1);
  });

  it('runs only once at a time', async () => {
    const { promise: folding, resolve: isFolding } = Promise.withResolvers<void>();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let isHolding = false;
    const sound = counters();
    const holding = counters({
      async fold(...args) {
        if (isHolding) {
          isFolding();
          await held;
        }
        await sound.fold(...args);
      },
    });
    const projector = await started(projectorOf(shop, [holding]));
    expect(await projector.waitFor('counters', await count('counter-a', 1), 60_000)).toBe(true);
    isHolding = true;
    const first = projector.rebuild('counters');
    try {
      await Promise.race([folding, first]);
      await expect(projector.rebuild('counters')).rejects.toThrow('counters is being rebuilt already');
    } finally {
      release();
    }
    expect(await first).toMatchObject({ swapped: true });
    expect(await projector.rebuild('counters')).toMatchObject({ swapped: true });
  });

  it('leaves the live table in its place where the fold fails', async () => {
    let broken = false;
    const sound = counters();
    const projector = await started(
      projectorOf(shop, [
        counters({ fold: (tx, table, events) => (broken ? Promise.reject(new Error('broken')) : sound.fold(tx, table, events)) }),
      ]),
    );
    expect(await projector.waitFor('counters', await count('counter-a', 1), 60_000)).toBe(true);
    broken = true;
    await expect(projector.rebuild('counters')).rejects.toThrow('broken');
    broken = false;
    expect(await sums()).toEqual({ 'counter-a': 1 });
    expect(await projector.rebuild('counters')).toMatchObject({ swapped: true });
    // The table of the failed build is dropped.
    const { rows } = await shop.database.pool.query("select relname from pg_class where relkind = 'r' and relname like 'counters%'");
    expect(rows).toEqual([{ relname: 'counters_v1' }]);
  });

  const doubled = (): ReturnType<typeof counters> => {
    const single = counters();
    return counters({
      version: 2,
      createTable: (table) => `${single.createTable(table)}; alter table ${table} add column doubled bigint`,
      async fold(tx, table, events) {
        await single.fold(tx, table, events);
        await tx.query(`update ${table} set doubled = sum * 2`);
      },
    });
  };

  it('builds a new version beside the old one at the start; an older release stands by', async () => {
    const old = await started(projectorOf(shop));
    expect(await old.waitFor('counters', await count('counter-a', 5), 60_000)).toBe(true);
    // The old release continues until the new table replaces its table.
    const fresh = await started(projectorOf(shop.another(), [doubled()]));
    await expect.poll(() => fresh.notReady()).toBeUndefined();
    expect(await fresh.waitFor('counters', await count('counter-a', 1), 60_000)).toBe(true);
    expect((await shop.database.pool.query('select id, sum, doubled from counters')).rows).toEqual([
      { id: 'counter-a', sum: 6n, doubled: 12n },
    ]);
    expect(await old.notReady()).toContain('is at version 2, wanted is 1');
    expect((await shop.database.pool.query("select to_regclass('counters_v1') as old")).rows).toEqual([{ old: null }]);
  });

  it('takes a read model back from a newer release whose projector is gone, and gives it again to one that comes back', async () => {
    const wayBackMs = 100;
    const old = await started(projectorOf(shop, [counters()], { wayBackMs }));
    const fresh = await started(projectorOf(shop.another(), [doubled()]));
    await expect.poll(() => fresh.notReady()).toBeUndefined();
    expect(await fresh.waitFor('counters', await count('counter-a', 5), 60_000)).toBe(true);
    await sleep(10 * wayBackMs);
    expect(await old.notReady()).toContain('is at version 2, wanted is 1');

    await fresh.stop();
    expect(await old.waitFor('counters', await count('counter-b', 1), 60_000)).toBe(true);
    await expect.poll(() => old.notReady()).toBeUndefined();
    expect(await sums()).toEqual({ 'counter-a': 5, 'counter-b': 1 });

    const again = await started(projectorOf(shop.another(), [doubled()], { wayBackMs }));
    await expect.poll(() => again.notReady()).toBeUndefined();
    expect(await again.waitFor('counters', await count('counter-b', 1), 60_000)).toBe(true);
    expect((await shop.database.pool.query('select id, doubled from counters order by id')).rows).toEqual([
      { id: 'counter-a', doubled: 10n },
      { id: 'counter-b', doubled: 4n },
    ]);
  });

  it('leaves its read models to a newer release whose projector comes back while the first of them is being built', async () => {
    const names = ['counters', 'others'];
    const built = new Set<string>();
    const { promise: building, resolve: isBuilding } = Promise.withResolvers<void>();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const sound = counters();
    const holding: Partial<Projection> = {
      async fold(tx, table, events) {
        if (table.includes('_v1_b')) {
          built.add(table);
          isBuilding();
          await held;
        }
        await sound.fold(tx, table, events);
      },
    };
    const newer = () =>
      projectorOf(
        shop.another(),
        names.map((name) => counters({ name, version: 2 })),
      );
    const newerTables = () => shop.database.pool.query("select 'counters_v2'::regclass::oid, 'others_v2'::regclass::oid as others");
    const warn = vi.fn<(...args: unknown[]) => void>();
    const logger = { info: vi.fn<() => void>(), warn, error: vi.fn<() => void>() };
    const older = projectorOf(
      shop,
      names.map((name) => counters({ name, ...holding })),
      { wayBackMs: 100, logger },
    );
    try {
      await count('counter-a', 5);
      const fresh = await started(newer());
      await expect.poll(() => fresh.notReady()).toBeUndefined();
      const { rows: tables } = await newerTables();
      await fresh.stop();
      await started(older);
      await building;

      const again = await started(newer());
      expect(await again.waitFor('others', await count('counter-b', 1), 60_000)).toBe(true);
      release();
      const left = 'a projector of another release leads again: the newer read model stays';
      await expect.poll(() => warn.mock.calls.filter(([, said]) => said === left).length).toBe(2);
      expect((await newerTables()).rows).toEqual(tables);
      // The second build did not begin, and the first one dropped its table.
      expect(built.size).toBe(1);
      expect((await shop.database.pool.query("select from pg_class where relkind = 'r' and relname ~ '_v1'")).rowCount).toBe(0);
      expect(await again.waitFor('counters', await count('counter-b', 1), 60_000)).toBe(true);
      expect(await sums()).toEqual({ 'counter-a': 5, 'counter-b': 2 });
      expect(await older.notReady()).toContain('is at version 2, wanted is 1');
    } finally {
      release();
    }
  });
});
