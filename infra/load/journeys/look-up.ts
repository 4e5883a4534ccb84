import { checkOut, seeOwnOrder } from '../lib/checkout.ts';
import { follow, whoFollows } from '../lib/follower.ts';
import { fail } from '../lib/journal.ts';
import { followParcel } from '../lib/parcel.ts';
import { patience } from '../lib/settings.ts';
import type { Stock } from '../lib/stock.ts';

/**
 * A guest buys and keeps the order's page open while the parcel moves: every status must arrive in order, without gaps.
 * The look-up at the end shows the expected ones.
 */
export async function lookUpAndFollow(stock: Stock): Promise<void> {
  const order = await checkOut(stock, { type: 'COD' });
  const page = follow(order.orderNo, await seeOwnOrder(order), whoFollows.guest(order));
  try {
    if (!(await page.ready(patience.follower))) fail('socket: no subscription in time');
    await followParcel(order.orderNo, page);
  } finally {
    page.close();
  }
}
