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
 * chosen DISCOUNT, one BONUS, each GIVEAWAY once; SYSTEM discounts add to the chosen one (decisions.md 44). The result does
 * not depend on the order of the request: of two that do not combine, the lower id stays. The page replaces the first by
 * the second before it asks.
 */
export function selectCoupons(choices: readonly CouponChoice[], basis: Basis): Selection {
  const selection: Selection = { applied: [], dropped: [], picks: [] };
  const byUid = new Map(basis.coupons.map((coupon) => [coupon.uid, coupon]));
  const gifts = new Map<string, readonly string[]>();
  const uids = new Set<string>();
  for (const choice of choices) {
    if (typeof choice !== 'string') gifts.set(choice.uid, choice.gifts);
    if (!isGiftPick(choice, byUid)) uids.add(typeof choice === 'string' ? choice : choice.uid);
  }
  const fitting: Coupon[] = [];
  for (const uid of uids) {
    const coupon = byUid.get(uid);
    const { state, message } = chosenState(coupon, basis);
    if (coupon && state === 200) fitting.push(coupon);
    else if (state !== 200) selection.dropped.push({ uid, status: state, code: CODES[state], message });
  }
  const automatic = basis.coupons.filter((coupon) => isAutomatic(coupon) && couponState(coupon, basis).state === 200);
  for (const coupon of combine(fitting.toSorted(byId), automatic.toSorted(byId), selection))
    give(coupon, gifts.get(coupon.uid), basis, selection);
  return selection;
}

/** The choice of gifts of a coupon that the shop applies by itself. It chooses no coupon, so a guest may send it. */
export function isGiftPick(choice: CouponChoice, byUid: ReadonlyMap<string, Coupon>): boolean {
  if (typeof choice === 'string') return false;
  const coupon = byUid.get(choice.uid);
  return coupon !== undefined && isAutomatic(coupon);
}

/**
 * The coupons that combine, in the order in which they apply: the buyer's first, then the shop's, each by id
 * (decisions.md 45). A chosen BONUS takes the place of the shop's.
 */
function combine(fitting: readonly Coupon[], automatic: readonly Coupon[], { dropped }: Selection): Coupon[] {
  const discount = fitting.find(({ type }) => type === 'DISCOUNT');
  const bonus = [...fitting, ...automatic].find(({ type }) => type === 'BONUS');
  const isKept = (coupon: Coupon): boolean => coupon.type === 'GIVEAWAY' || coupon === discount || coupon === bonus;
  for (const coupon of fitting) {
    const other = coupon.type === 'DISCOUNT' ? discount : bonus;
    if (!isKept(coupon) && other)
      dropped.push({ uid: coupon.uid, status: 409, code: 'COUPON_REPLACED', message: messages.couponReplaced(other.name) });
  }
  return [...fitting.filter(isKept), ...automatic.filter((coupon) => coupon.type === 'DISCOUNT' || isKept(coupon))];
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
  else dropped.push({ uid: coupon.uid, status: 400, code: 'COUPON_GIFTS_INCOMPLETE', message: messages.giftsIncomplete(picker.choose) });
}
