import { cartDecider, cartIdOf, cartStream, orderable } from '@nordhaut/cart';
import {
  CardAnswer,
  CardRequest,
  type CartItem,
  type DELIVERY_TYPES,
  ParcelAnswer,
  ParcelRequest,
  type PAYMENT_TYPES,
  type PlaceOrderRequest,
  SessionAnswer,
  SessionRequest,
} from '@nordhaut/contracts';
import { memberOf, type Order, ownerOf, owns } from '@nordhaut/ordering';
import { refuse, Rejected, type Routes } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { itemsOf } from './cart-lines.ts';
import { messages } from './messages.ts';
import { guestOrders, placedAnswer } from './placed-answer.ts';
import { dropShipping, dropStore, keepShipping, keptShipping, type SessionDeps } from './shipping-session.ts';
import { type Submitted, submitOrder, type SubmitOrder } from './submit-order.ts';

export type SpecifiedCalls = SubmitOrder &
  SessionDeps & {
    /** the order at the bank that gives way to the next one of this browser */
    waitingOf: (request: FastifyRequest) => Promise<string | undefined>;
  };
/** NT$ */
type PriceOf = (
  request: FastifyRequest,
  delivery: (typeof DELIVERY_TYPES)[number],
  payment: (typeof PAYMENT_TYPES)[number],
  items: readonly CartItem[],
) => Promise<number>;

const notPrepared = (): never => refuse(409, 'CHECKOUT_NOT_PREPARED', messages.notPrepared);

/**
 * The specification's calls for session, card and parcel (spec/3-purchase-flow §7). They finish the order that the visitor
 * prepared: the number of genUid, the cart of the server, and the session's shipping info (decisions.md 79).
 */
