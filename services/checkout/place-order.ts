import { isDeepStrictEqual } from 'node:util';
import { addLines } from '@nordhaut/cart';
import { accountEmail, type PlaceOrderRequest, type Quote } from '@nordhaut/contracts';
import { legalAgreements } from '@nordhaut/contracts/legal/agreements';
import { districtZip } from '@nordhaut/logistics';
import type { OrderInvoice, OrderRecipient, OrderStore, OrderTerms } from '@nordhaut/ordering';
import type { CommandContext } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import { priceCart } from '@nordhaut/promotions';
import { type BeforeSignIn, settleBefore } from './before-sign-in.ts';
import type { CashLimit, TakenSlot } from './cash-limit.ts';
import { itemsOf } from './cart-lines.ts';
import type { Checkout } from './checkout.ts';
import { declaredValue } from './declared-value.ts';
import { messages } from './messages.ts';
import type { OrderNumbers } from './order-number.ts';
import { answer, no, type Placed, resume, taken, unknownNumber } from './placed.ts';
import type { CheckoutProcess } from './process.ts';
import { inOrder, type Priced, type PriceDeps, priceTerms, promotionsOf } from './price-terms.ts';
import type { Started } from './start.ts';
import { checkCarrierLimit, validateOrder } from './validate.ts';

export type PlaceOrderDeps = PriceDeps & {
  process: CheckoutProcess;
  orderNumbers: OrderNumbers;
  /** After it, `product` returns every price that was committed before. */
  refreshProducts: () => Promise<void>;
  /** undefined where the carrier has no store directory; then only the form of the id is checked */
  findStore: (subtype: 'UNIMARTC2C' | 'FAMIC2C', id: string) => Promise<{ name: string; address: string } | 'unknown-store' | undefined>;
  /** undefined: cash orders are not limited */
  cashLimit?: Pick<CashLimit, 'take'> | undefined;
  log: { warn(data: object, message: string): void };
  /** keyed hash of an e-mail address in the form in which accounts compare it */
  emailKey: (email: string) => string;
  /** keyed hash of a phone number in E.164, as accounts have it */
  phoneKey: (phone: string) => string;
  /** ms after which no process can still work on a checkout (longer than a charge may take) */
  graceMs: number;
};

/** What the caller proves, in addition to the idempotency key from which the command id is made. */
export type Buyer = {
  /** the account's cart, or the guest's */
  cartId: string | null;
  /** the signed-in member */
  memberId: string | null;
  /** of a member: the cart of this browser before the sign-in, with the orders that began there */
  before?: BeforeSignIn | undefined;
  /** the browser's cookie */
  visitor: string | undefined;
  /** the same, where the browser may have a timer */
  timedVisitor: string | undefined;
  /** the order that this browser took to the bank last, in any of its windows */
  atBank: string | undefined;
  /** a valid proof of the order of this number */
  isProven: boolean;
  /** Notes what the buyer agreed to, and gives the pseudonym of the purchase; undefined where nothing is reported. */
  noteConsent?: () => Promise<string | undefined>;
};

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

  const begun = await begin(deps, request, buyer, context);
  if (begun.ok && begun.from) {
    const prime = primeOf(request);
    return answer(await deps.process.drive(orderNo, { context, from: begun.from, ...(prime !== undefined && { prime }) }));
  }
  // Another request began it since the check above.
  const meanwhile = begun.ok || begun.rejection.code === taken.code ? await deps.process.begun(orderNo) : null;
  if (meanwhile) return repeated(deps, request, meanwhile, buyer, context);
  return begun.ok ? no(taken) : begun;
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
  const isOwner = memberId !== null && terms.memberId === memberId;
  const isBuyer = (await deps.process.hasBegun(checkout, context)) || hasCart || isOwner || isProven;
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

async function begin(deps: PlaceOrderDeps, request: PlaceOrderRequest, buyer: Buyer, context: CommandContext): Promise<Started> {
  const { orderNo, delivery, payment } = request;
  const valid = validateOrder(request);
  const timed = { ...buyer, phoneE164: valid.ok ? valid.recipient.phoneE164 : undefined };
  const priced = await priceBeside(deps, request, timed, context);
  if (!priced.ok) {
    const { rejection, price } = priced;
    if (rejection.code === 'AMOUNT_MISMATCH')
      deps.log.warn({ orderNo, price, expected: request.expectedTotal, log: 'ORDER_PRICE_CHECK' }, 'a total that is not the price');
    return no(rejection);
  }
  const { quote } = priced;
  if (!valid.ok) return valid;
  if (payment.type === 'CREDIT' && payment.prime === undefined && quote.price > 0)
    return no({ status: 400, code: 'VALIDATION_FAILED', message: messages.cardFields });
  const limit = checkCarrierLimit(request, declaredValue(quote.price, quote));
  if (limit) return no(limit);
  const store = await checkStore(deps, delivery);
  if (!store.ok) return store;
  const recipient = delivery.type === 'HOME' ? withZip(valid.recipient) : valid.recipient;
  if (!recipient) return no({ status: 400, code: 'DISTRICT_UNKNOWN', message: messages.districtUnknown });

  const terms = termsOf(
    orderNo,
    buyer,
    recipient,
    deps,
    quote,
    { type: delivery.type, subtype: delivery.subtype },
    payment.type,
    request.invoice.type,
    promotionsOf(deps, priced, request, { phoneE164: recipient.phoneE164, visitor: buyer.visitor }),
  );
  const invoice = givenInvoice(valid.invoice);
  if (buyer.before) {
    const wanted = { items: request.items, earlier: request.replaces ?? buyer.atBank };
    const unsettled = await settleBefore(deps.process, buyer.before, wanted, context);
    if (unsettled) return no(unsettled);
  }
  // Before the earlier order is given up: an order without a slot must not cost the one that waits at the bank.
  const slot = payment.type === 'COD' ? await takeCashSlot(deps, terms, recipient.phoneE164, earlierOf(request, buyer)) : undefined;
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
    const started = await deps.process.start(
      orderNo,
      {
        type: 'StartCheckout',
        at: deps.clock().toISOString(),
        terms: { ...terms, agreed: legalAgreements, ...(conversionId !== undefined && { conversionId }) },
        subject: `guest:${orderNo}`,
        personal: { contact: { recipient, store: store.store }, ...(invoice && { invoice }) },
        ...(replaces !== undefined && { replaces }),
      },
      context,
    );
    // Another order took the lines or the coupon meanwhile.
    if (!started.ok && slot) await slot.giveBack();
    return started;
  } finally {
    if (replaces !== undefined) await closeEarlier(deps, replaces, context);
  }
}

