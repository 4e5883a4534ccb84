import { createPatrol } from '../event-store/index.ts';
import type { Projector } from '../projections/index.ts';
import type { Engine } from './open.ts';

/** Folds the read models. One of several projectors is active, and the others stand by. */
export function projectorRole({ config, pool, projector, metrics }: Engine): Projector {
  if (config.EVENTSTORE_URL === undefined) {
    const patrol = createPatrol(pool);
    metrics.gauge(
      'event_store_positions_missing',
      'Missing positions in the order of events, because rows were lost or deleted; projections would skip them',
      [],
      async (gauge) => gauge.set((await patrol.look()).missing),
      { shared: true },
    );
  }
  return projector;
}
