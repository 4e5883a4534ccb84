import {
  CancelAnswer,
  CancelRequest,
  Empty,
  OrderNoText,
  OrderNumberAnswer,
  OrderParams,
  PlaceOrderAnswer,
  PlaceOrderRequest,
  PriceAnswer,
  PriceRequest,
} from '@nordhaut/contracts';
import { displayStatus, isProven, orderFacts, orderReceipt, setProofCookie, type OrderProofs } from '@nordhaut/ordering';
import { orThrow, refuse, Rejected, type Routes } from '@nordhaut/platform/http';
import { priceCart } from '@nordhaut/promotions';
import type { FastifyRequest } from 'fastify';
import { messages } from './messages.ts';
import { placeOrder, type PlaceOrderDeps } from './place-order.ts';

export type CheckoutHttp = PlaceOrderDeps & { proofs: OrderProofs; secureCookies: boolean };

/** Cookie with the order that this browser took to the bank last. Any window of the browser may begin another order. */
const AT_BANK = 'order-at-bank';
const AT_BANK_SECONDS = 86_400;

/** HTTP statuses of rejections whose `status` is the specification's `state` (a processor's code or 504) and not the answer's HTTP status. */
const HTTP_STATUS: Record<string, number> = { CARD_REFUSED: 402, NO_CARD_RESPONSE: 402 };

/** Routes for the price, the order number and the order (design/http-api.md; spec/3-purchase-flow §7). */
export function checkoutRoutes(deps: CheckoutHttp): Routes {
  // The prices are refreshed while the order's idempotency key is looked up.
  const pricesAsked = new WeakMap<FastifyRequest, Promise<void>>();
  return (app) => {
    app.post(
      '/api/getPrice/',
      {
        schema: { body: PriceRequest, response: { 200: PriceAnswer }, summary: 'The price of a cart, line by line', tags: ['checkout'] },
        config: { access: 'public', form: 'json', idempotency: 'off' },
      },
      async (request) => {
        const { items, coupons, vouchers, portType } = request.body;
        const isMember = request.actor?.kind === 'member';
        const { quote } = orThrow(priceCart({ items, coupons, credit: vouchers, delivery: portType, isMember, product: deps.product }));
        return { state: 200 as const, ...quote };
      },
    );

    app.post(
      '/api/genUid/',
      {
        schema: { body: Empty, response: { 200: OrderNumberAnswer }, summary: 'A new order number', tags: ['checkout'] },
        config: { access: 'public', form: 'json', idempotency: 'off' },
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
        const atBank = OrderNoText.safeParse(request.cookies[AT_BANK]).data;
        const buyer = {
          cartId: request.knownVisitor() ?? null,
          atBank,
          isProven: isProven(deps.proofs, request, request.body.orderNo),
        };
        const placed = await placeOrder({ ...deps, refreshProducts }, request.body, buyer, request.context());
        if (!placed.ok) {
          const httpStatus = HTTP_STATUS[placed.rejection.code];
          throw new Rejected(placed.rejection, httpStatus === undefined ? {} : { httpStatus });
        }
        const { order, revision, position, hash } = placed;
        const { orderNo, total } = order.terms;
        const proof = deps.proofs.issue(orderNo);
        setProofCookie(reply, orderNo, proof, deps.secureCookies);
        const cookie = { path: '/api/orders', httpOnly: true, sameSite: 'lax', secure: deps.secureCookies } as const;
        if (order.payment.paymentUrl) void reply.setCookie(AT_BANK, orderNo, { ...cookie, maxAge: AT_BANK_SECONDS });
        else if (atBank !== undefined) void reply.clearCookie(AT_BANK, cookie);
        void reply.code(201);
        return {
          orderNo,
          displayStatus: displayStatus(order),
          total,
          ...(order.payment.paymentUrl && { paymentUrl: order.payment.paymentUrl }),
          proof,
          receipt: orderReceipt(orderNo, { revision, hash }),
          revision,
          position: String(position),
        };
      },
    );

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
        if (!isProven(deps.proofs, request, orderNo)) return refuse(403, 'PROOF_REQUIRED', messages.proofRequired);
        const cancelled = await deps.process.cancel(orderNo, request.body.reason, request.context());
        if (!cancelled.ok) throw new Rejected(cancelled.rejection);
        const { order, revision, position } = cancelled;
        return { displayStatus: displayStatus(order), facts: orderFacts(order), revision, position: String(position) };
      },
    );
  };
}
