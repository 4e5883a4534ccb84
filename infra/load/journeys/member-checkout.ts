import { checkOut, seeOwnOrder } from '../lib/checkout.ts';
import { follow, whoFollows } from '../lib/follower.ts';
import { fail } from '../lib/journal.ts';
import { openOrders, signIn } from '../lib/members.ts';
import { followParcel } from '../lib/parcel.ts';
import { patience } from '../lib/settings.ts';
import type { Stock } from '../lib/stock.ts';

/**
 * A member signs in and buys with cash on delivery. The list of orders shows the new order, and its tab follows all own
 * orders while the parcel moves: every status must arrive in order, without gaps.
 */
export async function memberCheckout(stock: Stock): Promise<void> {
  await signIn();
  const order = await checkOut(stock, { type: 'COD' });
  const seen = await seeOwnOrder(order);
  const { orders } = await openOrders(order.position);
  if (!orders.some(({ orderNo }) => orderNo === order.orderNo)) fail('order list: the new order is not in it');
  const page = follow(order.orderNo, seen, whoFollows.member());
  try {
    if (!(await page.ready(patience.follower))) fail('socket: no subscription in time');
    await followParcel(order.orderNo, page);
  } finally {
    page.close();
  }
}
