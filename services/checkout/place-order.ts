import { isDeepStrictEqual } from 'node:util';
import { addLines } from '@nordhaut/cart';
import type { PlaceOrderRequest, Quote } from '@nordhaut/contracts';
import { legalAgreements } from '@nordhaut/contracts/legal/agreements';
import type { OrderInvoice, OrderRecipient, OrderTerms } from '@nordhaut/ordering';
import type { CommandContext } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import type { AskedPhone } from '@nordhaut/promotions';
import { endOrdersBefore, whyLacking } from './before-sign-in.ts';
import { tooManyCards } from './card-tries.ts';
import { itemsOf } from './cart-lines.ts';
import { overCashLimit } from './cash-limit.ts';
import { hasCashSlot, takeCashSlot } from './cash-slot.ts';
import type { Checkout } from './checkout.ts';
import { closeEarlier, earlierOf, giveUpEarlier, priceBeside } from './earlier-order.ts';
import { checkForm, lacksCard, termsOf } from './order-terms.ts';
import { answer, isOfBuyer, no, type Placed, resume, taken, unknownNumber } from './placed.ts';
import type { Buyer, PlaceOrderDeps } from './place-order-deps.ts';
import { inOrder, promotionsOf } from './price-terms.ts';
import type { StartCheckout, Started } from './start.ts';
import { validateOrder } from './validate.ts';

/**
 * Handles the buyer's click on "pay": checks, prices, begins the process and drives it as far as it goes while the buyer
 * waits (spec/3-purchase-flow §5, §8). The browser's total is compared with the price and not used otherwise.
 */
export async function placeOrder(deps: PlaceOrderDeps, request: PlaceOrderRequest, buyer: Buyer, context: CommandContext): Promise<Placed> {
  const { orderNo } = request;
  if (!deps.orderNumbers.isOurs(orderNo)) {
    // Without the number: it is a text of the browser's own, which may name a person.
    deps.log.warn({ log: 'ORDER_UID' }, 'an order number that this shop never made');
    return no(unknownNumber);
  }
  // Checked first: for a number that is taken, the content of the request must make no difference.
  const [before] = await Promise.all([deps.process.begun(orderNo), deps.refreshProducts()]);
  if (before) return repeated(deps, request, before, buyer, context);
  // A repeat gets its own answer, because its card may have paid.
  if (primeOf(request) !== undefined && (await buyer.mayTryCard?.()) === false) return no(tooManyCards);

  const wanted = { items: request.items, earlier: earlierOf(request, buyer) };
  const refused = async (rejection: Rejection) => no(await whyLacking(deps.process, rejection, buyer.before, wanted));
  const begun = await begin(deps, request, buyer, context);
  if (begun.ok && begun.from) {
    const prime = primeOf(request);
    const placed = answer(await deps.process.drive(orderNo, { context, from: begun.from, ...(prime !== undefined && { prime }) }));
    // Refused after it began: no event of the order frees its slot.
    if (!placed.ok && prime === undefined) await deps.cashLimit?.updateAll([orderNo]);
    return placed.ok ? placed : refused(placed.rejection);
  }
  // Another request began it since the check above.
  const meanwhile = begun.ok || begun.rejection.code === taken.code ? await deps.process.begun(orderNo) : null;
  if (meanwhile) return repeated(deps, request, meanwhile, buyer, context);
  return begun.ok ? no(taken) : refused(begun.rejection);
}

/**
 * Answers a request for a number that already has an order. The buyer has the idempotency key of the first request, the
 * cart's cookie, or a proof. The buyer's repeated click gets the first outcome, although prices, stock or stores may have
 * changed since. Every other caller gets `ORDER_EXISTS` after the same calls, and the order is not compared with the
 * request. Otherwise the answers and their times would reveal the buyer's phone number to a caller who tries many numbers.
 */
async function repeated(
  deps: PlaceOrderDeps,
  request: PlaceOrderRequest,
  checkout: NonNullable<Checkout>,
  { cartId, memberId, before, isProven }: Buyer,
  context: CommandContext,
): Promise<Placed> {
  const { terms } = checkout;
  const hasCart = terms.cartId !== null && (terms.cartId === cartId || terms.cartId === before?.cartId);
  const isBuyer = await isOfBuyer(deps, checkout, { memberId, holdsIt: hasCart || isProven }, context);
  if (!isBuyer || !isSameOrder(request, checkout)) return no(taken);
  return answer(await resume(deps, request.orderNo, primeOf(request), context));
}

/** The card's one-time token; undefined for cash. */
const primeOf = ({ payment }: PlaceOrderRequest): string | undefined => (payment.type === 'CREDIT' ? payment.prime : undefined);

