import { workLists } from '@nordhaut/ordering';
import { whoLeads } from '@nordhaut/platform/database';
import { countAfter, START } from '@nordhaut/platform/event-store';
import { countBlocked, createLagMeter, readCheckpoints, type Backlog, type Follower } from '@nordhaut/platform/projections';
import type { Engine } from './engine.ts';
import { RELAYED } from './kafka.ts';
import { projections } from './roles/projector.ts';

type Watched = Pick<Engine, 'config' | 'pool' | 'store' | 'metrics' | 'clock'>;

/**
 * What is true of the whole shop, told by every process alike and read from the stores at each scrape: how far the
 * read models and the relay are behind, who leads, whether the stores answer. True while nobody projects, relays or
 * leads, which is when it matters.
 */
export function exposeState(engine: Watched): void {
  const { metrics, pool, store, clock } = engine;
  const shared = { shared: true };

  metrics.gauge('database_up', '1 where the database answers this process, else 0', [], async (gauge) =>
    gauge.set(await answers(pool.query('select 1'))),
  );
  metrics.gauge('event_store_up', '1 where the event store answers this process, else 0', [], async (gauge) =>
    gauge.set(await answers(store.head())),
  );
  metrics.gauge('database_pool_connections', 'Connections of the pool to the database', ['state'], (gauge) => {
    gauge.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    gauge.set({ state: 'idle' }, pool.idleCount);
    gauge.set({ state: 'waited_for' }, pool.waitingCount);
  });
  metrics.gauge('clock_ahead_seconds', "This machine's clock less the database's, by which the shop goes", [], (gauge) =>
    gauge.set((Date.now() - clock().getTime()) / 1000),
  );

  metrics.gauge(
    'leader_present',
    '1 where somebody leads what only one process may do at a time',
    ['leads'],
    async (gauge) => {
      gauge.reset();
      for (const [leads, led] of await leaders(engine)) gauge.set({ leads }, led ? 1 : 0);
    },
    shared,
  );

  metrics.gauge(
    'money_owed_orders',
    'Orders to whose buyer money has been owed for more than an hour, by the way it goes back: to the card, or by transfer',
    ['way'],
    async (gauge) => {
      const owed = await owedForLong(engine);
      for (const way of ['card', 'transfer'] as const) gauge.set({ way }, owed.filter((one) => one.way === way).length);
    },
    shared,
  );
  metrics.gauge(
    'parcels_moved_after_cancel',
    'Parcels of cancelled orders that the carrier got within the last three days though they were not to be sent',
    [],
    async (gauge) => {
      const { rows } = await pool.query<{ count: bigint }>('select count(*) from orders where do_not_ship and moved_at > $1', [
        new Date(clock().getTime() - MOVED_MS),
      ]);
      gauge.set(Number(rows[0]?.count ?? 0n));
    },
    shared,
  );

  const backlogs = together(backlogsOf(engine));
  metrics.gauge(
    'projection_events_behind',
    'Events a read model has not folded yet, counted up to 100,000 (1,000 with EventStoreDB)',
    ['projection'],
    async (gauge) => {
      for (const [projection, { eventsBehind }] of (await backlogs()).projections) gauge.set({ projection }, eventsBehind);
    },
    shared,
  );
  metrics.gauge(
    'projection_oldest_unhandled_seconds',
    'Age of the oldest event a read model has not folded',
    ['projection'],
    async (gauge) => {
      for (const [projection, { oldestSeconds }] of (await backlogs()).projections) gauge.set({ projection }, oldestSeconds);
    },
    shared,
  );
  metrics.gauge(
    'projection_in_trouble',
    '1 where a read model cannot go on, or stands behind the end of a store that was set back; the projector says why',
    ['projection'],
    async (gauge) => {
      for (const [projection, isIn] of (await backlogs()).troubles) gauge.set({ projection }, isIn ? 1 : 0);
    },
    shared,
  );
  metrics.gauge(
    'projection_stories_parked',
    'Orders and the like that a read model leaves as they were, because an event of theirs cannot be folded',
    ['projection'],
    async (gauge) => {
      const blocked = await countBlocked(pool);
      for (const { name } of projections) gauge.set({ projection: name }, blocked.get(name) ?? 0);
    },
    shared,
  );
  if (engine.config.KAFKA_BROKERS === undefined) return;
  metrics.gauge(
    'relay_events_behind',
    'Events that are not in Kafka yet, counted up to 100,000 (1,000 with EventStoreDB)',
    [],
    async (gauge) => gauge.set((await backlogs()).relay?.eventsBehind ?? 0),
    shared,
  );
  metrics.gauge(
    'relay_oldest_unhandled_seconds',
    'Age of the oldest event that is not in Kafka',
    [],
    async (gauge) => gauge.set((await backlogs()).relay?.oldestSeconds ?? 0),
    shared,
  );
}

