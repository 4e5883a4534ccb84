import { memberDecider, memberStream } from '@nordhaut/accounts';
import type { CouponTake } from '@nordhaut/ordering';
import type { Rejection } from '@nordhaut/platform/decider';
import type { Engine } from '@nordhaut/platform/engine';
import { deriveKey } from '@nordhaut/platform/http';
import type { Module } from '@nordhaut/platform/module';
import { adoptedOrders } from './adopted-orders.ts';
import { buyerFacts, walletBeside } from './buyer-facts.ts';
import { campaignCoupon } from './campaign-coupon.ts';
import { couponsForAllMigrations, couponsForAllRole } from './coupons-for-all.ts';
import { couponBook } from './coupon-book.ts';
import type { Promotions } from './engine/facts.ts';
import { attemptMigrations, codeAttempts } from './code-attempts.ts';
import { earlierAccounts, looksAtEarlier } from './earlier-accounts.ts';
import { type AskedPhone, phoneAskMigrations, phoneAsks } from './phone-asks.ts';
import { promotionsRoutes, type PromotionsHttp } from './http.ts';
import { personKeys } from './person-keys.ts';
import { seedCoupons } from './seed-coupons.ts';
import { timerRoutes, timedVisitor } from './timer-http.ts';
import { type CouponStaffHttp, couponStaffRoutes } from './staff-routes.ts';
import { checkoutTimers, timerMigrations } from './timers.ts';
import { couponUsageProjection } from './projections/coupon-usage.ts';
import { couponsProjection } from './projections/coupons.ts';
import { orderTracesProjection, tracesOfOrder } from './projections/order-traces.ts';
import { proposedCredit, walletsProjection } from './projections/wallets.ts';
import type { CouponsOfOrders } from './member-promotions.ts';
import { createReservations, usedBefore } from './reservations.ts';
import { createInvitations, type TracesOf } from './invitations.ts';
import { memberWaits } from './member-waits.ts';
import { creditOfAll } from './outstanding-credit.ts';
import { createRewards } from './grant-rewards.ts';
import { rewardsRole } from './role.ts';
import { COUPON_CATEGORY, FOUNDING_CATEGORY, PERSON_CATEGORY, WALLET_CATEGORY, walletStream } from './stream.ts';
import { TIMER_COUPON } from './definition.ts';
import { isFounding } from './wallet.ts';
import { walletDecider } from './wallet.decide.ts';
import { invitationGives } from './welcome.ts';

/** ms that a reader waits for its own write */
const WAIT_MS = 3_000;

export type PromotionsFace = ReturnType<typeof openPromotions>;

type PromotionsOptions = {
  lastOrderAt: (memberId: string, but?: string) => Promise<number | null>;
  tracesOf: TracesOf;
  couponsOf: CouponsOfOrders;
  gift: Promotions['gift'];
};

/** What checkout needs of coupons, credit and rewards. */
export function openPromotions(
  { commands, clock, config, pool, logger, projector }: Engine,
  { lastOrderAt, tracesOf, couponsOf, gift }: PromotionsOptions,
) {
  const reservations = createReservations({ commands, adoptedOrders: adoptedOrders(commands) });
  const book = couponBook(pool, (error) => logger.warn({ err: error }, 'the coupons could not be read'));
  const keys = personKeys(deriveKey(config.SESSION_SECRET, 'person-uses'));
  const attempts = config.RATE_LIMITS
    ? codeAttempts({ pool, key: deriveKey(config.SESSION_SECRET, 'coupon-codes'), clock, factor: config.RATE_LIMIT_FACTOR })
    : undefined;
  const asks = config.RATE_LIMITS
    ? phoneAsks({
        pool,
        key: deriveKey(config.SESSION_SECRET, 'phone-asks'),
        clock,
        factor: config.RATE_LIMIT_FACTOR,
        isConfirmed: async (memberId) => (await commands.load(memberStream(memberId), memberDecider)).state?.emailConfirmed ?? false,
      })
    : undefined;
  const timers = checkoutTimers({ pool, key: deriveKey(config.SESSION_SECRET, 'checkout-timers') });
  return {
    timers,
    attempts,
    /** undefined where limits are off */
    phoneAsks: asks,
    gift,
    couponsOf,
    timedVisitor,
    reservations,
    rewards: createRewards({
      commands,
      clock,
      giveBack: reservations.giveBack,
      invitations: createInvitations({ commands, tracesOf }),
      tracesOf,
    }),
    factsOf: buyerFacts({
      commands,
      book,
      lastOrderAt,
      gift,
      timers,
      attempts,
      phoneAsks: asks,
      visitorKey: keys.ofVisitor,
      phoneKey: keys.ofPhone,
    }),
    /**
     * Why a member's order may not take these coupons, before it is known whether an earlier account used them. That answer depends on
     * what phone numbers did before, so they are counted (infra/decisions/108). Above the count, a number answers as one that had them.
     */
    async uncounted(coupons: readonly CouponTake[], phone: AskedPhone): Promise<Rejection | undefined> {
      if (!asks || phone.memberId === null || !looksAtEarlier(coupons)) return undefined;
      for (const e164 of await earlierAccounts(commands).numbersOf(phone.memberId, phone.e164))
        if (!(await asks.allow({ ...phone, e164 }))) return usedBefore;
      return undefined;
    },
    endTimer: timers.end,
    personKeys: keys.of,
    campaignCoupon: campaignCoupon(book),
    invitationGives: invitationGives(book),
    /** The number of a founding membership that holds now; null: the member has none (decisions.md 66). */
    async foundingNumberOf(memberId: string): Promise<number | null> {
      const { state: wallet } = await commands.load(walletStream(memberId), walletDecider);
      return isFounding(wallet, clock().toISOString()) ? (wallet.founding?.number ?? null) : null;
    },
    /** Whether the member's coupons and credit have the events up to the position; waits a bounded time. */
    async hasReached(position: bigint): Promise<boolean> {
      const models = [walletsProjection, couponUsageProjection];
      const reached = await Promise.all(models.map(({ name }) => projector.waitFor(name, position, WAIT_MS)));
      return reached.every(Boolean);
    },
    /** NT$ of shopping credit that is not spent yet, as of the last hour */
    outstandingCredit: creditOfAll({ pool, clock }),
    /** credit without an order that waits for a second person */
    proposedCredit: (range: Parameters<typeof proposedCredit>[1]) => proposedCredit(pool, range),
    /** where an order's events are in wallets and coupons */
    tracesOfOrder: (orderNo: string, correlations: readonly string[]) => tracesOfOrder(pool, orderNo, correlations),
    close: book.close,
  };
}

