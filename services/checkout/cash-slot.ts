import type { PlaceOrderRequest } from '@nordhaut/contracts';
import type { OrderTerms } from '@nordhaut/ordering';
import type { FactsQuery, PhoneAsks } from '@nordhaut/promotions';
import type { CashLimit, TakenSlot } from './cash-limit.ts';
import { no, taken } from './placed.ts';
import type { PlaceOrderDeps } from './place-order-deps.ts';

/** The recipient's phone number, and the address of who asks about it. */
export type AskedPhone = NonNullable<FactsQuery['phone']>;

/** Whether the order may be paid in cash. Asked before another order is given up for it. */
export async function hasCashSlot(deps: PlaceOrderDeps, { orderNo, payment }: PlaceOrderRequest, phone?: AskedPhone): Promise<boolean> {
  const { cashLimit } = deps;
  if (payment.type !== 'COD' || !cashLimit || phone === undefined) return true;
  return cashLimit.hasRoom(orderNo, phone.e164, deps.phoneAsks?.question(phone.e164, phone.address));
}

/** A slot for an order, where its number may be asked about (infra/decisions/108). */
export const askForSlot = (
  { phoneAsks, cashLimit }: { phoneAsks?: PhoneAsks | undefined; cashLimit: Pick<CashLimit, 'take'> },
  orderNo: string,
  { e164, address }: AskedPhone,
): Promise<TakenSlot> => cashLimit.take(orderNo, e164, phoneAsks?.question(e164, address));

/**
 * Takes one of the phone number's slots for cash orders (cash-limit.ts). It does so before the order begins, so that two
 * requests at once cannot both take the last slot. It asks the cart first, because a slot whose order is then refused
 * blocks the phone number until the order is refused. `earlier`: an order whose claim this order may take over.
 */
export async function takeCashSlot(
  { phoneAsks, cashLimit, process }: PlaceOrderDeps,
  terms: OrderTerms,
  phone: AskedPhone,
  earlier: string | undefined,
): Promise<TakenSlot | undefined> {
  if (!cashLimit) return undefined;
  const refused = await process.refusedClaim(terms, earlier);
  if (!refused) return askForSlot({ phoneAsks, cashLimit }, terms.orderNo, phone);
  // Another request may have begun this same order meanwhile and claimed the lines.
  return no((await process.begun(terms.orderNo)) ? taken : refused);
}
