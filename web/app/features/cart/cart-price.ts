import type { CartItem, DeliveryType, PriceAnswer, Quote } from '@nordhaut/contracts';
import { useCallback, useEffect, useState } from 'react';
import { type ApiFailure, call, type Reader } from '../../lib/api.ts';
import { useMember } from '../../lib/stores/member.ts';
import { toast } from '../../lib/stores/toasts.ts';
import type { AgreedPrice, SeenPrice } from '../checkout/fields.ts';
import type { Step } from '../checkout/flow.ts';
import { messages } from '../checkout/messages.ts';
import { useSession } from '../checkout/session.ts';
import { couponsOf, droppedOf, withoutCoupon } from '../promotions/choices.ts';
import { useTimer } from '../promotions/timer-store.ts';
import { contentsKey, hasMain } from './cart-lines.ts';

/** The lines and the delivery that a price belongs to, as text. The order of the lines does not matter. */
export const priceSubject = (items: readonly CartItem[], delivery: DeliveryType): string => `${delivery}|${contentsKey(items)}`;

/** NT$. `discount`: the name of what the order has and the page does not show yet */
export type PriceChange = { from: number; to: number; discount?: string | undefined };

/**
 * The change of price that the buyer must confirm before payment (design/web.md, "Payment"): the same lines and delivery
 * have another price than the buyer saw. A change that the buyer made (a quantity, the delivery) needs no confirmation.
 */
export function priceChange(seen: SeenPrice | undefined, now: SeenPrice): PriceChange | undefined {
  return seen && seen.of === now.of && seen.price !== now.price ? { from: seen.price, to: now.price } : undefined;
}

export type CartPrice = {
  /** the server's last quote; of an older cart or delivery while `busy` */
  quote: Quote | undefined;
  /** the price of this cart and delivery; undefined while it is unknown */
  now: SeenPrice | undefined;
  busy: boolean;
  /** the first price is on its way */
  waits: boolean;
  failure: ApiFailure | undefined;
  /** requests a new quote */
  again: () => void;
};

type Known = { of: string; quote: Quote };

/** Written without zod: the schema of a price with all its parts exceeds the checkout's budget. */
const priceAnswer: Reader<PriceAnswer> = {
  safeParse(json) {
    const data = json as Partial<PriceAnswer> | null | undefined;
    const lists = [data?.products, data?.discounts, data?.gifts];
    const fits = Number.isInteger(data?.price) && Number.isInteger(data?.shippingFee) && lists.every(Array.isArray);
    return fits ? { success: true, data: data as PriceAnswer } : { success: false };
  },
};

/** Takes the coupons out of the choice that no longer fit, and shows why (spec/3-purchase-flow §4, "Cart"). */
function dropUnfit({ notices = [] }: PriceAnswer): void {
  const { coupons } = useSession.getState();
  const dropped = droppedOf(coupons, notices);
  if (dropped.length === 0) return;
  useSession.setState({ coupons: dropped.reduce((rest, { coupon = '' }) => withoutCoupon(rest, coupon), coupons) });
  for (const message of new Set(dropped.map((notice) => notice.message))) toast(message, 'error');
}

/**
 * The price of the cart. The server computes it, and this is the only place that requests it: whenever the cart, the
 * delivery, the chosen coupons, the credit or the account changes, and on `again`.
 */
