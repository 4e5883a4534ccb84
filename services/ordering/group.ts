import type { GroupOfOrder } from '@nordhaut/contracts';
import type { Order } from './order-state.ts';

/** The group project of an order, for its pages; nothing for an order of the shop. */
export function groupOf({ terms: { group } }: Pick<Order, 'terms'>): { group?: GroupOfOrder } {
  return group ? { group: { name: group.name, address: group.address } } : {};
}
