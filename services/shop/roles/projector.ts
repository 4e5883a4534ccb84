import { openCheckoutsProjection } from '@nordhaut/checkout';
import { openParcelsProjection, ordersProjection } from '@nordhaut/ordering';
import { createPatrol } from '@nordhaut/platform/event-store';
import { createProjector, type Projector } from '@nordhaut/platform/projections';
import type { Engine } from '../engine.ts';

export const projections = [ordersProjection, openParcelsProjection, openCheckoutsProjection];

/** Keeps the read models; of several one is active and the others stand by. How far it is, every process tells. */
export function projectorRole({ config, pool, store, codec, logger, metrics }: Engine): Projector {
  if (config.EVENTSTORE_URL === undefined) {
    const patrol = createPatrol(pool);
    metrics.gauge(
      'event_store_positions_missing',
      'Holes in the order of events, which a projection would read over: lost or deleted rows',
      [],
      async (gauge) => gauge.set((await patrol.look()).missing),
      { shared: true },
    );
  }
  return createProjector({ pool, store, codec, projections, logger });
}
