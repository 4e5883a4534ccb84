import { FREE_SHIPPING_FROM, formatMoney, type DeliveryType, type PriceCauses, type Quote } from '@nordhaut/contracts';
import { causes } from '../messages.ts';
import type { Basis } from './facts.ts';
import { matchingLines, piecesOf } from './lines.ts';
import type { Applied } from './select.ts';

/** Why each line, discount, gift and fee of a quote is what it is, in the buyer's words. */
export function causesOf(quote: Quote, delivery: DeliveryType, applied: readonly Applied[], basis?: Basis): PriceCauses {
  const byId = new Map(applied.map((one) => [String(one.coupon.couponId), one]));
  const goods = quote.discounts.reduce((rest, { amount }) => rest - amount, quote.subtotal);
  const from = FREE_SHIPPING_FROM[delivery];
  const credit = quote.credit ?? [];
  return {
    products: quote.products.map(({ tier, unitPrice, quantity }) => `${causes[tier]} ${formatMoney(unitPrice)} × ${quantity}`),
    discounts: quote.discounts.map(({ couponId, name, base = quote.subtotal }) =>
      byId.get(couponId)?.coupon.scope === 'SYSTEM' ? causes.systemDiscount(name, base) : causes.discount(name, base),
    ),
    gifts: quote.gifts.map(({ couponId }) => giftCause(couponId === null ? undefined : byId.get(couponId), basis)),
    shippingFee: quote.shippingFee > 0 ? causes.shippingFee(causes.shipping[delivery], goods, from) : causes.shippingFree(from),
    vouchers:
      quote.vouchers > 0
        ? causes.credit(
            credit.reduce((sum, part) => sum + part.goods, 0),
            credit.reduce((sum, part) => sum + part.shipping, 0),
          )
        : '',
  };
}

function giftCause(given: Applied | undefined, basis: Basis | undefined): string {
  if (!given) return causes.sample;
  const { coupon, picker } = given;
  if (coupon.type === 'BONUS' && basis) return causes.bonus(coupon.name, piecesOf(matchingLines(coupon, basis.lines)), coupon.bonusMinimum);
  return picker ? causes.chosenGift(coupon.name) : causes.gift(coupon.name);
}
