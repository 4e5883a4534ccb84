import { accountEmail, type PlaceOrderRequest, type Quote } from '@nordhaut/contracts';
import { districtZip } from '@nordhaut/logistics';
import type { OrderInvoice, OrderRecipient, OrderStore, OrderTerms } from '@nordhaut/ordering';
import { reject } from '@nordhaut/platform/decider';
import type { Rejection } from '@nordhaut/platform/event-store';
import { declaredValue } from './declared-value.ts';
import { messages } from './messages.ts';
import type { Buyer, PlaceOrderDeps } from './place-order-deps.ts';
import { checkCarrierLimit, type Validated, type validateOrder } from './validate.ts';

/** What the shop and the buyer agree to. */
export function termsOf(
  { emailKey, phoneKey }: Pick<PlaceOrderDeps, 'emailKey' | 'phoneKey'>,
  { orderNo, delivery: { type, subtype }, payment, invoice }: PlaceOrderRequest,
  { cartId, memberId }: Pick<Buyer, 'cartId' | 'memberId'>,
  { email, phoneE164 }: Pick<OrderRecipient, 'email' | 'phoneE164'>,
  { quote, promotions }: { quote: Quote; promotions?: OrderTerms['promotions'] },
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
    payment: payment.type,
    delivery: { type, subtype },
    invoiceType: invoice.type,
    ...(promotions && { promotions }),
  };
}

type StoreCheck = { ok: true; store: OrderStore | null } | { ok: false; rejection: Rejection };

/** Name and address of the store come from the carrier, not from the browser. Without a directory, only the number is used. */
async function checkStore(deps: PlaceOrderDeps, { subtype, store }: PlaceOrderRequest['delivery']): Promise<StoreCheck> {
  if (!store || (subtype !== 'UNIMARTC2C' && subtype !== 'FAMIC2C')) return { ok: true, store: null };
  const found = await deps.findStore(subtype, store.id);
  if (found === 'unknown-store') return { ok: false, rejection: { status: 400, code: 'STORE_UNKNOWN', message: messages.storeUnknown } };
  return { ok: true, store: { id: store.id, name: found?.name ?? `門市 ${store.id}`, address: found?.address ?? '' } };
}

/**
 * Adds the postal code of county and district, which the carrier requires. A longer code of the buyer that begins with
 * it stays. undefined if the district does not exist, so that the buyer learns it before paying.
 */
function withZip(recipient: OrderRecipient): OrderRecipient | undefined {
  const zip = districtZip(recipient.city, recipient.district);
  if (zip === '') return undefined;
  return /^\d{3}(\d{2})?$/.test(recipient.zip) && recipient.zip.startsWith(zip) ? recipient : { ...recipient, zip };
}

export const lacksCard = ({ payment, expectedTotal }: PlaceOrderRequest): boolean =>
  payment.type === 'CREDIT' && payment.prime === undefined && expectedTotal > 0;

/** What is refused whatever the price's coupons are: the form, the card's token, the carrier's limit, the store, the district. */
export async function checkForm(
  deps: PlaceOrderDeps,
  request: PlaceOrderRequest,
  valid: ReturnType<typeof validateOrder>,
  quote: Quote,
): Promise<Validated<{ recipient: OrderRecipient; store: OrderStore | null; invoice: OrderInvoice }>> {
  const { delivery } = request;
  if (!valid.ok) return valid;
  if (lacksCard(request)) return reject(400, 'VALIDATION_FAILED', messages.cardFields);
  const limit = checkCarrierLimit(request, declaredValue(quote.price, quote));
  if (limit) return { ok: false, rejection: limit };
  const found = await checkStore(deps, delivery);
  if (!found.ok) return found;
  const recipient = delivery.type === 'HOME' ? withZip(valid.recipient) : valid.recipient;
  if (!recipient) return reject(400, 'DISTRICT_UNKNOWN', messages.districtUnknown);
  return { ok: true, recipient, store: found.store, invoice: valid.invoice };
}
