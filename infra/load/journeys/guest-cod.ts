import { checkOut, seeOwnOrder } from '../lib/checkout.ts';
import type { Stock } from '../lib/stock.ts';

/** A guest buys with cash on delivery and looks at the order. */
export async function guestCod(stock: Stock): Promise<void> {
  await seeOwnOrder(await checkOut(stock, { type: 'COD' }));
}