/** Coupons, shopping credit and the price of a cart. The price is a pure function (`price-cart.ts`). */
export const promotions: Module<{
  promotions: PromotionsFace;
  catalogue: Pick<PromotionsHttp, 'product'> & { byId(id: number): object | undefined; byUid(uid: string): object | undefined };
  support: Pick<CouponStaffHttp, 'log'>;
  checkout: Pick<PromotionsHttp, 'waitingOf'>;
}> = {
  name: 'promotions',
  streams: [COUPON_CATEGORY, WALLET_CATEGORY, PERSON_CATEGORY, FOUNDING_CATEGORY],
  // For the tabs of members, which hear of a changed balance.
  relayed: [WALLET_CATEGORY],
  migrations: [...timerMigrations, ...attemptMigrations, ...phoneAskMigrations, ...couponsForAllMigrations],
  seed: async (engine) => {
    if (engine.config.NODE_ENV === 'development') await seedCoupons(engine);
  },
  frozenEvents: new URL('./frozen-events.json', import.meta.url),
  forgets: { memberWaits },
  projections: [walletsProjection, couponsProjection, couponUsageProjection, orderTracesProjection],
  roles: [
    { name: 'rewards', join: (engine, { promotions: { rewards } }) => [rewardsRole(engine, rewards), couponsForAllRole(engine, rewards)] },
  ],
  routes(
    { config, commands, pool, databaseUrl, clock, projector, store },
    { promotions: { factsOf, gift, couponsOf, timers, attempts, hasReached }, catalogue, support, checkout: { waitingOf } },
  ) {
    const secureCookies = config.PUBLIC_URL.startsWith('https:');
    const reached = (name: string, position: bigint) => projector.waitFor(name, position, WAIT_MS);
    return [
      promotionsRoutes({
        commands,
        pool,
        clock,
        factsOf,
        product: catalogue.product,
        gift,
        couponsOf,
        attempts,
        waitingOf,
        walletsReached: (position) => reached(walletsProjection.name, position),
        hasReached,
      }),
      couponStaffRoutes({
        commands,
        databaseUrl,
        pool,
        projector,
        clock,
        log: support.log,
        caughtUp: async () => reached(couponsProjection.name, await store.head()),
        hasProduct: (product) => ('id' in product ? catalogue.byId(product.id) !== undefined : catalogue.byUid(product.uid) !== undefined),
      }),
      timerRoutes({
        commands,
        clock,
        timers,
        secureCookies,
        waitingOf,
        couponFor: async ({ memberId, visitor, beside }) => {
          const facts = await factsOf({ memberId, at: clock().getTime(), payment: null, timedVisitor: visitor, beside });
          const coupon = facts?.promotions.coupons.find(({ uid }) => uid === TIMER_COUPON);
          if (!facts || !coupon || facts.promotions.timer?.usedBefore) return undefined;
          return coupon.maxUsage > 0 && facts.promotions.uses(coupon.couponId) >= coupon.maxUsage ? undefined : coupon;
        },
        hasOrdered: async (memberId, beside) => {
          const { state } = await commands.load(walletStream(memberId), walletDecider);
          return walletBeside(state, beside, clock().toISOString()).orders.some(({ stands }) => stands);
        },
      }),
    ];
  },
};
