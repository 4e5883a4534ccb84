import type { CreditGrant } from './facts.ts';

/** NT$ of one grant that an order spends. */
export type CreditPart = { grantId: string; goods: number; shipping: number };

/**
 * Spends shopping credit: at most what is wanted, what is left and what is due; goods first, then shipping; the grant that
 * ends first goes first, ties by its id (decisions.md 55). NT$ integers. `at`: ms; a grant cannot be spent from its end on
 */
export function spendCredit(
  wanted: number,
  grants: readonly CreditGrant[],
  due: { goods: number; shipping: number },
  at: number,
): CreditPart[] {
  const open = grants.filter(({ left, endsAt }) => left > 0 && at < endsAt);
  open.sort((a, b) => a.endsAt - b.endsAt || (a.grantId < b.grantId ? -1 : 1));
  let rest = Math.max(0, wanted);
  let { goods, shipping } = due;
  const parts: CreditPart[] = [];
  for (const { grantId, left } of open) {
    const onGoods = Math.min(rest, left, goods);
    const onShipping = Math.min(rest - onGoods, left - onGoods, shipping);
    if (onGoods + onShipping === 0) break;
    rest -= onGoods + onShipping;
    goods -= onGoods;
    shipping -= onShipping;
    parts.push({ grantId, goods: onGoods, shipping: onShipping });
  }
  return parts;
}

export const creditOnGoods = (parts: readonly CreditPart[]): number => parts.reduce((sum, { goods }) => sum + goods, 0);
export const creditOf = (parts: readonly CreditPart[]): number => parts.reduce((sum, { goods, shipping }) => sum + goods + shipping, 0);
