import { type Member, memberDecider, memberStream } from '@nordhaut/accounts';
import type { PaymentType } from '@nordhaut/contracts';
import type { Recorded } from '@nordhaut/platform/decider';
import type { Commands } from '@nordhaut/platform/envelope';
import { hasDelivered } from './adopted-orders.ts';
import type { CodeAttempts } from './code-attempts.ts';
import { creditLots } from './credit.ts';
import type { CouponBook, couponBook } from './coupon-book.ts';
import { type Coupon, type CouponScope, OLD_MEMBER_COUPON, TIMER_COUPON } from './definition.ts';
import { needsLastOrder } from './engine/last-order.ts';
import type { CouponChoice, MemberFacts, Promotions, TimerFacts } from './engine/facts.ts';
import { personDecider } from './person.decide.ts';
import type { AskedPhone, PhoneAsks } from './phone-asks.ts';
import { usesOf } from './reserve.decide.ts';
import { leftOf } from './stock.ts';
import { stockDecider } from './stock.decide.ts';
import { couponStream, personStream, walletStream } from './stream.ts';
import { copyFacts } from './takes.ts';
import type { Timers } from './timers.ts';
import { withinGuesses } from './typed-codes.ts';
import { birthdayYears, evolve, isFounding, orderIn, type Wallet } from './wallet.ts';
import { walletDecider } from './wallet.decide.ts';
import type { WalletEvent } from './wallet-events.ts';

type Deps = {
  commands: Commands;
  book: ReturnType<typeof couponBook>;
  /** ms of the member's newest purchase; null: none. `but`: the number of an order that does not count */
  lastOrderAt: (memberId: string, but?: string) => Promise<number | null>;
  gift: Promotions['gift'];
  timers: Pick<Timers, 'find'>;
  /** undefined where limits are off */
  attempts: CodeAttempts | undefined;
  /** undefined where limits are off */
  phoneAsks: PhoneAsks | undefined;
  /** keys for coupons that each person has once */
  visitorKey: (visitor: string) => string;
  phoneKey: (phoneE164: string) => string;
};
/** `at`: ms. `timedVisitor`: the browser's cookie, where the browser may have a timer; undefined: it has none. */
export type FactsQuery = {
  memberId: string | null;
  at: number;
  payment: PaymentType | null;
  timedVisitor?: string | undefined;
  /** the coupons that the buyer names; unknown codes among them count as guesses */
  choices?: readonly CouponChoice[];
  /** an order that gives way to the next one: what it holds counts as given back */
  beside?: string | undefined;
};

export type BuyerFacts = {
  /** what a page knows too: the recipient's phone number is no part of it */
  promotions: Promotions;
  /** null for a guest */
  wallet: Wallet | null;
  /**
   * Whether the recipient's phone number had the countdown's coupon before. The question counts (infra/decisions/108), so only an
   * order asks that has the coupon in its agreed price. A number that must not be asked about answers as one that had it.
   */
  hadTimerCoupon: (phone: AskedPhone) => Promise<boolean>;
};

/**
 * The wallet as it will be when an order at the bank has given back what it holds. One that the member began as a guest holds nothing here,
 * but it would stand as a purchase (`noted`).
 */
export function walletBeside(wallet: Wallet, orderNo: string | undefined, at: string): Wallet {
  const state = orderNo === undefined ? undefined : orderIn(wallet, orderNo)?.state;
  if (orderNo === undefined || (state !== 'reserved' && state !== 'noted')) return wallet;
  const decision = walletDecider.decide({ type: 'GiveBack', at, orderNo, outcome: 'FAILED' }, wallet);
  const events = decision.ok ? decision.events : [];
  return events.reduce(
    (state, event) => evolve(state, { ...event, revision: 0, position: 0n, recordedAt: at } as Recorded<WalletEvent>),
    wallet,
  );
}

/**
 * Standing uses of a coupon, as the reservation counts them. The limit of a MEMBER coupon is one of each copy, so the copy with
 * the fewest uses counts. A coupon for all members has one limit, however many copies there are.
 */
export function usesIn(wallet: Wallet, couponId: string, scope: CouponScope | undefined): number {
  const copies = scope === 'MEMBER' ? wallet.copies.filter((copy) => copy.couponId === couponId) : [];
  if (copies.length === 0) return usesOf(wallet, { couponId, copyId: null });
  return Math.min(...copies.map(({ copyId }) => usesOf(wallet, { couponId, copyId })));
}

const isOfShop = ({ scope }: Coupon): boolean => scope === 'SYSTEM';
const idsOf = (coupons: readonly Coupon[]): number[] => coupons.map(({ couponId }) => couponId);

/** What the wallet and the account say of a member. @param at ms */
function knownOf(wallet: Wallet, account: Member | null, at: number): Omit<MemberFacts, 'lastOrderAt'> {
  const now = new Date(at).toISOString();
  const createdAt = Date.parse(account?.registeredAt ?? now);
  const born = account?.contact?.birthday ?? null;
  const standing = wallet.orders.filter(({ stands }) => stands);
  return {
    group: isFounding(wallet, now) ? 'ORIGINAL' : 'FRIEND',
    createdAt,
    birthday: born === null ? null : { month: Number(born.slice(5, 7)), setAt: Date.parse(account?.birthdaySetAt ?? '') || createdAt },
    birthdayYears: birthdayYears(wallet),
    standingOrders: standing.length,
    deliveredOrders: standing.filter(({ delivered }) => delivered).length,
    muted: new Set(account?.muted),
    copies: copyFacts(wallet),
    credit: creditLots(wallet.grants),
  };
}

/**
 * What promotions know of a buyer when an order is priced. A member's wallet comes from its stream, so the price sees what the
 * reservation will see. undefined: no coupon and no credit can apply.
 */
