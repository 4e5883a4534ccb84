import { checkOut, seeOwnOrder, toAStore } from '../lib/checkout.ts';
import { follow, whoFollows } from '../lib/follower.ts';
import { fail } from '../lib/journal.ts';
import { CARDS, prime, WAYS } from '../lib/outside.ts';
import { followParcel } from '../lib/parcel.ts';
import { patience } from '../lib/settings.ts';
import type { Stock } from '../lib/stock.ts';

/**
 * A guest buys for a convenience store and pays with a card that is charged at once. The order's page is open while the
 * parcel moves to the store and is collected there.
 */
export async function guestStore(stock: Stock): Promise<void> {
  const order = await checkOut(stock, { type: 'CREDIT', prime: prime(CARDS.chargedAtOnce) }, { to: toAStore() });
  if (order.paymentUrl !== undefined) fail('order: the bank asks for 3-D secure');
  const page = follow(order.orderNo, await seeOwnOrder(order), whoFollows.guest(order));
  try {
    if (!(await page.ready(patience.follower))) fail('socket: no subscription in time');
    await followParcel(order.orderNo, page, WAYS.toTheStore);
  } finally {
    page.close();
  }
}