/** ms after which money that is owed is a matter for support */
const OWED_MS = 3_600_000;
/** Orders with money owed that are counted, at most */
const OWED_COUNTED = 1_000;
const owedForLong = ({ pool, clock }: Watched) =>
  workLists(pool).owedMoney({ before: new Date(clock().getTime() - OWED_MS), limit: OWED_COUNTED });
/** ms for which a parcel that moved after all is counted */
const MOVED_MS = 72 * 3_600_000;

/** ms; less than a scrape may take over one value, or a store that keeps silent would be no value instead of a 0 */
const SILENCE = 1_500;

async function answers(asked: Promise<unknown>): Promise<0 | 1> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<0>((resolve) => (timer = setTimeout(resolve, SILENCE, 0)));
  const answer = asked.then(
    () => 1 as const,
    () => 0 as const,
  );
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}

type Backlogs = { projections: [string, Backlog][]; troubles: [string, boolean][]; relay: Backlog | undefined };

function backlogsOf({ config, pool, store, clock }: Watched): () => Promise<Backlogs> {
  const names = projections.map(({ name }) => name);
  const relay = config.KAFKA_BROKERS === undefined ? undefined : `relay ${config.KAFKA_TOPIC}`;
  const meter = createLagMeter({
    store,
    now: () => clock().getTime(),
    ...(config.EVENTSTORE_URL === undefined ? { count: countAfter(pool) } : {}),
  });
  return async () => {
    const [checkpoints, relayed] = await Promise.all([
      readCheckpoints(pool, names),
      relay === undefined ? START : relayedUpTo(pool, relay),
    ]);
    const followers: Follower[] = projections.map(({ name, filter }) => ({
      name,
      filter,
      position: checkpoints.get(name)?.position ?? START,
    }));
    if (relay !== undefined) followers.push({ name: relay, filter: { categories: RELAYED }, position: relayed });
    const backlogs = await meter.look(followers);
    return {
      projections: [...backlogs].filter(([name]) => name !== relay),
      troubles: [...checkpoints].map(([name, { trouble }]) => [name, trouble !== null || backlogs.get(name)?.isAhead === true]),
      relay: relay === undefined ? undefined : backlogs.get(relay),
    };
  };
}

async function relayedUpTo(pool: Watched['pool'], relay: string): Promise<Follower['position']> {
  const { rows } = await pool.query<{ position: Follower['position'] }>('select position from bus_positions where consumer = $1', [relay]);
  return rows[0]?.position ?? START;
}

/** By the first word: a lock's name goes on with what differs between releases and topics. */
async function leaders({ config, pool }: Watched): Promise<Map<string, boolean>> {
  const found = new Map<string, boolean>();
  for (const { name, led } of await whoLeads(pool)) {
    const [leads = name] = name.split(' ');
    // One that is not wanted any more has nobody to lead it.
    if (leads === 'relay' && name !== `relay ${config.KAFKA_BROKERS && config.KAFKA_TOPIC}`) continue;
    found.set(leads, led || found.get(leads) === true);
  }
  return found;
}

/** One read for all who ask while it is under way: those of one scrape do. */
function together<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () =>
    (underWay ??= read().finally(() => {
      underWay = undefined;
    }));
}
