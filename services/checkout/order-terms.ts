import { accountEmail, type PlaceOrderRequest, type Quote } from '@nordhaut/contracts';
import { districtZip } from '@nordhaut/logistics';
import type { OrderRecipient, OrderStore, OrderTerms } from '@nordhaut/ordering';
import type { Rejection } from '@nordhaut/platform/event-store';
import { messages } from './messages.ts';
import type { Buyer, PlaceOrderDeps } from './place-order-deps.ts';

/** What the shop and the buyer agree to. */
export function termsOf(
  orderNo: string,
  { cartId, memberId }: Buyer,
  { email, phoneE164 }: Pick<OrderRecipient, 'email' | 'phoneE164'>,
  { emailKey, phoneKey }: Pick<PlaceOrderDeps, 'emailKey' | 'phoneKey'>,
  quote: Quote,
  delivery: OrderTerms['delivery'],
  payment: OrderTerms['payment'],
  invoiceType: OrderTerms['invoiceType'],
  promotions: OrderTerms['promotions'],
): OrderTerms {
  const account = accountEmail(email);
  return {
    orderNo,
    cartId,
    memberId,
    // A member's own order needs no adoption.
    ...(memberId === null && account !== undefined && { emailKey: emailKey(account) }),
    phoneKey: phoneKey(phoneE164),
    lines: quote.products,
    gifts: quote.gifts,
    discounts: quote.discounts,
    credit: quote.vouchers,
    subtotal: quote.subtotal,
    shippingFee: quote.shippingFee,
    total: quote.price,
    payment,
    delivery,
    invoiceType,
    ...(promotions && { promotions }),
  };
}

type StoreCheck = { ok: true; store: OrderStore | null } | { ok: false; rejection: Rejection };

/** Name and address of the store come from the carrier, not from the browser. Without a directory, only the number is used. */
export async function checkStore(deps: PlaceOrderDeps, { subtype, store }: PlaceOrderRequest['delivery']): Promise<StoreCheck> {
  if (!store || (subtype !== 'UNIMARTC2C' && subtype !== 'FAMIC2C')) return { ok: true, store: null };
  const found = await deps.findStore(subtype, store.id);
  if (found === 'unknown-store') return { ok: false, rejection: { status: 400, code: 'STORE_UNKNOWN', message: messages.storeUnknown } };
  return { ok: true, store: { id: store.id, name: found?.name ?? `門市 ${store.id}`, address: found?.address ?? '' } };
}

/**
 * Adds the postal code of county and district, which the carrier requires. A longer code of the buyer that begins with
 * it stays. undefined if the district does not exist, so that the buyer learns it before paying.
 */
export function withZip(recipient: OrderRecipient): OrderRecipient | undefined {
  const zip = districtZip(recipient.city, recipient.district);
  if (zip === '') return undefined;
  return /^\d{3}(\d{2})?$/.test(recipient.zip) && recipient.zip.startsWith(zip) ? recipient : { ...recipient, zip };
}
