import pLimit from 'p-limit';
import type pg from 'pg';
import { lockKey, urlOf, whoLeads, withLeadership, type Leadership } from '../database/index.ts';
import type { Codec } from '../envelope/index.ts';
import { type EventStore, type Position, START } from '../event-store/port.ts';
import type { Role } from '../role.ts';
import { type BuildReport, buildBeside } from './build.ts';
import { type Checkpoint, isCurrent, prepareProjections, readCheckpoints } from './checkpoint.ts';
import { follow } from './follower.ts';
import { countBlocked } from './poison.ts';
import { withOrigin, type Projection, type ProjectionLogger, type Tx } from './projection.ts';
import { createPositionWaiter } from './waiter.ts';

export type ProjectorOptions = {
  pool: pg.Pool;
  store: EventStore;
  codec: Codec;
  projections: readonly Projection[];
  logger: ProjectionLogger;
  /** minimum time between the starts of two batches, ms; default 20 */
  paceMs?: number;
  /** ms between two tries of the blocked entities; default 60,000 */
  retryBlockedMs?: number;
  /** ms without a projector of another release after which this one takes over newer read models; default 60,000 */
  wayBackMs?: number;
};

export type Projector = Role & {
  /** True as soon as the rows contain everything up to `position`; false after `timeoutMs`. */
  waitFor(name: string, position: bigint, timeoutMs: number): Promise<boolean>;
  /**
   * Folds all events again beside the live table, compares and switches. Works in every process. `dryRun`: only compares, and
   * drops the rebuilt table.
   */
  rebuild(name: string, options?: { dryRun: boolean }): Promise<BuildReport>;
};

/**
 * Keeps the read models up to date. Of several instances one leads (an advisory lock) and the others stand by. Where two
 * believe that they lead, the checkpoint admits each batch only once.
 */
export function createProjector({
  pool,
  store,
  codec,
  projections: given,
  logger,
  paceMs = 20,
  retryBlockedMs = 60_000,
  wayBackMs = 60_000,
}: ProjectorOptions): Projector {
  const projections = withOrigin(store, given);
  let leadership: Leadership | undefined;
  let headAtStart: Position = START;
  const caughtUp = new Set<string>();
  const names = projections.map(({ name }) => name);
  const waiter = createPositionWaiter(pool, () => (leadership?.isLeader() === true ? 100 : 10));

  const anotherLeads = async (tx: Tx): Promise<boolean> =>
    (await whoLeads(tx)).some(({ name, led }) => led && name.startsWith(LOCK) && name !== lockName(projections));

  const find = (name: string): Projection => {
    const projection = projections.find((one) => one.name === name);
    if (!projection) throw new Error(`there is no projection ${name}`);
    return projection;
  };

  function missing(projection: Projection, checkpoint: Checkpoint | undefined): string | undefined {
    if (!checkpoint) return `read model ${projection.name} does not exist yet`;
    if (checkpoint.trouble !== null) return `read model ${projection.name} cannot continue: ${checkpoint.trouble}`;
    if (!isCurrent(checkpoint, projection))
      return checkpoint.version === projection.version
        ? `read model ${projection.name} is being rebuilt`
        : `read model ${projection.name} is at version ${checkpoint.version}, wanted is ${projection.version}`;
    if (checkpoint.position >= headAtStart) caughtUp.add(projection.name);
    return caughtUp.has(projection.name) ? undefined : `read model ${projection.name} is catching up`;
  }

  return {
    name: 'projector',

    async start() {
      await prepareProjections(pool, store, given);
      headAtStart = await store.head();
      leadership = withLeadership({
        url: urlOf(pool),
        lockName: lockName(projections),
        onError: (error) => logger.warn({ reason: error.message }, 'the projector lost its lock or cannot request it; it tries again'),
        async lead({ lost }) {
          logger.info({ projections: names }, 'projector leads');
          // After an update, several read models need a new table. Builds at the same time would use up the pool.
          const oneBuild = pLimit(1);
          const options = { pool, store, codec, logger, paceMs, retryBlockedMs, oneBuild, waiter, anotherLeads, wayBackMs };
          await Promise.all(projections.map((projection) => follow({ ...options, projection }, lost)));
        },
      });
    },

    async notReady() {
      // One query: under load each query waits for a connection, and a role has to answer within 2 s.
      const checkpoints = await readCheckpoints(pool, names);
      for (const projection of projections) {
        const reason = missing(projection, checkpoints.get(projection.name));
        if (reason !== undefined) return reason;
      }
      return store.trouble();
    },

    /** Names no stream: an order's number gives access to the order. */
    async remarks() {
      const counts = [...(await countBlocked(pool))].filter(([name]) => names.includes(name));
      return counts.map(
        ([name, count]) =>
          `poison events block ${count} of the orders in read model ${name} (the log and the table projection_parked name them)`,
      );
    },

    async stop() {
      await leadership?.stop();
    },

    waitFor: (name, position, timeoutMs) => waiter.waitFor(find(name).name, position, timeoutMs),

    rebuild: (name, { dryRun } = { dryRun: false }) => buildBeside({ pool, store, codec, projection: find(name), swap: !dryRun }),
  };
}

const LOCK = 'projector ';
/** The name contains the versions, so a new release can build its tables while the old one still leads. */
const lockName = (projections: readonly Projection[]): string =>
  `${LOCK}${lockKey(
    projections
      .map(({ name, version }) => `${name} ${version}`)
      .toSorted()
      .join(', '),
  )}`;
