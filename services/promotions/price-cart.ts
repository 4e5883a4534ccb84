import type { Quote } from '@nordhaut/contracts';
import { reject } from '@nordhaut/platform/decider';
import { applyPromotions } from './engine/apply.ts';
import type { Promotions } from './engine/facts.ts';
import type { Notice, PriceInput, PriceResult } from './engine/price-input.ts';
import { priceLines } from './engine/price-lines.ts';
import { messages } from './messages.ts';

export type { Notice, PricedProduct, PriceInput, PriceResult } from './engine/price-input.ts';

/**
 * The price of a cart: lines, samples, coupons, gifts, shipping, credit (spec/3-purchase-flow §7 `/api/getPrice/`, §9).
 * Pure: the caller gives the catalogue's products, the coupons and the facts about the buyer. The cart page and the order
 * use this function, so their prices cannot differ.
 */
export function priceCart(input: PriceInput): PriceResult {
  const plain = priceLines(input);
  return plain.ok && input.promotions ? withPromotions(plain.quote, { ...input, promotions: input.promotions }, plain.notices) : plain;
}

function withPromotions(plain: Quote, input: PriceInput & { promotions: Promotions }, notices: Notice[]): PriceResult {
  const { quote, dropped } = applyPromotions(plain, input);
  const { dropMemberParts = false, promotions } = input;
  const [first] = dropped;
  if (first && !dropMemberParts) return reject(first.status, first.code, first.message);
  if (quote.price === 0 && promotions.payment === 'COD') {
    if (!dropMemberParts) return reject(409, 'COD_NOT_OFFERED', messages.noCashForNothing);
    notices.push({ code: 'COD_NOT_OFFERED', message: messages.noCashForNothing });
  }
  for (const { code, message, uid } of dropped) notices.push({ code, message, coupon: uid });
  return { ok: true, notices, quote };
}
