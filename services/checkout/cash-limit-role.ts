import { ORDER_CATEGORY } from '@nordhaut/ordering';
import { consumeDurably, heldRemark, passOver, type Consumption } from '@nordhaut/platform/bus';
import type { Engine } from '@nordhaut/platform/engine';
import type { Role } from '@nordhaut/platform/role';
import { loop, type Loop } from '@nordhaut/platform/timing';
import type { CashLimit } from './cash-limit.ts';

/** ms between two looks for slots without an order */
const PAUSE = 60_000;
/** the reader of what is due, in metrics and in the list of poison events */
const TIMER = 'cash-limit due';

/** Gives the slots of cash orders back when their orders end. Several processes may do this at once. */
export function cashLimitRole(engine: Engine, limit: CashLimit): Role {
  const { logger } = engine;
  let consumer: Consumption | undefined;
  let reconciling: Loop | undefined;

  const reconcile = (stopping: AbortSignal): Promise<unknown> => passOver(TIMER, { ...engine, stopping }, (due) => limit.reconcile(due));

  return {
    name: 'cash-limit',
    async start() {
      // An order that ended before the first start has no slot.
      consumer = await consumeDurably(
        { ...engine, begin: 'now' },
        {
          name: 'cash-limit',
          filter: { categories: [ORDER_CATEGORY], types: ['ShipmentRejected', 'OrderCancelled', 'ParcelStatusReported'] },
          handler: (events) => limit.updateAll([...new Set(events.map(({ stream }) => stream.slice(ORDER_CATEGORY.length + 1)))]),
        },
      );
      reconciling = loop(reconcile, {
        restMs: PAUSE,
        ref: false,
        onError: (err) => logger.error({ err }, 'the slots of cash orders could not be reconciled'),
      });
    },
    notReady: () => Promise.resolve(consumer ? engine.store.trouble() : 'the limit of cash orders is starting'),
    // Orders continue without this consumer, and the daily comparison gives slots back.
    remarks: async () =>
      [consumer?.trouble(), await heldRemark(engine.pool, 'cash-limit'), await heldRemark(engine.pool, TIMER)].filter(
        (remark) => remark !== undefined,
      ),
    async stop() {
      const stopped = reconciling?.stop();
      await consumer?.stop();
      await stopped;
    },
  };
}
