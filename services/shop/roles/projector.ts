import { openCheckoutsProjection } from '@nordhaut/checkout';
import { openParcelsProjection, ordersProjection } from '@nordhaut/ordering';
import { createProjector, type Projector } from '@nordhaut/platform/projections';
import type { Engine } from '../engine.ts';

export const projections = [ordersProjection, openParcelsProjection, openCheckoutsProjection];

/** Keeps the read models; of several one is active and the others stand by. */
export function projectorRole({ pool, store, codec, logger, metrics }: Engine): Projector {
  const projector = createProjector({ pool, store, codec, projections, logger });
  metrics.gauge('projection_events_behind', 'Events a read model has not folded yet', ['projection'], async (gauge) => {
    for (const { name, eventsBehind } of await projector.lag()) gauge.set({ projection: name }, eventsBehind);
  });
  metrics.gauge(
    'projection_oldest_unhandled_seconds',
    'Age of the oldest event a read model has not folded',
    ['projection'],
    async (gauge) => {
      for (const { name, oldestUnhandledAgeMs } of await projector.lag()) gauge.set({ projection: name }, oldestUnhandledAgeMs / 1000);
    },
  );
  return projector;
}
