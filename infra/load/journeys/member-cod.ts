import { checkOut, seeOwnOrder } from '../lib/checkout.ts';
import { signIn } from '../lib/members.ts';
import type { Stock } from '../lib/stock.ts';

/** A member signs in, buys with cash on delivery and looks at the order. */
export async function memberCod(stock: Stock): Promise<void> {
  await signIn();
  await seeOwnOrder(await checkOut(stock, { type: 'COD' }));
}
