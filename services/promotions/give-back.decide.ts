import { accept, type Decision } from '@nordhaut/platform/decider';
import { daysAfter, RESTORED_DAYS, returnCredit } from './credit.ts';
import { grantIn, orderIn, type Wallet, type WalletOrder } from './wallet.ts';
import type { CouponReturn, CreditReturn, Outcome, WalletEvent } from './wallet-events.ts';

/**
 * The checkout ended without the order, or the order has its first final outcome. A later outcome gives nothing back
 * (decisions.md 59). An order that the wallet does not have is recorded too, and it cannot reserve anything any more. `creditGiven`:
 * support gave the credit of the order as other credit, so it stays used.
 */
export type GiveBack = { type: 'GiveBack'; at: string; orderNo: string; outcome: Outcome; creditGiven?: boolean };

/**
 * The coupons return with every outcome but the return of the goods (decisions.md 40). A copy keeps its end; it has seven
 * days where the shop or the carrier failed (decisions.md 60), whether its own period or the offer ends before. A coupon that needs no
 * copy has the same days, because its offer may end too.
 */
function couponReturns(order: WalletOrder, { copies }: Wallet, at: string, outcome: Outcome): CouponReturn[] {
  if (outcome === 'RETURNED') return [];
  const least = daysAfter(at, RESTORED_DAYS);
  return order.coupons.map((use) => {
    if (outcome !== 'SHOP_FAILED') return use;
    const end = copies.find(({ copyId }) => copyId === use.copyId)?.endsAt ?? null;
    const isLate = end !== null && Date.parse(end) < Date.parse(least);
    return { ...use, ...(isLate ? { endsAt: least } : { extendedTo: least }) };
  });
}

/** Credit that was written off as spent, and that returns now, is taken back at once. */
function recoveries(wallet: Wallet, returns: readonly CreditReturn[], at: string, outcome: Outcome): WalletEvent[] {
  const sums = new Map<string, number>();
  for (const { grantId, amount } of returns) sums.set(grantId, (sums.get(grantId) ?? 0) + amount);
  return [...sums].flatMap(([grantId, sum]): WalletEvent[] => {
    const recovered = Math.min(sum, grantIn(wallet, grantId)?.writtenOff ?? 0);
    if (recovered === 0) return [];
    return [{ type: 'CreditTakenBack', data: { at, grantId, outcome, amount: recovered, deducted: 0, writtenOff: 0, recovered } }];
  });
}

/**
 * The carrier took the delivery of the member's first delivered order back after a later order was delivered. That one is the first then,
 * and it is noted anew (decisions.md 62).
 */
function nextFirst({ orders, closedAt }: Wallet, { orderNo, delivered }: WalletOrder, outcome: Outcome): WalletEvent[] {
  if (!delivered?.first || outcome === 'RETURNED' || closedAt !== null) return [];
  const others = orders.flatMap((one) =>
    one.orderNo !== orderNo && one.stands && one.delivered ? [{ orderNo: one.orderNo, ...one.delivered }] : [],
  );
  const [next] = others.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return next ? [{ type: 'DeliveryNoted', data: { ...next, first: true } }] : [];
}

export function giveBack({ at, orderNo, outcome, creditGiven = false }: GiveBack, wallet: Wallet): Decision<WalletEvent> {
  const order = orderIn(wallet, orderNo);
  if (!order) return accept<WalletEvent>({ type: 'PromotionsReleased', data: { at, orderNo, outcome, coupons: [], credit: [] } });
  if (order.state === 'released' || order.state === 'restored') return accept();
  const credit = creditGiven ? [] : returnCredit(wallet.grants, order.credit, at, outcome !== 'FAILED');
  const data = { at, orderNo, outcome, coupons: couponReturns(order, wallet, at, outcome), credit };
  return accept<WalletEvent>(
    { type: order.state === 'reserved' ? 'PromotionsReleased' : 'PromotionsRestored', data },
    ...recoveries(wallet, credit, at, outcome),
    ...(order.counted === null ? [] : [{ type: 'OrderUncounted' as const, data: { at, orderNo } }]),
    ...nextFirst(wallet, order, outcome),
  );
}
