import { checkOut, seeOwnOrder, SoldOut } from '../lib/checkout.ts';
import { signIn } from '../lib/members.ts';
import { flashSaleWon } from '../lib/metrics.ts';
import type { Stock } from '../lib/stock.ts';

/** A member tries to get a piece of a limited coupon, and buys without it where somebody else was quicker. */
export async function memberFlashSale(stock: Stock): Promise<void> {
  await signIn();
  try {
    const order = await checkOut(stock, { type: 'COD' }, { promotions: { coupons: ['LOAD_FLASH_SALE'], credit: 0 } });
    flashSaleWon.add(1);
    await seeOwnOrder(order);
  } catch (error) {
    if (!(error instanceof SoldOut)) throw error;
    await seeOwnOrder(await checkOut(stock, { type: 'COD' }));
  }
}
