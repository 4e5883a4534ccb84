import { accountCartId, cartDecider, cartStream, orderable } from '@nordhaut/cart';
import {
  type CartItem,
  CouponCheckAnswer,
  CouponCheckRequest,
  BindCouponAnswer,
  type DeliveryType,
  MemberCoupons,
  MemberCouponsQuery,
  MemberVouchers,
  MemberVouchersQuery,
  type PaymentType,
} from '@nordhaut/contracts';
import { orThrow, refuse, type Routes } from '@nordhaut/platform/http';
import type { Commands } from '@nordhaut/platform/envelope';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { type BuyerFacts, type FactsQuery, walletBeside } from './buyer-facts.ts';
import type { CodeAttempts } from './code-attempts.ts';
import { checkCode, type CodeAnswer, couponOfCode, listCoupons } from './engine/coupon-view.ts';
import type { Promotions } from './engine/facts.ts';
import type { PricedProduct } from './engine/price-input.ts';
import { couponFace, type CouponsOfOrders, memberCoupons, memberVouchers, readWallet, usedCoupons } from './member-promotions.ts';
import { messages } from './messages.ts';
import { walletStream } from './stream.ts';
import { walletDecider } from './wallet.decide.ts';
import { boundCopy } from './welcome.ts';

export type PromotionsHttp = {
  commands: Commands;
  pool: Pick<pg.Pool, 'query'>;
  clock: () => Date;
  factsOf: (query: FactsQuery) => Promise<BuyerFacts | undefined>;
  product: (productId: number) => PricedProduct | undefined;
  gift: Promotions['gift'];
  couponsOf: CouponsOfOrders;
  /** undefined where limits are off */
  attempts: CodeAttempts | undefined;
  /** the order at the bank that gives way to the next one of this browser: what it holds counts as given back */
  waitingOf: (request: FastifyRequest) => Promise<string | undefined>;
  /** whether the read model of the wallets has the position; waits a bounded time */
  walletsReached: (position: bigint) => Promise<boolean>;
  /** the same for all that a member's coupons are read from */
  hasReached: (position: bigint) => Promise<boolean>;
};

type Asked = { items: readonly CartItem[]; portType: DeliveryType; payType?: PaymentType | undefined };

/** Coupon codes, and the coupons and the credit of a member (design/http-api.md). */
export function promotionsRoutes(deps: PromotionsHttp): Routes {
  /** @throws Rejected 403: guests have no codes (spec/3-purchase-flow §6) */
  const memberOf = ({ actor }: FastifyRequest): string =>
    actor?.kind === 'member' ? actor.id : refuse(403, 'COUPON_MEMBERS_ONLY', messages.couponsForMembers);

  async function inputFor(memberId: string, { items, portType, payType }: Asked, request: FastifyRequest, beside: string | undefined) {
    const at = deps.clock().getTime();
    const facts = await deps.factsOf({ memberId, at, payment: payType ?? null, timedVisitor: request.knownVisitor(), beside });
    if (!facts) throw new Error('a member has facts');
    const { promotions, wallet } = facts;
    return { input: { items, delivery: portType, coupons: [], credit: 0, isMember: true, product: deps.product, promotions }, wallet };
  }

  /** Every unknown code counts, also one that is another member's or the shop's own. */
  async function checked(request: FastifyRequest, memberId: string, asked: Asked & { code: string }) {
    const { input } = await inputFor(memberId, asked, request, await deps.waitingOf(request));
    const answer = checkCode(asked.code, input);
    await deps.attempts?.allow(memberId, answer.state === 400);
    return { answer, input };
  }

  const shown = ({ state, message, coupon, pick }: CodeAnswer): CouponCheckAnswer => ({
    state,
    message,
    ...(coupon && { coupon: couponFace(coupon, deps.gift) }),
    ...(pick && { gifts: pick }),
  });

  return (app) => {
    app.post(
      '/api/coupons/check',
      {
        schema: {
          body: CouponCheckRequest,
          response: { 200: CouponCheckAnswer },
          summary: 'Whether a coupon code fits a cart',
          tags: ['coupons'],
        },
        config: { access: 'public', limit: 'guess', form: 'json', idempotency: 'off' },
      },
      async (request) => shown((await checked(request, memberOf(request), request.body)).answer),
    );

    app.post(
      '/api/member/coupons',
      {
        schema: {
          body: CouponCheckRequest,
          response: { 200: BindCouponAnswer },
          summary: 'Make the coupon of a code an own one',
          tags: ['member'],
        },
        config: { access: 'member', limit: 'guess', form: 'json' },
      },
      async (request) => {
        const memberId = memberOf(request);
        const { answer, input } = await checked(request, memberId, request.body);
        // A coupon that does not fit this cart may fit another one.
        if (answer.state !== 200 && answer.state !== 503) return shown(answer);
        const coupon = couponOfCode(input.promotions.coupons, request.body.code);
        if (!coupon) return shown(answer);
        const context = request.context();
        const stream = walletStream(memberId);
        const wallet = await deps.commands.load(stream, walletDecider);
        const isOwn = wallet.state.copies.some(({ couponId }) => couponId === String(coupon.couponId));
        const { position } = isOwn
          ? wallet
          : orThrow(await deps.commands.handle(stream, walletDecider, boundCopy(coupon, context.now.toISOString()), context));
        return { state: 200 as const, message: messages.couponBound, coupon: couponFace(coupon, deps.gift), position: String(position) };
      },
    );

    app.get(
      '/api/member/coupons',
      {
        schema: {
          querystring: MemberCouponsQuery,
          response: { 200: MemberCoupons },
          summary: "The member's coupons, for the present cart",
          tags: ['member'],
        },
        config: { access: 'member' },
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const memberId = memberOf(request);
        const { after, portType, payType } = request.query;
        if (after !== undefined) await deps.hasReached(BigInt(after));
        const { position } = await readWallet(deps.pool, memberId);
        const { state: cart } = await deps.commands.load(cartStream(accountCartId(memberId)), cartDecider);
        // The lines of an order at the bank come back with its coupons when it gives way.
        const beside = await deps.waitingOf(request);
        const { input, wallet } = await inputFor(memberId, { items: orderable(cart, beside), portType, payType }, request, beside);
        const [listed, used] = [listCoupons(input), await usedCoupons(deps.pool, memberId, deps.couponsOf)];
        return { coupons: wallet ? memberCoupons(listed, wallet, deps.gift) : [], used, position };
      },
    );

    app.get(
      '/api/member/vouchers',
      {
        schema: {
          querystring: MemberVouchersQuery,
          response: { 200: MemberVouchers },
          summary: "The member's shopping credit",
          tags: ['member'],
        },
        config: { access: 'member' },
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const { after } = request.query;
        if (after !== undefined) await deps.walletsReached(BigInt(after));
        const { wallet, position } = await readWallet(deps.pool, memberOf(request));
        const now = deps.clock().toISOString();
        return { ...memberVouchers(walletBeside(wallet, await deps.waitingOf(request), now), now), position };
      },
    );
  };
}
