/** Shopping credit that ends at one instant. `left`: NT$ above 0; `endsAt`: ms, from which on it cannot be spent */
export type CreditLot = { grantId: string; left: number; endsAt: number };
/** NT$ of one grant that an order spends. */
export type CreditPart = { grantId: string; goods: number; shipping: number };

/** The order of spending: first to end, ties by the grant's id (decisions.md 55). */
export const firstToEnd = (one: CreditLot, other: CreditLot): number =>
  one.endsAt - other.endsAt || (one.grantId === other.grantId ? 0 : one.grantId < other.grantId ? -1 : 1);

/**
 * Takes an amount from the lots that can be spent at this instant, in their order. It takes less where they hold less. The
 * price of a cart and the wallet's reservation both use it, so they spend the same credit.
 */
export function spendLots<Lot extends CreditLot>(lots: readonly Lot[], wanted: number, at: number): { lot: Lot; amount: number }[] {
  const taken: { lot: Lot; amount: number }[] = [];
  let rest = Math.max(0, wanted);
  for (const lot of lots.filter(({ left, endsAt }) => left > 0 && at < endsAt).toSorted(firstToEnd)) {
    if (rest === 0) break;
    const amount = Math.min(rest, lot.left);
    taken.push({ lot, amount });
    rest -= amount;
  }
  return taken;
}

/**
 * Spends shopping credit on an order: at most what is wanted, what is left and what is due; goods first, then shipping
 * (decisions.md 55). NT$ integers. `at`: ms
 */
export function spendCredit(
  wanted: number,
  grants: readonly CreditLot[],
  due: { goods: number; shipping: number },
  at: number,
): CreditPart[] {
  let { goods } = due;
  return spendLots(grants, Math.min(wanted, due.goods + due.shipping), at).map(({ lot, amount }) => {
    const onGoods = Math.min(amount, goods);
    goods -= onGoods;
    return { grantId: lot.grantId, goods: onGoods, shipping: amount - onGoods };
  });
}

export const creditOnGoods = (parts: readonly CreditPart[]): number => parts.reduce((sum, { goods }) => sum + goods, 0);
export const creditOf = (parts: readonly CreditPart[]): number => parts.reduce((sum, { goods, shipping }) => sum + goods + shipping, 0);
