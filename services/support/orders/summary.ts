import type { HistoryAnswer, HistoryEvent } from '@nordhaut/contracts/support';
import type { Order } from '@nordhaut/ordering';
import { moneyLines } from './summary-money.ts';
import { parcelLines } from './summary-parcel.ts';
import type { Told } from './told.ts';

/**
 * Pure: the newest state in a few lines that also say why, and by whom: the money, the parcel. An empty line is left out, because each line
 * costs a reader time.
 * @param events of the order's history, oldest first
 */
export function summaryOf(
  order: Order,
  events: readonly HistoryEvent[],
  about: Pick<Told, 'memberCode' | 'rewards'>,
): HistoryAnswer['summary'] {
  const all = (type: string): HistoryEvent[] => events.filter((event) => event.type === type);
  const told: Told = {
    order,
    all,
    last: (type, data = {}) => all(type).findLast((event) => Object.entries(data).every(([name, value]) => event.raw.data[name] === value)),
    ...about,
  };
  return { money: moneyLines(told), parcel: parcelLines(told) };
}
