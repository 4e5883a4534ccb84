import { createPositionWaiter, prepareProjections, type PositionWaiter } from '@nordhaut/platform/projections';
import type { Role } from '@nordhaut/platform/role';
import type { Engine } from '../engine.ts';
import { projections } from './projector.ts';

/**
 * The read models as a process without a projector sees them: there, if still empty on the very first start, and as
 * far on as their checkpoints say.
 */
export function readModelsRole({ pool, store }: Engine): Role & Pick<PositionWaiter, 'waitFor'> {
  const { waitFor } = createPositionWaiter(pool);
  return {
    name: 'read-models',
    waitFor,
    start: () => prepareProjections(pool, store, projections),
    notReady: () =>
      pool.query('select 1').then(
        () => undefined,
        (error: Error) => `the database does not answer: ${error.message}`,
      ),
    stop: () => Promise.resolve(),
  };
}
