import type { CouponChoice, PlaceOrderRequest, Quote } from '@nordhaut/contracts';
import type { OrderPromotions } from '@nordhaut/ordering';
import type { Rejection } from '@nordhaut/platform/event-store';
import {
  type AskedPhone,
  type BuyerFacts,
  type Coupon,
  type FactsQuery,
  orderPricing,
  type PricedProduct,
  priceOrder,
  type Promotions,
  takesOf,
  TIMER_COUPON,
} from '@nordhaut/promotions';
import { messages } from './messages.ts';

export type PriceDeps = {
  product: (productId: number) => PricedProduct | undefined;
  /** what promotions know of the buyer; undefined where no coupon and no credit can apply */
  factsOf: (query: FactsQuery) => Promise<BuyerFacts | undefined>;
  /** keyed hashes of a person */
  personKeys: (person: { phoneE164: string; visitor: string | undefined }) => string[];
  /** Ends the countdown of a buyer who had its coupon before. */
  endTimer: (buyer: { visitor: string | undefined; memberId: string | null }, at: number) => Promise<void>;
  clock: () => Date;
};

/** `pricedAt`: ms; null where nothing depends on the time */
export type Priced =
  | { ok: true; quote: Quote; facts: BuyerFacts | undefined; pricedAt: number | null }
  | { ok: false; rejection: Rejection; price: number | undefined };

/**
 * `timedVisitor`: the browser's cookie, where it may have a timer. `phone`: the recipient's, with who asks; undefined: the form is
 * refused in any case, so nothing is asked about it
 */
type TimedBuyer = { memberId: string | null; timedVisitor: string | undefined; phone: AskedPhone | undefined };
/** `isLast: false`: the price is made again, so no countdown ends before. `beside`: an order whose coupons and credit count as given back */
type Attempt = { isLast: boolean; beside?: string };

/**
 * The price at the receipt of the order, or the refusal with the new one (decisions.md 54). The pages do not know whose phone number
 * it will be. So where the number had the countdown's coupon before, the countdown ends with the refusal, and the pages name the
 * same price as the order. Only an order that names the price with the coupon asks about the number (infra/decisions/108).
 */
export async function priceTerms(
  deps: PriceDeps,
  request: PlaceOrderRequest,
  { memberId, timedVisitor, phone }: TimedBuyer,
  { isLast, beside }: Attempt = { isLast: true },
): Promise<Priced> {
  const { items, delivery, payment, coupons, credit, expectedTotal, expectedGifts } = request;
  const at = deps.clock().getTime();
  let facts = await deps.factsOf({ memberId, at, payment: payment.type, timedVisitor, choices: coupons, beside });
  const asked = { items, coupons, credit, delivery: delivery.type, isMember: memberId !== null, product: deps.product };
  const priceWith = (promotions: Promotions | undefined) =>
    priceOrder({ ...asked, promotions }, { price: expectedTotal, gifts: expectedGifts });
  let priced = priceWith(facts?.promotions);
  const timer = facts?.promotions.timer;
  const hasCoupon = priced.ok && priced.quote.coupons?.some(({ uid }) => uid === TIMER_COUPON);
  if (facts && timer && hasCoupon && phone && (await facts.hadTimerCoupon(phone))) {
    facts = { ...facts, promotions: { ...facts.promotions, timer: { ...timer, usedBefore: true } } };
    priced = priceWith(facts.promotions);
  }
  if (priced.ok) return { ok: true, quote: priced.quote, facts, pricedAt: priced.pricedAt };
  const price = priced.quote?.price;
  if (priced.rejection.code !== 'AMOUNT_MISMATCH') return { ok: false, rejection: priced.rejection, price };
  if (isLast && facts?.promotions.timer?.usedBefore) await deps.endTimer({ visitor: timedVisitor, memberId }, at);
  // Without a member's prices, a countdown and a coupon, no time changes the price: that is the specification's problem.
  const mayChange = memberId !== null || facts?.promotions.timer || (priced.quote?.coupons ?? []).length > 0;
  const message = mayChange ? priced.rejection.message : messages.amountMismatch;
  return { ok: false, rejection: { ...priced.rejection, message, details: { price: String(price) } }, price };
}

/** In one order, so that a repeated request compares as equal. */
export const inOrder = (coupons: readonly CouponChoice[]): CouponChoice[] =>
  coupons
    .map((choice) => (typeof choice === 'string' ? choice : { ...choice, gifts: choice.gifts.toSorted() }))
    .toSorted((one, other) => (uidOf(one) < uidOf(other) ? -1 : 1));
const uidOf = (choice: CouponChoice): string => (typeof choice === 'string' ? choice : choice.uid);

/** The snapshot of coupons and credit for the order's history; undefined for a price without them. */
export function promotionsOf(
  deps: Pick<PriceDeps, 'personKeys'>,
  { quote, facts, pricedAt }: Extract<Priced, { ok: true }>,
  { coupons, credit }: Pick<PlaceOrderRequest, 'coupons' | 'credit'>,
  person: { phoneE164: string; visitor: string | undefined },
): OrderPromotions | undefined {
  if (!facts || pricedAt === null) return undefined;
  const known = facts.promotions.coupons;
  const record = orderPricing(quote, known, pricedAt);
  if (!record) return undefined;
  const used = record.coupons.flatMap(({ couponId }): Coupon[] => known.filter((coupon) => coupon.couponId === couponId));
  const takes = takesOf(used, facts.wallet, record.pricedAt);
  return {
    ...record,
    takes,
    asked: { coupons: inOrder(coupons), credit },
    personKeys: takes.some(({ oncePerPerson }) => oncePerPerson) ? deps.personKeys(person) : [],
  };
}
