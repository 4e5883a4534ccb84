import { seeOwnOrder } from '../lib/checkout.ts';
import { orderFromGroup } from '../lib/group-order.ts';

/** A visitor orders from the open group project that the shop is seeded with, and looks at the order. */
export async function groupOrder(): Promise<void> {
  await seeOwnOrder(await orderFromGroup());
}