/** Whether the buyer's request asks for what was ordered. A different request must not get this order's answer. */
function isSameOrder(request: PlaceOrderRequest, { terms, personal }: NonNullable<Checkout>): boolean {
  const valid = validateOrder(request);
  if (!valid.ok || !personal.contact) return false;
  const { delivery, payment, expectedTotal } = request;
  // The shop completes the postal code when the order begins.
  const withoutZip = (recipient: OrderRecipient): OrderRecipient => ({ ...recipient, zip: '' });
  const asked = { recipient: withoutZip(valid.recipient), invoice: givenInvoice(valid.invoice), items: addLines([], request.items) };
  const agreed = { recipient: withoutZip(personal.contact.recipient), invoice: personal.invoice, items: addLines([], itemsOf(terms)) };
  return (
    expectedTotal === terms.total &&
    (!terms.promotions || isDeepStrictEqual({ coupons: inOrder(request.coupons), credit: request.credit }, terms.promotions.asked)) &&
    payment.type === terms.payment &&
    delivery.subtype === terms.delivery.subtype &&
    (delivery.store?.id ?? null) === (personal.contact.store?.id ?? null) &&
    isDeepStrictEqual(asked, agreed)
  );
}

/** undefined where the buyer gave nothing, so that the order needs no key for it */
const givenInvoice = (invoice: OrderInvoice): OrderInvoice | undefined =>
  Object.values(invoice).some((value) => value !== '') ? invoice : undefined;

type Agreed = { ok: true; terms: OrderTerms; phone: AskedPhone; personal: StartCheckout['personal'] };

/** What the shop and the buyer agree to, at the price of this moment; or why they do not. */
async function agree(
  deps: PlaceOrderDeps,
  request: PlaceOrderRequest,
  buyer: Buyer,
  context: CommandContext,
): Promise<Agreed | { ok: false; rejection: Rejection }> {
  const { orderNo } = request;
  const valid = validateOrder(request);
  const asker = { address: buyer.address, memberId: buyer.memberId, asker: buyer.visitor ?? orderNo };
  const timed = { ...buyer, phone: valid.ok && !lacksCard(request) ? { e164: valid.recipient.phoneE164, ...asker } : undefined };
  const check = (quote: Quote) => checkForm(deps, request, valid, quote);
  const priced = await priceBeside(deps, request, timed, check, context);
  if (!priced.ok) {
    const { rejection, price } = priced;
    if (rejection.code === 'AMOUNT_MISMATCH')
      deps.log.warn({ orderNo, price, expected: request.expectedTotal, log: 'ORDER_PRICE_CHECK' }, 'a total that is not the price');
    return no(rejection);
  }
  const { quote } = priced;
  const form = await check(quote);
  if (!form.ok) return form;
  const { recipient, store } = form;
  const promotions = promotionsOf(deps, priced, request, { phoneE164: recipient.phoneE164, visitor: buyer.visitor });
  const phone = { e164: recipient.phoneE164, ...asker };
  const uncounted = await deps.uncounted(promotions?.takes ?? [], phone);
  if (uncounted) return no(uncounted);
  const invoice = givenInvoice(form.invoice);
  const terms = termsOf(deps, request, buyer, recipient, { quote, promotions });
  return { ok: true, terms, phone, personal: { contact: { recipient, store }, ...(invoice && { invoice }) } };
}

async function begin(deps: PlaceOrderDeps, request: PlaceOrderRequest, buyer: Buyer, context: CommandContext): Promise<Started> {
  const agreed = await agree(deps, request, buyer, context);
  if (!agreed.ok) return agreed;
  const { terms, phone, personal } = agreed;
  if (buyer.before) {
    if (!(await hasCashSlot(deps, request, phone))) return no(overCashLimit);
    const wanted = { items: request.items, earlier: request.replaces ?? buyer.atBank };
    const refusal = await endOrdersBefore(deps.process, buyer.before, wanted, context);
    if (refusal) return no(refusal);
  }
  // Before the earlier order is given up: an order without a slot must not cost the one that waits at the bank.
  const slot = terms.payment === 'COD' ? await takeCashSlot(deps, terms, phone, earlierOf(request, buyer)) : undefined;
  if (slot?.ok === false && slot.rejection.code === 'CASH_LIMIT') return slot;
  const earlier = await giveUpEarlier(deps, request, buyer, terms, context);
  if (!earlier.ok) {
    if (slot?.ok) await slot.giveBack();
    return earlier;
  }
  const { replaces } = earlier;
  try {
    // Where the earlier order was paid, that was the answer.
    if (slot?.ok === false) return slot;
    const conversionId = await buyer.noteConsent?.();
    const command: StartCheckout = {
      type: 'StartCheckout',
      at: deps.clock().toISOString(),
      terms: { ...terms, agreed: legalAgreements, ...(conversionId !== undefined && { conversionId }) },
      subject: `guest:${terms.orderNo}`,
      personal,
      ...(replaces !== undefined && { replaces }),
    };
    const started = await deps.process.start(terms.orderNo, command, context);
    // Another order took the lines or the coupon meanwhile.
    if (!started.ok && slot) await slot.giveBack();
    return started;
  } finally {
    if (replaces !== undefined) await closeEarlier(deps, replaces, context);
  }
}
