import { setTimeout as sleep } from 'node:timers/promises';
import type { PlaceOrderRequest, Quote } from '@nordhaut/contracts';
import type { Order, OrderRecipient, OrderTerms } from '@nordhaut/ordering';
import type { CommandContext } from '@nordhaut/platform/envelope';
import type { Rejection } from '@nordhaut/platform/event-store';
import { priceCart, type PricedProduct } from '@nordhaut/promotions';
import { messages } from './messages.ts';
import type { OrderNumbers } from './order-number.ts';
import { cardRefusal, noResponse } from './payment-steps.ts';
import type { CheckoutProcess, Drive } from './process.ts';
import { checkCarrierLimit, validateOrder } from './validate.ts';

export type PlaceOrderDeps = {
  process: CheckoutProcess;
  orderNumbers: OrderNumbers;
  product: (productId: number) => PricedProduct | undefined;
  /** after it, `product` knows every price committed before */
  refreshProducts: () => Promise<void>;
  /** undefined where the carrier does not tell its stores; then the id's form must do */
  findStore: (subtype: 'UNIMARTC2C' | 'FAMIC2C', id: string) => Promise<{ name: string; address: string } | 'unknown-store' | undefined>;
  zipOf: (address: string) => Promise<string>;
  clock: () => Date;
  /** ms after which nobody can be working on a checkout any more (longer than a charge may take) */
  graceMs: number;
};

export type Placed = { ok: true; order: Order; revision: number; position: bigint } | { ok: false; rejection: Rejection };
const no = (rejection: Rejection): { ok: false; rejection: Rejection } => ({ ok: false, rejection });

/**
 * A buyer's click on "pay": checks, prices, begins the process and drives it as far as it goes while the buyer
 * waits (spec/3-purchase-flow §5, §8). Nothing the browser computed is used; its total is compared.
 */
export async function placeOrder(
  deps: PlaceOrderDeps,
  request: PlaceOrderRequest,
  cartId: string | null,
  context: CommandContext,
): Promise<Placed> {
  const { orderNo } = request;
  if (!deps.orderNumbers.isOurs(orderNo)) return no({ status: 400, code: 'ORDER_NUMBER_UNKNOWN', message: messages.orderNumber });
  const begun = await begin(deps, request, cartId, context);
  if (!begun.ok) return (await repeated(deps, orderNo, context)) ?? begun;

  if (begun.replayed) return answer(await resume(deps, orderNo, context));
  const from = { checkout: begun.state, order: null, revision: -1, position: undefined };
  const prime = request.payment.type === 'CREDIT' ? { prime: request.payment.prime } : {};
  return answer(await deps.process.drive(orderNo, { context, from, ...prime }));
}

/**
 * The same click again, of an order that could not be begun today: prices, stock or stores changed since. What counts
 * is what was agreed then. undefined where this click began nothing.
 */
async function repeated(deps: PlaceOrderDeps, orderNo: string, context: CommandContext): Promise<Placed | undefined> {
  const { checkout } = await deps.process.load(orderNo);
  if (!checkout?.personal) return undefined;
  const { terms, subject, personal, startedAt } = checkout;
  const first = await deps.process.start(orderNo, { type: 'StartCheckout', at: startedAt, terms, subject, personal }, context);
  return first.ok ? answer(await resume(deps, orderNo, context)) : undefined;
}

async function begin(deps: PlaceOrderDeps, request: PlaceOrderRequest, cartId: string | null, context: CommandContext) {
  const { orderNo, delivery, payment } = request;
  await deps.refreshProducts();
  const priced = priceCart({
    items: request.items,
    delivery: delivery.type,
    coupons: request.coupons,
    credit: request.credit,
    isMember: context.actor.kind === 'member',
    product: deps.product,
  });
  if (!priced.ok) return priced;
  const valid = validateOrder(request);
  if (!valid.ok) return valid;
  if (priced.quote.price !== request.expectedTotal) return no({ status: 409, code: 'AMOUNT_MISMATCH', message: messages.amountMismatch });
  const limit = checkCarrierLimit(request, priced.quote.price);
  if (limit) return no(limit);
  const store = await checkStore(deps, delivery);
  if (!store.ok) return store;
  const recipient = await withZip(deps, valid.recipient, delivery.type);

  return deps.process.start(
    orderNo,
    {
      type: 'StartCheckout',
      at: deps.clock().toISOString(),
      terms: termsOf(
        orderNo,
        cartId,
        priced.quote,
        { type: delivery.type, subtype: delivery.subtype, store: store.store },
        payment.type,
        request.invoice.type,
      ),
      subject: `guest:${orderNo}`,
      personal: { recipient, invoice: valid.invoice },
    },
    context,
  );
}

