import type { Purpose } from '@nordhaut/platform/decider';
import { overAt } from './open-matters.ts';
import type { Order } from './order-state.ts';
import { endOfTaipeiYear, taipeiYear } from './taipei-days.ts';

/** How long the shop keeps the data of an order that is over (decisions.md 85). */
export type KeepingTable = { contactDays: number; supportDays: number; invoiceYears: number };

const DAY = 86_400_000;

/** The last instant (ISO) for which the table keeps a purpose; null while the order is not over. */
export function keptUntil(order: Order, purpose: Purpose, table: KeepingTable): string | null {
  const over = overAt(order);
  if (over === null) return null;
  // The books of a year are closed at its end.
  if (purpose === 'invoice') return endOfTaipeiYear(taipeiYear(over) + table.invoiceYears);
  const days = purpose === 'contact' ? table.contactDays : table.supportDays;
  return new Date(Date.parse(over) + days * DAY).toISOString();
}
