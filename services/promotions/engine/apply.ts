import { FREE_SHIPPING_FROM, shippingFee, type Quote } from '@nordhaut/contracts';
import type { Coupon } from '../definition.ts';
import { causesOf } from './causes.ts';
import { creditOf, creditOnGoods, spendCredit } from './credit.ts';
import { takeDiscounts } from './discounts.ts';
import { basisOf } from './basis.ts';
import type { Promotions } from './facts.ts';
import type { PriceInput } from './price-input.ts';
import type { GiftPicker } from './gifts.ts';
import { shownProduct } from './shown-product.ts';
import { isGiftPick, selectCoupons, type Applied, type Dropped, type Selection } from './select.ts';

/**
 * The price of a cart with coupons and credit, from its price without them: discounts, gifts, shipping on the goods after
 * the discounts and before the credit (decisions.md 33), credit.
 */
export function applyPromotions(plain: Quote, input: PriceInput & { promotions: Promotions }): { quote: Quote; dropped: Dropped[] } {
  const { delivery, dropMemberParts = false } = input;
  const basis = basisOf(plain.products, input, !dropMemberParts);
  const byUid = new Map(basis.coupons.map((coupon) => [coupon.uid, coupon]));
  // A guest's own choice was refused or left out with the lines.
  const choices = input.isMember ? input.coupons : input.coupons.filter((choice) => isGiftPick(choice, byUid));
  const selection = selectCoupons(choices, basis);
  const discounts = takeDiscounts(selection.applied, basis.lines);
  const goods = discounts.reduce((rest, { amount }) => rest - amount, plain.subtotal);
  const fee = shippingFee(goods, delivery);
  const credit = spendCredit(input.isMember ? input.credit : 0, basis.member?.credit ?? [], { goods, shipping: fee }, basis.at);
  const vouchers = creditOf(credit);
  const quote: Quote = {
    ...plain,
    discounts,
    gifts: [...plain.gifts, ...selection.applied.flatMap(giftLines)],
    shippingFee: fee,
    missingForFreeShipping: Math.max(0, FREE_SHIPPING_FROM[delivery] - goods),
    vouchers,
    price: goods + fee - vouchers,
    coupons: selection.applied.map(({ coupon: { couponId, uid, name, type, scope } }) => ({
      couponId: String(couponId),
      uid,
      name,
      type,
      removable: scope !== 'SYSTEM',
    })),
    picks: picksOf(selection),
    credit,
    goodsPaid: goods - creditOnGoods(credit),
  };
  return { quote: { ...quote, causes: causesOf(quote, delivery, selection.applied, basis) }, dropped: selection.dropped };
}

const giftLines = ({ coupon, gifts }: Applied): Quote['gifts'] =>
  gifts.map(({ product, quantity }) => ({
    ...shownProduct(product),
    quantity,
    couponId: String(coupon.couponId),
    value: product.value,
  }));

type GiftPick = NonNullable<Quote['picks']>[number];

const picksOf = ({ picks }: Selection): GiftPick[] => picks.map(({ coupon, picker, chosen }) => pickOf(coupon, picker, chosen));

/** What the gift picker shows. `chosen`: uids of the present choice */
export const pickOf = ({ couponId, uid, name }: Coupon, { choose, offered }: GiftPicker, chosen: string[]): GiftPick => ({
  couponId: String(couponId),
  uid,
  name,
  choose,
  offered: offered.map(({ product, quantity }) => ({
    productUid: product.uid,
    ...shownProduct(product),
    quantity,
    value: product.value,
  })),
  chosen,
});
