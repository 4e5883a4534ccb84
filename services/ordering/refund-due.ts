import { returnedLinks } from './linked.ts';
import { awaitsRewards, type Debt, moneyOf, owedForReturn } from './money.ts';
import type { RefundWay } from './order-events.ts';
import type { Order } from './order-state.ts';
import { endOfTaipeiDay } from './taipei-days.ts';

/** Days after the receipt of returned goods by whose end their money is paid back (decisions.md 41) */
const RETURN_MONEY_DAYS = 15;

/** ms for which the process asks the card processor for a refund, before a transfer may take its place (infra/decisions/113) */
export const CARD_REFUND_PATIENCE = 7 * 24 * 3_600_000;

/** How long the buyer's bank takes to show a refund on the card, in the words of the shop. */
export const ON_CARD_AFTER = '7 至 14 個工作天';

/**
 * A refund that the buyer waits for. `dueBy`: see `refundDueBy`. `triedUntil`: ISO, until when the process asks the card processor for
 * it; null for a transfer, and before the refund was decided. `awaitsRewards`: it waits until the rewards of the order were taken back.
 * `delivered`: the buyer had the goods. NT$.
 */
export type RefundDue = {
  amount: number;
  way: RefundWay;
  reason: Debt['reason'];
  dueBy: string | null;
  triedUntil: string | null;
  awaitsRewards: boolean;
  delivered: boolean;
};

/**
 * When the goods came back for which money is owed (ISO): the order's own, or those that were sent again, whose linked order ended then.
 * Money that was paid is for the goods that came first. null: none came back.
 */
function goodsBackAt(order: Order): string | null {
  const newestFirst = returnedLinks(order)
    // The table of the release before has no such instant.
    .flatMap(({ endedAt: at, value }) => (at === undefined ? [] : [{ at, value }]))
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  const own = order.return?.receivedAt ?? null;
  if (newestFirst.length === 0) return own;
  let left = owedForReturn(order);
  for (const { at, value } of newestFirst) {
    left -= value;
    if (left <= 0) return at;
  }
  return own ?? newestFirst.at(-1)?.at ?? null;
}

/** Pure: the last instant (ISO) of a refund with this reason; null where no rule sets one. */
export function refundDueBy(reason: Debt['reason'], order: Order): string | null {
  const from = reason === 'RETURN' ? goodsBackAt(order) : null;
  return from === null ? null : endOfTaipeiDay(from, RETURN_MONEY_DAYS);
}

/** Pure: the refunds that the buyer of an order waits for. */
export function refundsDue(order: Order): RefundDue[] {
  const triedUntil = (refundId: string): string | null => {
    const started = order.startedRefunds.find((refund) => refund.refundId === refundId && refund.way === 'card');
    return started ? new Date(Date.parse(started.at) + CARD_REFUND_PATIENCE).toISOString() : null;
  };
  return moneyOf(order).debts.map(({ amount, way, reason, refundId, started }) => ({
    amount,
    way,
    reason,
    dueBy: refundDueBy(reason, order),
    triedUntil: triedUntil(refundId),
    awaitsRewards: reason === 'RETURN' && !started && awaitsRewards(order),
    delivered: order.receivedAt !== null,
  }));
}
