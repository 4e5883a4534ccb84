import type { Purpose } from '@nordhaut/platform/decider';
import type { Kept } from '@nordhaut/platform/forgetting';
import type { KeepingTable } from './keeping-table.ts';
import { openMatters, overAt } from './open-matters.ts';
import { ownerOf, type Order } from './order.ts';
import { endOfTaipeiYear, taipeiYear } from './taipei-days.ts';

/** The account of the order's owner. `endedAt`: ISO instant; null while it is open */
export type Account = { memberId: string; endedAt: string | null };

const DAY = 86_400_000;

/** The last instant (ISO) of the order's own time for a purpose; null while the order is not over. */
function ownTime(order: Order, purpose: Purpose, table: KeepingTable): string | null {
  const over = overAt(order);
  if (over === null) return null;
  // The books of a year are closed at its end.
  if (purpose === 'invoice') return endOfTaipeiYear(taipeiYear(over) + table.invoiceYears);
  const days = purpose === 'contact' ? table.contactDays : table.supportDays;
  return new Date(Date.parse(over) + days * DAY).toISOString();
}

/**
 * Whether the contact waits for the end of the owner's account. An owner whose account is not the given one adopted the order a moment
 * ago, so nothing is known of that account.
 */
const waitsForAccount = (order: Order, purpose: Purpose, account: Account | undefined): boolean =>
  purpose === 'contact' && ownerOf(order) !== null && (account?.memberId !== ownerOf(order) || account.endedAt === null);

/**
 * The last instant (ISO) for which the table keeps a purpose; null while an event has to come first. The contact of a member's order is
 * kept until the account ends, and for the order's own time at least.
 */
export function keptUntil(order: Order, purpose: Purpose, table: KeepingTable, account?: Account): string | null {
  const own = ownTime(order, purpose, table);
  if (own === null || waitsForAccount(order, purpose, account)) return null;
  const ended = purpose === 'contact' && ownerOf(order) !== null ? account?.endedAt : undefined;
  return ended ? new Date(Math.max(Date.parse(own), Date.parse(ended))).toISOString() : own;
}

/** What is kept of an order without a law, and until when. */
export const keptOwn = (order: Order, purpose: Purpose, table: KeepingTable, account?: Account): Kept => ({
  purpose,
  until: keptUntil(order, purpose, table, account),
  why: waitsForAccount(order, purpose, account) ? 'ACCOUNT' : 'OWN_TERM',
});

/** Whether the order's own time for its contact is over, or was over before something reopened the order. */
function wasOver(order: Order, at: string, table: KeepingTable): boolean {
  const until = ownTime(order, 'contact', table);
  return (order.overDays ?? 0) >= table.contactDays || (until !== null && until <= at && openMatters(order, at).length === 0);
}

/**
 * The order as everybody may use it but its owner and the staff: after its own time, a member's order has no contact any more. A guest's
 * order has none then, because it is forgotten. So no phone number can be guessed for longer than the table says (infra/decisions/028).
 */
export function forOthers(order: Order, at: string, table: KeepingTable): Order {
  if (ownerOf(order) === null || order.forgotten?.contact || !wasOver(order, at, table)) return order;
  const { contact: _, ...personal } = order.personal;
  return { ...order, personal, forgotten: { ...order.forgotten, contact: at } };
}
