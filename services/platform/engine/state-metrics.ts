import pTimeout from 'p-timeout';
import { durablePositions, savedPosition } from '../bus/index.ts';
import { whoLeads } from '../database/index.ts';
import { countAfter, START } from '../event-store/index.ts';
import { countBlocked, measureBacklogs, readCheckpoints, type Backlog, type StoreReader } from '../projections/index.ts';
import type { Engine } from './open.ts';

type Watched = Pick<Engine, 'config' | 'pool' | 'store' | 'metrics' | 'clock' | 'projections' | 'relayed'>;

/**
 * The state of the whole shop: how far the read models, the durable consumers and the relay are behind, whether each leadership is taken, and
 * whether the stores answer. Each process reads it from the stores at each scrape and reports the same values. So the
 * values are right while no projector or relay runs, which is when they matter most.
 */
export function exposeState(engine: Watched): void {
  const { metrics, pool, store, clock, projections } = engine;
  const shared = { shared: true };

  metrics.gauge('database_up', '1 if the database answers this process, else 0', [], async (gauge) =>
    gauge.set(await answers(pool.query('select 1'))),
  );
  metrics.gauge('event_store_up', '1 if the event store answers this process, else 0', [], async (gauge) =>
    gauge.set(await answers(store.head())),
  );
  metrics.gauge('database_pool_connections', 'Connections of the pool to the database', ['state'], (gauge) => {
    gauge.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    gauge.set({ state: 'idle' }, pool.idleCount);
    gauge.set({ state: 'waited_for' }, pool.waitingCount);
  });
  metrics.gauge('clock_ahead_seconds', "This machine's clock minus the database's, which the shop uses", [], (gauge) =>
    gauge.set((Date.now() - clock().getTime()) / 1000),
  );

  named('leader_present', '1 if a process holds the leadership, for work that only one process may do at a time', 'leads', async () =>
    [...(await leaders(engine))].map(([leads, led]) => [leads, led ? 1 : 0]),
  );

  const backlogs = together(backlogsOf(engine));
  const each = (kind: Reader['kind'], value: (one: Reader & Backlog) => number) => async (): Promise<[name: string, value: number][]> =>
    (await backlogs()).filter((one) => one.kind === kind).map((one) => [one.name, value(one)]);
  named(
    'projection_events_behind',
    'Events that a read model has not folded yet, counted up to 100,000 (1,000 with EventStoreDB)',
    'projection',
    each('projection', ({ eventsBehind }) => eventsBehind),
  );
  named(
    'projection_oldest_unhandled_seconds',
    'Age of the oldest event that a read model has not folded',
    'projection',
    each('projection', ({ oldestSeconds }) => oldestSeconds),
  );
  named(
    'projection_in_trouble',
    '1 if a read model cannot continue, or its checkpoint is after the end of the store; the projector logs the reason',
    'projection',
    each('projection', ({ isStuck, isAhead }) => (isStuck || isAhead ? 1 : 0)),
  );
  named(
    'projection_stories_parked',
    'Streams, such as orders, that a read model no longer folds because of a poison event',
    'projection',
    async () => {
      const blocked = await countBlocked(pool);
      return projections.map(({ name }) => [name, blocked.get(name) ?? 0]);
    },
  );
  named(
    'consumer_oldest_unhandled_seconds',
    'Age of the oldest event that a durable consumer has not handled, dropped or held back',
    'consumer',
    each('consumer', ({ oldestSeconds }) => oldestSeconds),
  );
  if (engine.config.KAFKA_BROKERS === undefined) return;
  ofRelay('relay_events_behind', 'Events that are not in Kafka yet, counted up to 100,000 (1,000 with EventStoreDB)', 'eventsBehind');
  ofRelay('relay_oldest_unhandled_seconds', 'Age of the oldest event that is not in Kafka', 'oldestSeconds');

  function ofRelay(name: string, help: string, field: 'eventsBehind' | 'oldestSeconds'): void {
    const read = async (): Promise<number> => (await backlogs()).find(({ kind }) => kind === 'relay')?.[field] ?? 0;
    metrics.gauge(name, help, [], async (gauge) => gauge.set(await read()), shared);
  }

  /** A gauge with a value for each name that `read` gives. */
  function named(name: string, help: string, label: string, read: () => Promise<[name: string, value: number][]>): void {
    metrics.gauge(
      name,
      help,
      [label],
      async (gauge) => {
        const values = await read();
        gauge.reset();
        for (const [one, value] of values) gauge.set({ [label]: one }, value);
      },
      shared,
    );
  }
}

/** ms; less than a scrape waits for one value, so that a store without an answer gives 0 and not a missing value */
const SILENCE = 1_500;

const answers = (request: Promise<unknown>): Promise<0 | 1> =>
  pTimeout(request, { milliseconds: SILENCE }).then(
    () => 1 as const,
    () => 0 as const,
  );

type Reader = StoreReader & { kind: 'projection' | 'consumer' | 'relay'; name: string; isStuck?: boolean };

function backlogsOf({ config, pool, store, clock, projections, relayed: categories }: Watched): () => Promise<(Reader & Backlog)[]> {
  const names = projections.map(({ name }) => name);
  const relay = config.KAFKA_BROKERS === undefined ? undefined : `relay ${config.KAFKA_TOPIC}`;
  const now = (): number => clock().getTime();
  const options = { store, now, ...(config.EVENTSTORE_URL === undefined ? { count: countAfter(pool) } : {}) };
  return async () => {
    const [checkpoints, consumed, relayed] = await Promise.all([
      readCheckpoints(pool, names),
      durablePositions(pool),
      relay === undefined ? undefined : savedPosition(pool, relay),
    ]);
    const readers = projections.map(({ name, filter }): Reader => {
      const { position = START, trouble = null } = checkpoints.get(name) ?? {};
      return { kind: 'projection', name, filter, position, isStuck: trouble !== null };
    });
    // Their filters are not known here, and not needed: a position moves behind dropped events within a second.
    for (const [name, position] of consumed) readers.push({ kind: 'consumer', name, filter: {}, position });
    if (relay !== undefined) readers.push({ kind: 'relay', name: relay, filter: { categories }, position: relayed ?? START });
    return measureBacklogs(options, readers);
  };
}

/** By the first word of the lock's name, as the other words differ between releases and topics. A consumer has its whole name. */
async function leaders({ config, pool }: Watched): Promise<Map<string, boolean>> {
  const found = new Map<string, boolean>();
  for (const { name, led } of await whoLeads(pool)) {
    const [first = name] = name.split(' ');
    const leads = first === 'consumer' ? name : first;
    // A relay of an earlier configuration has no leader.
    if (leads === 'relay' && name !== `relay ${config.KAFKA_BROKERS && config.KAFKA_TOPIC}`) continue;
    found.set(leads, led || found.get(leads) === true);
  }
  return found;
}

/** Callers share a read that is in progress; the gauges of one scrape do. */
function together<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () =>
    (reading ??= read().finally(() => {
      reading = undefined;
    }));
}
