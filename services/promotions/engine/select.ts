import type { ErrorCode } from '@nordhaut/contracts';
import type { Coupon } from '../definition.ts';
import { messages } from '../messages.ts';
import { chosenState, couponState, isAutomatic, type CouponState } from './coupon-state.ts';
import type { Basis, CouponChoice } from './facts.ts';
import { bonusGifts, chosenGifts, pickerOf, type GiftPicker, type OfferedGift } from './gifts.ts';

/** A coupon that applies. `gifts`: what it gives; `picker`: of a GIVEAWAY with a choice */
export type Applied = { coupon: Coupon; gifts: readonly OfferedGift[]; picker?: GiftPicker };
/** A chosen coupon that does not apply, and why. `status`: the specification's state where it names one */
export type Dropped = { uid: string; status: number; code: ErrorCode; message: string };
/** `picks`: the gift pickers, also of coupons that wait for a choice */
export type Selection = { applied: Applied[]; dropped: Dropped[]; picks: { coupon: Coupon; picker: GiftPicker; chosen: string[] }[] };

const CODES = {
  400: 'COUPON_NOT_FOUND',
  500: 'COUPON_SOLD_OUT',
  501: 'COUPON_EXPIRED',
  502: 'COUPON_USED_UP',
  503: 'COUPON_CONDITION',
} as const satisfies Record<Exclude<CouponState['state'], 200>, ErrorCode>;

/**
 * Selects the coupons of a cart: those that the buyer chose and that fit, and those that the shop applies by itself. One
 * chosen DISCOUNT, one BONUS, each GIVEAWAY once; SYSTEM discounts add to the chosen one (decisions.md 44).
 */
export function selectCoupons(choices: readonly CouponChoice[], basis: Basis): Selection {
  const selection: Selection = { applied: [], dropped: [], picks: [] };
  const byUid = new Map(basis.coupons.map((coupon) => [coupon.uid, coupon]));
  const chosen = new Map(choices.map((choice) => (typeof choice === 'string' ? [choice, undefined] : [choice.uid, choice.gifts])));
  // A page may repeat what the shop applied by itself. That is no choice.
  const fitting: Coupon[] = [];
  for (const uid of chosen.keys()) {
    const coupon = byUid.get(uid);
    if (coupon && isAutomatic(coupon)) continue;
    const { state, message } = chosenState(coupon, basis);
    if (coupon && state === 200) fitting.push(coupon);
    else if (state !== 200) selection.dropped.push({ uid, status: state, code: CODES[state], message });
  }
  const automatic = basis.coupons.filter((coupon) => isAutomatic(coupon) && couponState(coupon, basis).state === 200);
  const kept = exclusive(fitting, automatic, selection);
  for (const coupon of kept) give(coupon, chosen.get(coupon.uid), basis, selection);
  return selection;
}

/** The coupons that combine, in the order in which they apply: the buyer's first, then the shop's, each by id (decisions.md 45). */
function exclusive(fitting: readonly Coupon[], automatic: readonly Coupon[], { dropped }: Selection): Coupon[] {
  const last = (type: Coupon['type'], list: readonly Coupon[]): Coupon | undefined => list.findLast((coupon) => coupon.type === type);
  const discount = last('DISCOUNT', fitting);
  const bonus = last('BONUS', fitting) ?? automatic.filter(({ type }) => type === 'BONUS').toSorted(byId)[0];
  const isKept = (coupon: Coupon): boolean => coupon.type === 'GIVEAWAY' || coupon === discount || coupon === bonus;
  for (const coupon of fitting) {
    const other = coupon.type === 'DISCOUNT' ? discount : bonus;
    if (!isKept(coupon) && other)
      dropped.push({ uid: coupon.uid, status: 409, code: 'COUPON_REPLACED', message: messages.couponReplaced(other.name) });
  }
  const ofShop = automatic.filter((coupon) => coupon.type === 'DISCOUNT' || isKept(coupon));
  return [...fitting.filter(isKept).toSorted(byId), ...ofShop.toSorted(byId)];
}

const byId = (a: Coupon, b: Coupon): number => a.couponId - b.couponId;

function give(coupon: Coupon, chosen: readonly string[] | undefined, basis: Basis, { applied, dropped, picks }: Selection): void {
  if (coupon.type !== 'GIVEAWAY') {
    applied.push({ coupon, gifts: coupon.type === 'BONUS' ? bonusGifts(coupon, basis) : [] });
    return;
  }
  const picker = pickerOf(coupon, basis);
  const gifts = chosenGifts(picker, chosen);
  const isChoice = picker.choose < picker.offered.length;
  if (isChoice) picks.push({ coupon, picker, chosen: gifts?.map(({ product }) => product.uid) ?? [] });
  if (gifts) applied.push({ coupon, gifts, ...(isChoice && { picker }) });
  // What the shop gives by itself waits for the choice without a word, and never holds up an order.
  else if (coupon.scope !== 'SYSTEM')
    dropped.push({ uid: coupon.uid, status: 400, code: 'COUPON_GIFTS_INCOMPLETE', message: messages.giftsIncomplete(picker.choose) });
}
