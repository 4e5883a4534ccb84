import type { Settings } from '@nordhaut/platform/config';
import { OrderingConfig } from './config.ts';
import { keepingTable } from './keeping-table.ts';
import { forOthers } from './kept-until.ts';
import type { Order } from './order.ts';

/** An order now, as everybody may use it but its owner and the staff. */
export const forOthersNow =
  ({ config, clock }: { config: { of: Settings }; clock: () => Date }) =>
  (order: Order): Order =>
    forOthers(order, clock().toISOString(), keepingTable(config.of(OrderingConfig)));
