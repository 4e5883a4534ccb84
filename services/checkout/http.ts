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
  VoucherRequest,
} from '@nordhaut/contracts';
import { accountCartId, adoptGuestCart, cartDecider, cartIdOf, cartStream } from '@nordhaut/cart';
import { displayStatus, isProven, orderFacts, owns, type OrderProofs } from '@nordhaut/ordering';
import type { Commands } from '@nordhaut/platform/envelope';
import { orThrow, refuse, Rejected, type RequestContext, type Routes } from '@nordhaut/platform/http';
import { priceCart } from '@nordhaut/promotions';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { BeforeSignIn } from './before-sign-in.ts';
import { messages } from './messages.ts';
import { placeOrder, type PlaceOrderDeps } from './place-order.ts';
import { placedAnswer } from './placed-answer.ts';

export type CheckoutHttp = PlaceOrderDeps & {
  proofs: OrderProofs;
  commands: Commands;
  rememberAddress: RememberAddress;
  secureCookies: boolean;
  /** notes what the buyer agreed to, if it is to be reported */
  noteConsent: (request: FastifyRequest) => Promise<string | undefined>;
  /** the browser's cookie, where it may have a timer */
  timedVisitor: (request: FastifyRequest) => string | undefined;
};

/** Keeps the home address of an order in the member's profile. It fails without an error: the order stands. */
export type RememberAddress = (
  memberId: string,
  address: { city: string; district: string; address: string; zip: string },
  context: RequestContext,
) => Promise<void>;

/** Cookie with the order that this browser took to the bank last. Any window of the browser may begin another order. */
const AT_BANK = 'order-at-bank';
const AT_BANK_SECONDS = 86_400;

/** HTTP statuses of rejections whose `status` is the specification's `state` (a processor's code or 504) and not the answer's HTTP status. */
const HTTP_STATUS: Record<string, number> = { CARD_REFUSED: 402, NO_CARD_RESPONSE: 402 };

/** Routes for the price, the order number and the order (design/http-api.md; spec/3-purchase-flow §7). */
export function checkoutRoutes(deps: CheckoutHttp): Routes {
  // The prices are refreshed while the order's idempotency key is looked up.
  const pricesAsked = new WeakMap<FastifyRequest, Promise<void>>();

  async function cartBefore(memberId: string, visitor: string, request: FastifyRequest): Promise<BeforeSignIn> {
    const adopt = () => adoptGuestCart(deps.commands, visitor, accountCartId(memberId), request.context());
    return { cartId: visitor, claims: await adopt(), adopt: async () => void (await adopt()) };
  }

  async function price(request: FastifyRequest, body: z.infer<typeof PriceRequest>) {
    const { items, coupons, vouchers, portType, payType } = body;
    const memberId = request.actor?.kind === 'member' ? request.actor.id : null;
    const at = deps.clock().getTime();
    const facts = await deps.factsOf({ memberId, at, payment: payType ?? null, timedVisitor: deps.timedVisitor(request) });
    const asked = { items, coupons, credit: vouchers, delivery: portType, isMember: memberId !== null, dropMemberParts: true };
    const { quote, notices } = orThrow(priceCart({ ...asked, product: deps.product, promotions: facts?.promotions }));
    return { state: 200 as const, ...quote, ...(notices.length > 0 && { notices }) };
  }

  return (app) => {
    app.post(
      '/api/getPrice/',
      {
        schema: { body: PriceRequest, response: { 200: PriceAnswer }, summary: 'The price of a cart, line by line', tags: ['checkout'] },
        config: { access: 'public', form: 'json', idempotency: 'off' },
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
        return price(request, { items: [...state.items], coupons: [], vouchers: request.body.voucherAmount, portType: 'HOME' });
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
        const memberId = request.actor?.kind === 'member' ? request.actor.id : null;
        const visitor = request.knownVisitor();
        const before = memberId === null || visitor === undefined ? undefined : await cartBefore(memberId, visitor, request);
        const buyer = {
          cartId: cartIdOf(request) ?? null,
          memberId,
          visitor,
          timedVisitor: deps.timedVisitor(request),
          before,
          atBank,
          isProven: isProven(deps.proofs, request, request.body.orderNo),
          noteConsent: () => deps.noteConsent(request),
        };
        const placed = await placeOrder({ ...deps, refreshProducts }, request.body, buyer, request.context());
        if (!placed.ok) {
          const httpStatus = HTTP_STATUS[placed.rejection.code];
          throw new Rejected(placed.rejection, httpStatus === undefined ? {} : { httpStatus });
        }
        const { order } = placed;
        const { orderNo } = order.terms;
        const contact = order.personal.contact?.recipient;
        if (memberId !== null && request.body.rememberShipping && contact && order.terms.delivery.type === 'HOME') {
          const { city, district, address, zip } = contact;
          await deps.rememberAddress(memberId, { city, district, address, zip }, request.context());
        }
        const cookie = { path: '/api/orders', httpOnly: true, sameSite: 'lax', secure: deps.secureCookies } as const;
        if (order.payment.paymentUrl) void reply.setCookie(AT_BANK, orderNo, { ...cookie, maxAge: AT_BANK_SECONDS });
        else if (atBank !== undefined) void reply.clearCookie(AT_BANK, cookie);
        return placedAnswer(deps, request, reply, placed);
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
        const isOwner = request.actor?.kind === 'member' && owns(request, (await deps.process.load(orderNo)).order);
        if (!isOwner && !isProven(deps.proofs, request, orderNo)) return refuse(403, 'PROOF_REQUIRED', messages.proofRequired);
        const cancelled = await deps.process.cancel(orderNo, request.body.reason, request.context());
        if (!cancelled.ok) throw new Rejected(cancelled.rejection);
        const { order, revision, position } = cancelled;
        return { displayStatus: displayStatus(order), facts: orderFacts(order), revision, position: String(position) };
      },
    );
  };
}
