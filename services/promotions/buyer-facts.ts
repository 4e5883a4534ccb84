import { memberDecider, memberStream } from '@nordhaut/accounts';
import type { PaymentType } from '@nordhaut/contracts';
import type { Commands } from '@nordhaut/platform/envelope';
import { creditLots } from './credit.ts';
import type { couponBook } from './coupon-book.ts';
import type { Coupon } from './definition.ts';
import type { CouponCopy, MemberFacts, Promotions } from './engine/facts.ts';
import { usesOf } from './reserve.decide.ts';
import { walletStream } from './stream.ts';
import { isFounding, type Wallet } from './wallet.ts';
import { walletDecider } from './wallet.decide.ts';

type Deps = {
  commands: Commands;
  book: ReturnType<typeof couponBook>;
  /** ms of the member's newest standing order; null: none */
  lastOrderAt: (memberId: string) => Promise<number | null>;
  gift: Promotions['gift'];
};
/** `at`: ms */
export type FactsQuery = { memberId: string | null; at: number; payment: PaymentType | null };

/** `wallet`: null for a guest */
export type BuyerFacts = { promotions: Promotions; wallet: Wallet | null };

const byId = (coupons: readonly Coupon[]): ReadonlyMap<string, Coupon> => new Map(coupons.map((one) => [String(one.couponId), one]));

/** A copy as the price sees it. Its own end counts where it is later than the one that its period gives (decisions.md 60). */
function copyFacts({ copies }: Wallet, coupons: ReadonlyMap<string, Coupon>): CouponCopy[] {
  return copies.map(({ couponId, grantedAt, endsAt }) => {
    const gotAt = Date.parse(grantedAt);
    const end = endsAt === null ? null : Date.parse(endsAt);
    const usual = gotAt + (coupons.get(couponId)?.period ?? 0) * 1_000;
    return { couponId: Number(couponId), gotAt, extendedTo: end !== null && end > usual ? end : null };
  });
}

/** Standing uses of a coupon: of the copy with the fewest, because a coupon's limit is one of each copy. */
function usesIn(wallet: Wallet, couponId: string): number {
  const copies = wallet.copies.filter((copy) => copy.couponId === couponId);
  if (copies.length === 0) return usesOf(wallet, { couponId, copyId: null });
  return Math.min(...copies.map(({ copyId }) => usesOf(wallet, { couponId, copyId })));
}

/**
 * What promotions know of a buyer when an order is priced. A member's wallet comes from its stream, so the price sees what the
 * reservation will see. undefined: no coupon and no credit can apply.
 */
export const buyerFacts =
  ({ commands, book, lastOrderAt, gift }: Deps) =>
  async ({ memberId, at, payment }: FactsQuery): Promise<BuyerFacts | undefined> => {
    if (memberId === null) {
      const { coupons, left } = book.known();
      const own = coupons.filter(({ scope }) => scope === 'SYSTEM');
      if (own.length === 0) return undefined;
      const stock = (couponId: number): number | null => left.get(couponId) ?? null;
      return { wallet: null, promotions: { at, coupons: own, stock, uses: () => 0, member: null, timer: null, payment, gift } };
    }
    const [{ coupons, left }, { state: wallet }, { state: account }, lastAt] = await Promise.all([
      book.read(),
      commands.load(walletStream(memberId), walletDecider),
      commands.load(memberStream(memberId), memberDecider),
      lastOrderAt(memberId),
    ]);
    const standing = wallet.orders.filter(({ stands }) => stands);
    const member: MemberFacts = {
      group: isFounding(wallet, new Date(at).toISOString()) ? 'ORIGINAL' : 'FRIEND',
      createdAt: Date.parse(account?.registeredAt ?? new Date(at).toISOString()),
      birthday: null,
      birthdayYears: wallet.orders.flatMap((order) => order.coupons.flatMap(({ year }) => year ?? [])),
      standingOrders: standing.length,
      lastOrderAt: lastAt,
      deliveredOrders: standing.filter(({ delivered }) => delivered).length,
      muted: new Set(),
      copies: copyFacts(wallet, byId(coupons)),
      credit: creditLots(wallet.grants),
    };
    return {
      wallet,
      promotions: {
        at,
        coupons,
        stock: (couponId) => left.get(couponId) ?? null,
        uses: (couponId) => usesIn(wallet, String(couponId)),
        member,
        timer: null,
        payment,
        gift,
      },
    };
  };
