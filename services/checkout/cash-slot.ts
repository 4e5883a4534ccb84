import type { PlaceOrderRequest } from '@nordhaut/contracts';
import type { OrderTerms } from '@nordhaut/ordering';
import type { AskedPhone } from '@nordhaut/promotions';
import type { TakenSlot } from './cash-limit.ts';
import { no, taken } from './placed.ts';
import type { PlaceOrderDeps } from './place-order-deps.ts';

/** Whether the order may be paid in cash. Asked before another order is given up for it. */
export const hasCashSlot = async (
  { cashLimit }: PlaceOrderDeps,
  { orderNo, payment }: PlaceOrderRequest,
  phone?: AskedPhone,
): Promise<boolean> => payment.type !== 'COD' || !cashLimit || phone === undefined || cashLimit.hasRoom(orderNo, phone);

/**
 * Takes one of the phone number's slots for cash orders (cash-limit.ts). It does so before the order begins, so that two
 * requests at once cannot both take the last slot. It asks the cart first, because a slot whose order is then refused
 * blocks the phone number until the order is refused. `earlier`: an order whose claim this order may take over.
 */
export async function takeCashSlot(
  { cashLimit, process }: PlaceOrderDeps,
  terms: OrderTerms,
  phone: AskedPhone,
  earlier: string | undefined,
): Promise<TakenSlot | undefined> {
  if (!cashLimit) return undefined;
  const refused = await process.refusedClaim(terms, earlier);
  if (!refused) return cashLimit.take(terms.orderNo, phone);
  // Another request may have begun this same order meanwhile and claimed the lines.
  return no((await process.begun(terms.orderNo)) ? taken : refused);
}
