import type pg from 'pg';
import { lockKey, withLeadership, type Leadership } from '../database/index.ts';
import type { Codec } from '../envelope/index.ts';
import { type EventStore, type Position, START } from '../event-store/port.ts';
import type { Role } from '../role.ts';
import { type BuildReport, buildBeside } from './build.ts';
import { isOf, prepareProjections, readCheckpoints } from './checkpoint.ts';
import { follow, type ProjectionLogger } from './follower.ts';
import { type Lag, lagAfter } from './lag.ts';
import { countParked } from './parking.ts';
import { foldsOf, type Projection } from './projection.ts';
import { createPositionWaiter } from './waiter.ts';

export type ProjectorOptions = {
  pool: pg.Pool;
  store: EventStore;
  codec: Codec;
  projections: readonly Projection[];
  logger: ProjectionLogger;
  /** ms between the starts of two batches at least; default 20. Bounds what reading one's own write costs under load. */
  paceMs?: number;
  /** ms between two tries at the events that could not be folded; default 60,000 */
  retryParkedMs?: number;
};

export type RebuildOptions = {
  /** compare only: the rebuilt table is dropped again */
  dryRun?: boolean;
  onProgress?: (events: number, position: Position) => void;
};

export type Projector = Role & {
  /** True as soon as the rows show what was written at `position`; false where they do not within `timeoutMs`. */
  waitFor(name: string, position: bigint, timeoutMs: number): Promise<boolean>;
  lag(): Promise<Lag[]>;
  /** Folds everything again beside the live table, compares and switches. Works whether or not this process leads. */
  rebuild(name: string, options?: RebuildOptions): Promise<BuildReport>;
};

/**
 * Keeps the read models up with the store. Of several instances one leads (an advisory lock) and the others stand by
 * for it to go away; should two ever believe that they lead, the checkpoint of every batch lets one through.
 */
export function createProjector({
  pool,
  store,
  codec,
  projections: given,
  logger,
  paceMs = 20,
  retryParkedMs = 60_000,
}: ProjectorOptions): Projector {
  const projections = foldsOf(store, given);
  const { connectionString: url } = pool.options as { connectionString?: string };
  if (url === undefined) throw new Error('the projector needs a pool that was made from a URL');
  let leadership: Leadership | undefined;
  let headAtStart: Position = START;
  const caughtUp = new Set<string>();
  const names = projections.map(({ name }) => name);
  const waiter = createPositionWaiter(pool, () => (leadership?.isLeader() === true ? 100 : 10));

  const find = (name: string): Projection => {
    const projection = projections.find((one) => one.name === name);
    if (!projection) throw new Error(`there is no projection ${name}`);
    return projection;
  };

  async function missing(projection: Projection): Promise<string | undefined> {
    const checkpoint = (await readCheckpoints(pool, [projection.name])).get(projection.name);
    if (!checkpoint) return `read model ${projection.name} does not exist yet`;
    if (checkpoint.trouble !== null) return `read model ${projection.name} does not get on: ${checkpoint.trouble}`;
    if (checkpoint.version === projection.version && !isOf(checkpoint, projection))
      return `read model ${projection.name} is being built anew`;
    if (!isOf(checkpoint, projection))
      return `read model ${projection.name} is at version ${checkpoint.version}, wanted is ${projection.version}`;
    if (checkpoint.position >= headAtStart) caughtUp.add(projection.name);
    return caughtUp.has(projection.name) ? undefined : `read model ${projection.name} is catching up`;
  }

  return {
    name: 'projector',

    async start() {
      await prepareProjections(pool, store, given);
      headAtStart = await store.head();
      leadership = withLeadership({
        url,
        lockName: lockName(projections),
        onError: (error) => logger.warn({ reason: error.message }, 'projector lost its place or cannot seek it; trying again'),
        async lead({ lost }) {
          logger.info({ projections: names }, 'projector leads');
          await Promise.all(
            projections.map((projection) =>
              follow(
                { pool, store, codec, projection, logger, paceMs, retryParkedMs, onAdvanced: waiter.advanced, onWanted: waiter.onWanted },
                lost,
              ),
            ),
          );
        },
      });
    },

    async notReady() {
      for (const projection of projections) {
        const reason = await missing(projection);
        if (reason !== undefined) return reason;
      }
      return store.trouble();
    },

    /** Names no stream: an order's number is all that its buyer has to keep to themselves. */
    async remarks() {
      const counts = [...(await countParked(pool))].filter(([name]) => names.includes(name));
      return counts.map(
        ([name, count]) =>
          `${count} of the stories in read model ${name} stand still: an event of theirs cannot be folded (the log says which, and the table projection_parked)`,
      );
    },

    async stop() {
      await leadership?.stop();
    },

    waitFor: (name, position, timeoutMs) => waiter.waitFor(find(name).name, position, timeoutMs),

    async lag() {
      const [checkpoints, parked] = await Promise.all([readCheckpoints(pool, names), countParked(pool)]);
      return Promise.all(
        projections.map(async ({ name, filter }) => {
          const checkpoint = checkpoints.get(name);
          const behind = await lagAfter(store, checkpoint?.position ?? START, filter);
          return {
            name,
            ...behind,
            ...(checkpoint?.trouble == null ? {} : { trouble: checkpoint.trouble }),
            ...(parked.has(name) ? { parked: parked.get(name) as number } : {}),
          };
        }),
      );
    },

    rebuild: (name, { dryRun = false, ...options } = {}) =>
      buildBeside({ pool, store, codec, projection: find(name), compare: true, swap: !dryRun, ...options }),
  };
}

/** Versions are part of it: while an old release still runs, the new one can build its tables and take over. */
const lockName = (projections: readonly Projection[]): string =>
  `projector ${lockKey(
    projections
      .map(({ name, version }) => `${name} ${version}`)
      .toSorted()
      .join(', '),
  )}`;