export const specifiedCalls =
  (deps: SpecifiedCalls, priceOf: PriceOf): Routes =>
  (app) => {
    type Items = { items: readonly CartItem[]; total?: number };
    /** What was ordered under this number from the caller's cart. */
    async function ordered(request: FastifyRequest, orderNo: string): Promise<Items | undefined> {
      const cartId = cartIdOf(request);
      const memberId = memberOf(request);
      const terms = (await deps.process.begun(orderNo))?.terms;
      const isOwn = terms && ((cartId !== undefined && terms.cartId === cartId) || (memberId !== null && terms.memberId === memberId));
      return isOwn ? { items: itemsOf(terms), total: terms.total } : undefined;
    }

    async function inCart(request: FastifyRequest): Promise<Items | undefined> {
      const cartId = cartIdOf(request);
      if (cartId === undefined) return undefined;
      const waiting = await deps.waitingOf(request);
      const items = orderable((await deps.commands.load(cartStream(cartId), cartDecider)).state, waiting);
      return items.length === 0 ? undefined : { items };
    }

    /** The caller's cart, or, for a repeated call, what was ordered from it. */
    async function itemsFor(request: FastifyRequest, orderNo: string): Promise<Items> {
      // A call beside this one may begin the order after the first look, and empty the cart.
      return (await ordered(request, orderNo)) ?? (await inCart(request)) ?? (await ordered(request, orderNo)) ?? { items: [] };
    }

    /**
     * A new number for the lines of the cart. Once an order has taken them, it is the number of that order: a repeated call makes no
     * second one, and a call that follows a card payment does not replace the order at the bank by a cash order.
     */
    async function ownNumber(request: FastifyRequest): Promise<string> {
      const cartId = cartIdOf(request);
      const cart = cartId === undefined ? undefined : (await deps.commands.load(cartStream(cartId), cartDecider)).state;
      if (cart?.items.length !== 0) return deps.orderNumbers.issue();
      const last = cart.claims.length === 0 ? cart.lastOrder?.orderNo : await deps.waitingOf(request);
      return last ?? deps.orderNumbers.issue();
    }

    async function finish(
      orderNo: string,
      payment: PlaceOrderRequest['payment'],
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<Submitted> {
      const info = keptShipping(deps, request) ?? notPrepared();
      const { items, total } = await itemsFor(request, orderNo);
      if (items.length === 0) return notPrepared();
      const { type } = info.delivery;
      const visitor = request.knownVisitor();
      const chosen = type === 'CVS' && visitor !== undefined ? await deps.storeChoice.chosen({ visitor, group: undefined }) : null;
      const store = chosen && { id: chosen.CVSStoreID, name: chosen.CVSStoreName, address: chosen.CVSAddress };
      const delivery = store ? { type, subtype: chosen.LogisticsSubType, store } : info.delivery;
      const expectedTotal = total ?? (await priceOf(request, type, payment.type, items));
      const order = { ...info, orderNo, items: [...items], coupons: [], credit: 0, delivery, payment, expectedTotal };
      const placed = await submitOrder(deps, order, request, reply);
      // With the cookies that prove the order to this browser, as for `POST /api/orders`.
      placedAnswer(deps, request, reply, placed);
      void reply.code(200);
      return placed;
    }

    app.post(
      '/api/session/',
      {
        schema: {
          body: SessionRequest,
          response: { 200: SessionAnswer },
          summary: 'Keep or empty what a checkout needs',
          tags: ['checkout'],
        },
        config: { access: 'public', form: 'json', idempotency: 'off' },
      },
      async (request, reply) => {
        const { set, unset } = request.body;
        if (unset.includes('shippingInfo')) dropShipping(deps, request, reply);
        if (unset.includes('cvsInfo')) await dropStore(deps, request);
        if (set) keepShipping(deps, set.value, request, reply);
        return { state: 200 as const };
      },
    );

    app.post(
      '/api/tappay/',
      {
        schema: { body: CardRequest, response: { 200: CardAnswer }, summary: 'Pay the prepared order by card', tags: ['orders'] },
        config: { access: 'public', form: 'json', limit: 'expensive', idempotency: 'off' },
      },
      async (request, reply) => {
        const { prime, order_number: orderNo } = request.body.payInfo;
        try {
          const { order } = await finish(orderNo, { type: 'CREDIT', ...(prime !== undefined && { prime }) }, request, reply);
          return { status: 200 as const, data: paidData(order) };
        } catch (error) {
          if (!(error instanceof Rejected) || !['CARD_REFUSED', 'NO_CARD_RESPONSE'].includes(error.rejection.code)) throw error;
          const { status, message } = error.rejection;
          return { status: 200 as const, data: { status, msg: message, order_number: orderNo } };
        }
      },
    );

    app.post(
      '/api/ecpay/',
      {
        schema: { body: ParcelRequest, response: { 200: ParcelAnswer }, summary: "The parcel of one's own order", tags: ['orders'] },
        config: { access: 'public', form: 'json', limit: 'expensive', idempotency: 'off' },
      },
      async (request, reply) => {
        const orderNo = request.body.shippingInfo.MerchantTradeNo ?? (await ownNumber(request));
        const { order: placed } = await deps.process.load(orderNo);
        // The proof's cookie does not reach this path. A cart's cookie lives too long to show a phone number. As with a proof, what a
        // browser got before a member adopted the order does not count.
        const isOwn = placed && (owns(request, placed) || (ownerOf(placed) === null && guestOrders(request).includes(orderNo)));
        // The order's own process makes the parcel, so a repeated call cannot make a second one.
        const order = isOwn ? placed : (await finish(orderNo, { type: 'COD' }, request, reply)).order;
        if (!order.shipment) return refuse(409, 'CHECKOUT_NOT_PREPARED', messages.noParcelYet);
        return { state: '1' as const, data: parcelData(order) };
      },
    );
  };

function paidData({ terms, payment }: Order) {
  const { paymentUrl, bankTransactionId, recTradeId } = payment;
  return {
    status: 0,
    msg: '',
    order_number: terms.orderNo,
    ...(paymentUrl && { payment_url: paymentUrl }),
    ...(bankTransactionId && { bank_transaction_id: bankTransactionId }),
    ...(recTradeId && { rec_trade_id: recTradeId }),
  };
}

function parcelData({ terms, personal }: Order) {
  const { type, subtype } = terms.delivery;
  const phone = personal.contact?.recipient.phoneE164.replace(/^\+886/, '0') ?? '';
  return { MerchantTradeNo: terms.orderNo, LogisticsType: type, LogisticsSubType: subtype, ReceiverCellPhone: phone };
}
