import { checkOut, seeOwnOrder } from '../lib/checkout.ts';
import type { Stock } from '../lib/stock.ts';

/** A guest buys, to be paid at the door, and looks at the order. */
export async function guestCod(stock: Stock): Promise<void> {
  await seeOwnOrder(await checkOut(stock, { type: 'COD' }));
}
