import type { Coupon } from '../definition.ts';
import type { Basis, CouponLine, GiftProduct } from './facts.ts';
import { isMutedFor } from './is-muted.ts';
import { matchingLines, piecesOf } from './lines.ts';

/** At most this many pieces of one gift (decisions.md 48). */
export const MOST_PIECES = 99;

/** A gift that may be given to this buyer. `quantity`: pieces for one choice, or for one full minimum */
export type OfferedGift = { product: GiftProduct; quantity: number };

/** What the gift picker shows. `choose`: how many different ones, exactly; all of them are given where that is all there are */
export type GiftPicker = { offered: OfferedGift[]; choose: number };

/** The items of the coupon without those that are muted for the member (decisions.md 49). */
export function offeredGifts({ items }: Coupon, { gift, member }: Basis): OfferedGift[] {
  return items.flatMap(({ productUid, quantity }) => {
    const product = gift(productUid);
    return product && !isMutedFor(product, member?.muted) ? [{ product, quantity }] : [];
  });
}

/** Muted items shrink the number to choose where fewer are left. */
export function pickerOf(coupon: Coupon, basis: Basis): GiftPicker {
  const offered = offeredGifts(coupon, basis);
  return { offered, choose: Math.min(coupon.choices, offered.length) };
}

/**
 * The gifts of a GIVEAWAY for a choice of product uids; undefined: the choice does not fit, so the buyer chooses (again).
 * A choice is different products out of the items, exactly as many as asked (decisions.md 49). Without a real choice, all
 * items are given and `chosen` does not count.
 */
export function chosenGifts({ offered, choose }: GiftPicker, chosen: readonly string[] | undefined): OfferedGift[] | undefined {
  if (choose === offered.length) return offered;
  const gifts = offered.filter(({ product }) => chosen?.includes(product.uid));
  return chosen?.length === choose && gifts.length === choose ? gifts : undefined;
}

/** Full minimums in the matching lines together (decisions.md 48). */
export const bonusQuotient = ({ bonusMinimum }: Coupon, matching: readonly CouponLine[]): number =>
  Math.floor(piecesOf(matching) / Math.max(1, bonusMinimum));

export function bonusGifts(coupon: Coupon, basis: Basis): OfferedGift[] {
  const quotient = bonusQuotient(coupon, matchingLines(coupon, basis.lines));
  return offeredGifts(coupon, basis).map(({ product, quantity }) => ({ product, quantity: Math.min(MOST_PIECES, quotient * quantity) }));
}
