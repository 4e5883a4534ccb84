import type { Coupon, CouponProducts } from '../definition.ts';
import type { CouponLine } from './facts.ts';

/** Whether a coupon looks at a line. Lines at the price of an additional purchase count for no coupon (decisions.md 43, 48, 50). */
export function matches(products: CouponProducts, { tier, type, productId }: CouponLine): boolean {
  if (tier === 'ADDITIONAL') return false;
  if (products.kind === 'LIST') return products.productIds.includes(productId);
  return products.kind === 'ALL' || products.kind === type;
}

export const matchingLines = <Line extends CouponLine>({ products }: Coupon, lines: readonly Line[]): Line[] =>
  lines.filter((line) => matches(products, line));

export const piecesOf = (lines: readonly CouponLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);
export const amountOf = (lines: readonly CouponLine[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);
export const leftOf = (lines: readonly CouponLine[]): number => lines.reduce((sum, { left }) => sum + left, 0);

/** NT$ of the main lines at the buyer's tier, before coupons: the base of the minimums (decisions.md 50). */
export const mainAmount = (lines: readonly CouponLine[]): number => amountOf(lines.filter(({ tier }) => tier !== 'ADDITIONAL'));

/**
 * Shares a discount over lines in proportion to what is left of them, by largest remainder; ties: the lower product id,
 * then ORIGIN before MEMBER (decisions.md 43). The products stay below 2^53: an amount is at most 2^31 and a cart has
 * at most 100 lines, so the arithmetic uses BigInt.
 * @param discount NT$, at most the sum of what is left
 * @returns NT$ per line, in the order of the lines; the sum is the discount
 */
export function shareOut(discount: number, lines: readonly CouponLine[]): number[] {
  const whole = BigInt(leftOf(lines));
  if (whole === 0n) return lines.map(() => 0);
  const parts = lines.map((line, place) => {
    const exact = BigInt(discount) * BigInt(line.left);
    return { line, place, share: Number(exact / whole), remainder: exact % whole };
  });
  let missing = discount - parts.reduce((sum, { share }) => sum + share, 0);
  const byRemainder = parts.toSorted(
    (a, b) =>
      Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder) ||
      a.line.productId - b.line.productId ||
      Number(a.line.tier === 'MEMBER') - Number(b.line.tier === 'MEMBER'),
  );
  const shares = parts.map(({ share }) => share);
  for (const { place } of byRemainder) {
    if (missing-- <= 0) break;
    shares[place] = (shares[place] ?? 0) + 1;
  }
  return shares;
}
