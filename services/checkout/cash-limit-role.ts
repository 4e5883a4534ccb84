import { ORDER_CATEGORY } from '@nordhaut/ordering';
import { consumerRole, passOver } from '@nordhaut/platform/bus';
import type { Engine } from '@nordhaut/platform/engine';
import type { Role } from '@nordhaut/platform/role';
import { loop } from '@nordhaut/platform/timing';
import type { CashLimit } from './cash-limit.ts';

/** ms between two looks for slots without an order */
const PAUSE = 60_000;
/** the reader of what is due, in metrics and in the list of poison events */
const TIMER = 'cash-limit due';

/** Gives the slots of cash orders back when their orders end. Several processes may do this at once. */
export function cashLimitRole(engine: Engine, limit: CashLimit): Role {
  const reconcile = (stopping: AbortSignal): Promise<unknown> => passOver(TIMER, { ...engine, stopping }, (due) => limit.reconcile(due));
  const onError = (err: Error): void => engine.logger.error({ err }, 'the slots of cash orders could not be reconciled');
  return consumerRole(
    // An order that ended before the first start has no slot.
    { ...engine, begin: 'now' },
    {
      name: 'cash-limit',
      filter: { categories: [ORDER_CATEGORY], types: ['ShipmentRejected', 'OrderCancelled', 'ParcelStatusReported'] },
      handler: (events) => limit.updateAll([...new Set(events.map(({ stream }) => stream.slice(ORDER_CATEGORY.length + 1)))]),
    },
    // The look for what is due gives slots back, too.
    'slots of cash orders are free later: the consumer waits at an event that it cannot read, or for the store (the log names it)',
    { reader: TIMER, begin: () => loop(reconcile, { restMs: PAUSE, ref: false, onError }) },
  );
}