/**
 * The price of the order. The buyer's earlier order, which waits at the bank, may hold the coupons and the credit of this one.
 * Where this one has no price beside it, the earlier one gives way: it is given up and gives back, and the price is made again.
 */
async function priceBeside(
  deps: PlaceOrderDeps,
  request: PlaceOrderRequest,
  buyer: Buyer & { phoneE164: string | undefined },
  context: CommandContext,
): Promise<Priced> {
  const priced = await priceTerms(deps, request, buyer);
  const earlier = earlierOf(request, buyer);
  if (priced.ok || buyer.memberId === null || earlier === undefined || !(await givesWay(deps, request, buyer, earlier, context)))
    return priced;
  const again = await priceTerms(deps, request, buyer);
  if (!again.ok) await closeEarlier(deps, earlier, context);
  return again;
}

/** Gives up the member's earlier order, if it is one of this cart whose payment waits, and returns what it holds. */
async function givesWay(
  deps: PlaceOrderDeps,
  request: PlaceOrderRequest,
  { cartId, memberId }: Buyer,
  earlier: string,
  context: CommandContext,
): Promise<boolean> {
  const { orderNo, items, delivery } = request;
  const begun = await deps.process.begun(earlier);
  if (!begun || begun.terms.memberId !== memberId || !validateOrder(request).ok) return false;
  const plain = priceCart({ items, delivery: delivery.type, coupons: [], credit: 0, isMember: true, product: deps.product });
  if (!plain.ok) return false;
  const next = { ...begun.terms, orderNo, cartId, lines: plain.quote.products };
  if ((await deps.process.replace(earlier, next, context)) !== 'given-up') return false;
  await deps.process.giveBack(earlier, context);
  return true;
}

/**
 * Takes one of the phone number's slots for cash orders (cash-limit.ts). It does so before the order begins, so that two
 * requests at once cannot both take the last slot. It asks the cart first, because a slot whose order is then refused
 * blocks the phone number until the order is refused. `earlier`: an order whose claim this order may take over.
 */
async function takeCashSlot(
  { cashLimit, process }: PlaceOrderDeps,
  terms: OrderTerms,
  phoneE164: string,
  earlier: string | undefined,
): Promise<TakenSlot | undefined> {
  if (!cashLimit) return undefined;
  const refused = await process.refusedClaim(terms, earlier);
  if (!refused) return cashLimit.take(terms.orderNo, phoneE164);
  // Another request may have begun this same order meanwhile and claimed the lines.
  return no((await process.begun(terms.orderNo)) ? taken : refused);
}

/** The order that the buyer took to the bank, by the page or by the browser's cookie. */
const earlierOf = ({ orderNo, replaces }: PlaceOrderRequest, { atBank }: Buyer): string | undefined => {
  const earlier = replaces ?? atBank;
  return earlier === orderNo ? undefined : earlier;
};

type GivenUp = { ok: true; replaces?: string } | { ok: false; rejection: Rejection };

/** Gives up the order that the buyer took to the bank. @returns its number, or why the new order is refused */
async function giveUpEarlier(
  deps: PlaceOrderDeps,
  request: PlaceOrderRequest,
  buyer: Buyer,
  terms: OrderTerms,
  context: CommandContext,
): Promise<GivenUp> {
  const earlier = earlierOf(request, buyer);
  if (earlier === undefined) return { ok: true };
  const outcome = await deps.process.replace(earlier, terms, context);
  if (typeof outcome === 'object') return no(outcome.refused);
  if (outcome === 'unclear') return no({ status: 409, code: 'EARLIER_PAYMENT_UNCLEAR', message: messages.earlierUnclear });
  // An order that was paid before is a separate purchase, unless the page still shows it as waiting.
  const isNews = outcome === 'turned-out-paid' || (outcome === 'paid' && request.replaces !== undefined);
  if (isNews) return no({ status: 409, code: 'EARLIER_ORDER_PAID', message: messages.earlierPaid });
  return outcome === 'given-up' ? { ok: true, replaces: earlier } : { ok: true };
}

/** Closes the order that was given up. The new order does not depend on it; the sweeper repeats what fails here. */
async function closeEarlier(deps: PlaceOrderDeps, orderNo: string, context: CommandContext): Promise<void> {
  try {
    await deps.process.drive(orderNo, { context });
  } catch (error) {
    deps.log.warn({ orderNo, err: error }, 'an order that was given up could not be closed yet');
  }
}

function termsOf(
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
