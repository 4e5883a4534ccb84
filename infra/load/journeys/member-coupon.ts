import { checkOut, seeOwnOrder } from '../lib/checkout.ts';
import { signIn } from '../lib/members.ts';
import type { Stock } from '../lib/stock.ts';

/** A member buys with a coupon and shopping credit, and looks at the order. */
export async function memberCoupon(stock: Stock): Promise<void> {
  await signIn();
  const order = await checkOut(stock, { type: 'COD' }, { promotions: { coupons: ['LOAD_TEN_OFF'], credit: 50 } });
  await seeOwnOrder(order);
}