function termsOf(
  orderNo: string,
  cartId: string | null,
  quote: Quote,
  delivery: OrderTerms['delivery'],
  payment: OrderTerms['payment'],
  invoiceType: OrderTerms['invoiceType'],
): OrderTerms {
  return {
    orderNo,
    cartId,
    memberId: null,
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
  };
}

type StoreCheck = { ok: true; store: OrderTerms['delivery']['store'] } | { ok: false; rejection: Rejection };

/** The store's name and address are the carrier's, whatever the browser sent along. */
async function checkStore(deps: PlaceOrderDeps, { subtype, store }: PlaceOrderRequest['delivery']): Promise<StoreCheck> {
  if (!store || (subtype !== 'UNIMARTC2C' && subtype !== 'FAMIC2C')) return { ok: true, store: null };
  const found = await deps.findStore(subtype, store.id);
  if (found === 'unknown-store') return { ok: false, rejection: { status: 400, code: 'STORE_UNKNOWN', message: messages.storeUnknown } };
  return { ok: true, store: { id: store.id, name: found?.name ?? store.name, address: found?.address ?? store.address } };
}

async function withZip(
  deps: PlaceOrderDeps,
  recipient: OrderRecipient,
  type: PlaceOrderRequest['delivery']['type'],
): Promise<OrderRecipient> {
  if (type !== 'HOME' || /^\d{3}(\d{2,3})?$/.test(recipient.zip)) return recipient;
  return { ...recipient, zip: await deps.zipOf(recipient.city + recipient.district + recipient.address) };
}

const POLL_MS = 250;

/**
 * The same click again. Somebody may still be at it (the first request, another process), so it is watched until
 * it has moved on or nobody can be working on it any more; only then is an unknown payment settled.
 */
async function resume(deps: PlaceOrderDeps, orderNo: string, context: CommandContext): Promise<Drive> {
  for (;;) {
    const { checkout, order, revision, position } = await deps.process.load(orderNo);
    const age = deps.clock().getTime() - Date.parse(checkout?.startedAt ?? '');
    if (checkout?.ended === 'FAILED' && order === null) return { step: 'done', order, revision, position, refused: undefined };
    const unpaid = order === null || (order.payment.status === 'HANDLING' && order.payment.recTradeId === null);
    if (age >= deps.graceMs) return deps.process.drive(orderNo, { context, settle: true });
    if (!unpaid && (order.shipment !== null || checkout?.ended || order.terms.payment === 'CREDIT')) {
      return { step: 'done', order, revision, position, refused: undefined };
    }
    await sleep(POLL_MS);
  }
}

function answer({ order, revision, position, refused }: Drive): Placed {
  if (refused) return no(refused);
  if (!order || position === undefined) return no({ status: 409, code: 'CHECKOUT_FAILED', message: messages.orderNumber });
  if (order.shipmentRejected) {
    const message = order.payment.paid > 0 ? messages.logisticsAfterPayment : messages.logistics;
    return no({ status: 502, code: 'LOGISTICS_REFUSED', message });
  }
  const { status, failure } = order.payment;
  // The first answer, told again: it came from the processor's own words, of which the order keeps the code.
  if (status === 'FAILED' && failure?.reason === 'REFUSED' && failure.providerCode !== null)
    return no(cardRefusal(failure.providerCode, ''));
  if (status === 'FAILED' && failure?.reason === 'NO_RESPONSE') return no(noResponse);
  if (status === 'FAILED') return no({ status: 402, code: 'PAYMENT_FAILED', message: messages.noCardResponse });
  return { ok: true, order, revision, position };
}
