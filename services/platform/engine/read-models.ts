import { prepareProjections } from '../projections/index.ts';
import type { Role } from '../role.ts';
import type { Engine } from './open.ts';

/**
 * The read models in a process without a projector. It creates those that do not exist, so that a query on the very
 * first start finds an empty read model instead of an error.
 */
export function readModelsRole({ pool, store, projections }: Engine): Role {
  return {
    name: 'read-models',
    start: () => prepareProjections(pool, store, projections),
    notReady: () =>
      pool.query('select 1').then(
        () => undefined,
        (error: Error) => `the database does not answer: ${error.message}`,
      ),
    stop: () => Promise.resolve(),
  };
}
