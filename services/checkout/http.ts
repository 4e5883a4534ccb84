import {
  CancelAnswer,
  CancelRequest,
  Empty,
  OrderNumberAnswer,
  OrderParams,
  PlaceOrderAnswer,
  PlaceOrderRequest,
  PriceAnswer,
  PriceRequest,
  VoucherRequest,
} from '@nordhaut/contracts';
import { accountCartId, cartDecider, cartStream, orderable } from '@nordhaut/cart';
import { accessTo, displayStatus, memberOf, orderDecider, orderFacts, orderStream } from '@nordhaut/ordering';
import { orThrow, refuse, Rejected, type Routes } from '@nordhaut/platform/http';
import { priceCart, voucherIdOf } from '@nordhaut/promotions';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { cardTries } from './card-tries.ts';
import { messages } from './messages.ts';
import { placedAnswer } from './placed-answer.ts';
import { specifiedCalls, type SpecifiedCalls } from './specified-calls.ts';
import { submitOrder } from './submit-order.ts';

export type CheckoutHttp = Omit<SpecifiedCalls, 'cards'>;

/** Routes for the price, the order number and the order (design/http-api.md; spec/3-purchase-flow §7). */
export function checkoutRoutes(deps: CheckoutHttp): Routes {
  // The prices are refreshed while the order's idempotency key is looked up.
  const pricesAsked = new WeakMap<FastifyRequest, Promise<void>>();

  /** `isOrder`: refuses what a page's price leaves out, and has the countdown's coupon before pages show it (decisions.md 53). */
  async function quoteOf(request: FastifyRequest, body: z.infer<typeof PriceRequest>, isOrder: boolean) {
    const { items, coupons, vouchers, portType, payType } = body;
    const memberId = memberOf(request);
    const at = deps.clock().getTime();
    const [timedVisitor, beside] = [deps.timedVisitor(request), await deps.waitingOf(request)];
    const facts = await deps.factsOf({ memberId, at, payment: payType ?? null, timedVisitor, beside, choices: coupons });
    const asked = { items, coupons, credit: vouchers, delivery: portType, isMember: memberId !== null, dropMemberParts: !isOrder };
    return orThrow(priceCart({ ...asked, product: deps.product, promotions: facts?.promotions }));
  }

  async function price(request: FastifyRequest, body: z.infer<typeof PriceRequest>) {
    const { quote, notices } = await quoteOf(request, body, false);
    const credit = quote.credit?.map((part) => ({ ...part, grantId: voucherIdOf(part.grantId) }));
    return { state: 200 as const, ...quote, ...(credit && { credit }), ...(notices.length > 0 && { notices }) };
  }

  return (app) => {
    const orderOf = async (orderNo: string) => (await deps.commands.load(orderStream(orderNo), orderDecider)).state;
    const withCards = { ...deps, cards: cardTries(app, { orderOf, clock: deps.clock }) };

    app.post(
      '/api/getPrice/',
      {
        schema: { body: PriceRequest, response: { 200: PriceAnswer }, summary: 'The price of a cart, line by line', tags: ['checkout'] },
        config: { access: 'public', caller: 'recent', form: 'json', idempotency: 'off' },
      },
      (request) => price(request, request.body),
    );

    app.post(
      '/api/voucher/',
      {
        schema: {
          body: VoucherRequest,
          response: { 200: PriceAnswer },
          summary: "The price of the member's cart with credit",
          tags: ['checkout'],
        },
        config: { access: 'member', form: 'json', idempotency: 'off' },
      },
      async (request) => {
        const memberId = request.actor?.id ?? '';
        const { state } = await deps.commands.load(cartStream(accountCartId(memberId)), cartDecider);
        const items = [...orderable(state, await deps.waitingOf(request))];
        return price(request, { items, coupons: [], vouchers: request.body.voucherAmount, portType: 'HOME' });
      },
    );

    app.post(
      '/api/genUid/',
      {
        schema: { body: Empty, response: { 200: OrderNumberAnswer }, summary: 'A new order number', tags: ['checkout'] },
        config: { access: 'public', caller: 'none', form: 'json', idempotency: 'off' },
      },
      async () => ({ id: deps.orderNumbers.issue() }),
    );

    app.post(
      '/api/orders',
      {
        schema: { body: PlaceOrderRequest, response: { 201: PlaceOrderAnswer }, summary: 'Place an order', tags: ['orders'] },
        config: { access: 'public', limit: 'expensive' },
        preValidation: (request, _reply, done) => {
          const asked = deps.refreshProducts();
          asked.catch(() => undefined);
          pricesAsked.set(request, asked);
          done();
        },
      },
      async (request, reply) => {
        const refreshProducts = (): Promise<void> => pricesAsked.get(request) ?? deps.refreshProducts();
        const placed = await submitOrder({ ...withCards, refreshProducts }, request.body, request, reply);
        return placedAnswer(deps, request, reply, placed);
      },
    );

    void specifiedCalls(withCards, async (request, delivery, payment, items) => {
      const asked = { items: [...items], coupons: [], vouchers: 0, portType: delivery, payType: payment };
      return (await quoteOf(request, asked, true)).quote.price;
    })(app);

    app.post(
      '/api/orders/:orderNo/cancel',
      {
        schema: {
          params: OrderParams,
          body: CancelRequest,
          response: { 200: CancelAnswer },
          summary: 'Cancel an order until the carrier has its parcel',
          tags: ['orders'],
        },
        config: { access: 'proof', limit: 'expensive' },
      },
      async (request) => {
        const { orderNo } = request.params;
        const access = await accessTo(async (own) => (await deps.process.load(own)).order, deps.proofs, request, orderNo);
        if (access === undefined) return refuse(403, 'PROOF_REQUIRED', messages.proofRequired);
        const cancelled = await deps.process.cancel(orderNo, request.body.reason, request.context());
        if (!cancelled.ok) throw new Rejected(cancelled.rejection);
        const { order, revision, position } = cancelled;
        return { displayStatus: displayStatus(order), facts: orderFacts(order), revision, position: String(position) };
      },
    );
  };
}
