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
    // The role of the database says whether it answers.
    notReady: () => Promise.resolve(undefined),
    stop: () => Promise.resolve(),
  };
}