export function useCartPrice(items: readonly CartItem[], delivery: DeliveryType): CartPrice {
  const [known, setKnown] = useState<Known>();
  const [failed, setFailed] = useState<{ of: string; failure: ApiFailure }>();
  const [turn, setTurn] = useState(0);
  const [asking, setAsking] = useState(false);
  const payable = hasMain(items);
  const { coupons, credit, payment } = useSession();
  // Only the buyer changes the credit.
  const of = `${priceSubject(items, delivery)}|${credit}`;
  const account = useMember(({ member }) => member?.user_uid);
  const choice = `${account}|${payment}|${JSON.stringify(coupons)}`;

  useEffect(() => {
    if (!payable) return;
    const gone = new AbortController();
    setAsking(true);
    const body = { items, coupons: couponsOf(coupons), vouchers: credit, portType: delivery, payType: payment };
    void call(priceAnswer, '/api/getPrice/', { method: 'POST', body, signal: gone.signal }).then((result) => {
      if (gone.signal.aborted) return;
      setAsking(false);
      if (result.ok) {
        setKnown({ of, quote: result.data });
        setFailed(undefined);
        dropUnfit(result.data);
      } else setFailed({ of, failure: result });
    });
    return () => gone.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- `of` and `choice` stand for what they are made of; `turn` requests a new quote
  }, [of, choice, payable, turn]);

  const again = useCallback(() => setTurn((now) => now + 1), []);
  const failure = payable && failed?.of === of ? failed.failure : undefined;
  // Where the price of this cart and delivery cannot be had, an older one would stand under the new delivery as if it were its own.
  const quote = payable && (known?.of === of || !failure) ? known?.quote : undefined;
  return {
    quote,
    now: quote && known?.of === of ? { of, price: quote.price } : undefined,
    busy: payable && !failure && (asking || known?.of !== of),
    waits: payable && !quote && !failure,
    failure: asking ? undefined : failure,
    again,
  };
}

/**
 * The quote with the price that the buyer confirmed. Its amounts add up to the total: it has what the order takes off, and lacks the
 * discount that the order does not get. Otherwise the goods have become dearer.
 */
export function agreedQuote(quote: Quote, { price, discount = messages.otherDiscount }: AgreedPrice): Quote {
  // The page's own causes name the goods without it.
  const { causes: _, subtotal, discounts, ...rest } = quote;
  const amount = quote.price - price;
  const agreed = { ...rest, subtotal, discounts, price };
  if (amount > 0) return { ...agreed, discounts: [...discounts, { couponId: '', name: discount, amount }] };
  const missing = discounts.findLast((one) => one.amount === -amount);
  return missing ? { ...agreed, discounts: discounts.filter((one) => one !== missing) } : { ...agreed, subtotal: subtotal - amount };
}

/**
 * Requests the price again on the pay step and returns the change that the buyer must confirm there; `accept` confirms it.
 * An order may get another price than the page's quote, because a buyer who is quicker than the countdown's reminder gets
 * its discount too (decisions.md 53). `quote`: the page's, with that price after the buyer confirmed it.
 * @param mismatch the price with which the server refused the order, NT$; undefined where it has not
 * @param leaving the order was placed: the emptied cart changes nothing
 */
export function usePriceChange(
  { now, again, quote }: CartPrice,
  { step, mismatch, leaving }: { step: Step; mismatch: number | undefined; leaving: boolean },
): { change: PriceChange | undefined; accept: () => void; quote: Quote | undefined } {
  const seen = useSession((session) => session.seen);
  const coupon = useTimer(({ timer }) => timer?.coupon);
  const special = useSession((session) => session.agreed);
  // The session outlives the countdown.
  const stands = special && (special.discount === undefined || special.discount === coupon);
  const agreed = now && stands && special.of === now.of && special.quoted === now.price ? special : undefined;
  const page = agreed?.price ?? now?.price;
  const known = now && seen?.of === now.of && seen.price === now.price;
  // The buyer confirmed the price of the refusal before the new quote had it.
  const confirmed = now && special?.of === now.of && special.price === now.price;
  const differs = known && mismatch !== undefined && mismatch !== page ? mismatch : undefined;
  const discount = differs !== undefined && page !== undefined && differs < page ? coupon : undefined;
  const accept = (): void => {
    if (!now) return;
    useSession.setState({
      seen: now,
      ...(differs !== undefined && { agreed: { of: now.of, quoted: now.price, price: differs, discount } }),
    });
  };
  useEffect(() => {
    // The cart step shows the price, so the buyer has seen it. On later steps only the buyer may accept a new price.
    if (now && !known && !leaving && (step === 'CART' || seen?.of !== now.of || confirmed)) useSession.setState({ seen: now });
  });
  useEffect(() => {
    if (step === 'PAY') again();
  }, [step, mismatch, again]);
  const change = now && step === 'PAY' && !confirmed ? priceChange(seen, now) : undefined;
  return {
    change: change ?? (page !== undefined && differs !== undefined ? { from: page, to: differs, discount } : undefined),
    accept,
    quote: quote && agreed ? agreedQuote(quote, agreed) : quote,
  };
}