export function buyerFacts({ commands, book, lastOrderAt, gift, timers, attempts, phoneAsks, visitorKey, phoneKey }: Deps) {
  /** Whether an order took the countdown's coupon for this person. `beside`: an order that does not count */
  async function hasUse(key: string, couponId: number, beside: string | undefined): Promise<boolean> {
    const { state: uses } = await commands.load(personStream(key), personDecider);
    return uses.some((use) => use.couponId === String(couponId) && use.orderNo !== beside && !use.returned);
  }

  /** The timer of this buyer, and whether this browser used its coupon before; a member's uses are in the wallet. */
  async function timerFacts(
    { timedVisitor: visitor, at, beside }: FactsQuery,
    member: { id: string; registeredAt: number } | null,
    coupons: readonly Coupon[],
  ): Promise<TimerFacts | null> {
    const coupon = coupons.find(({ uid }) => uid === TIMER_COUPON);
    if (!coupon || (visitor === undefined && member === null)) return null;
    const timer = await timers.find({ visitor, member }, at);
    if (!timer) return null;
    return { ...timer, usedBefore: visitor !== undefined && (await hasUse(visitorKey(visitor), coupon.couponId, beside)) };
  }

  /**
   * The pieces that are left for this buyer. The read model is a moment behind, so the stream of a coupon that is gone says whether
   * the order that gives way holds a piece, or has just given it back.
   */
  async function piecesFor({ left }: CouponBook, couponIds: readonly number[], beside: string | undefined): Promise<Promotions['stock']> {
    const gone = beside === undefined ? [] : couponIds.filter((couponId) => (left.get(couponId) ?? 1) <= 0);
    const found = new Map<number, number>();
    for (const couponId of gone) {
      const { state } = await commands.load(couponStream(String(couponId)), stockDecider);
      const own = state?.orders.get(beside ?? '') === 'reserved' ? 1 : 0;
      const pieces = state && leftOf(state);
      if (pieces !== null) found.set(couponId, pieces + own);
    }
    return (couponId) => found.get(couponId) ?? left.get(couponId) ?? null;
  }

  const hadTimerCoupon =
    ({ beside }: FactsQuery, coupons: readonly Coupon[]): BuyerFacts['hadTimerCoupon'] =>
    async (phone) => {
      const coupon = coupons.find(({ uid }) => uid === TIMER_COUPON);
      if (!coupon) return false;
      if (phoneAsks && !(await phoneAsks.allow(phone))) return true;
      return hasUse(phoneKey(phone.e164), coupon.couponId, beside);
    };

  async function ofGuest(query: FactsQuery): Promise<BuyerFacts | undefined> {
    const { at, payment, timedVisitor, beside } = query;
    const known = await book.known();
    // A price with a coupon whose last piece is gone would be refused as an order, until the coupons are read anew.
    const isCounted = known.coupons.some((coupon) => isOfShop(coupon) && coupon.quantity !== null);
    const now = timedVisitor === undefined && !isCounted ? known : await book.read();
    const coupons = now.coupons.filter(isOfShop);
    if (coupons.length === 0) return undefined;
    const stock = await piecesFor(now, idsOf(coupons), beside);
    const timer = await timerFacts(query, null, coupons);
    const promotions: Promotions = { at, coupons, stock, uses: () => 0, member: null, timer, payment, gift };
    return { wallet: null, promotions, hadTimerCoupon: hadTimerCoupon(query, coupons) };
  }

  async function ofMember(query: FactsQuery, memberId: string): Promise<BuyerFacts> {
    const { at, payment, choices = [], beside } = query;
    const [now, { state: held }, { state: account }] = await Promise.all([
      book.read(),
      commands.load(walletStream(memberId), walletDecider),
      commands.load(memberStream(memberId), memberDecider),
    ]);
    const { coupons } = now;
    const wallet = walletBeside(held, beside, new Date(at).toISOString());
    const earlier = beside === undefined ? undefined : orderIn(held, beside);
    const ofWallet = earlier ? [...earlier.coupons, ...earlier.returned].map(({ couponId }) => Number(couponId)) : [];
    // The member may have taken the order to the bank as a guest, who has coupons of the shop alone and no wallet.
    const stock = await piecesFor(now, [...new Set([...ofWallet, ...idsOf(coupons.filter(isOfShop))])], beside);
    const own = knownOf(wallet, account, at);
    const timer = await timerFacts(query, { id: memberId, registeredAt: own.createdAt }, coupons);
    const looksAtAdopted = own.deliveredOrders === 0 && coupons.some(({ uid }) => uid === OLD_MEMBER_COUPON);
    const hasAdopted = looksAtAdopted && (await hasDelivered(commands, account?.adopted ?? []));
    const known = hasAdopted ? { ...own, deliveredOrders: 1 } : own;
    // Most prices need no statement for it.
    const lastOrder = needsLastOrder(coupons, { member: known, at }) ? await lastOrderAt(memberId, beside) : null;
    const scopes = new Map(coupons.map(({ couponId, scope }) => [couponId, scope]));
    const promotions: Promotions = {
      at,
      coupons: await withinGuesses(attempts, { memberId, choices, coupons, copies: known.copies }),
      stock,
      uses: (couponId) => usesIn(wallet, String(couponId), scopes.get(couponId)),
      member: { ...known, lastOrderAt: lastOrder },
      timer,
      payment,
      gift,
    };
    return { wallet, promotions, hadTimerCoupon: hadTimerCoupon(query, coupons) };
  }

  return (query: FactsQuery): Promise<BuyerFacts | undefined> =>
    query.memberId === null ? ofGuest(query) : ofMember(query, query.memberId);
}
