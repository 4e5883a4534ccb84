import { isFinal, isFinished, isGoingBack, isLost, isNotCollected } from '@nordhaut/logistics';
import { type OrderEvent, ORDER_CATEGORY } from '@nordhaut/ordering';
import { asEvent, type DecodedEvent } from '@nordhaut/platform/envelope';
import type pg from 'pg';
import { connect, giveUp, type Later, plan, planLater, type Placed, type Reached } from './purchases.ts';
import type { LaterFact, ReportProvider } from './provider.ts';

export const CATEGORIES = [ORDER_CATEGORY];
/** The types of events that the consumer reads. */
export const TYPES = [
  'OrderPlaced',
  'CardPaymentAuthorised',
  'CardPaymentFailed',
  'ShipmentCreated',
  'ParcelStatusReported',
  'OrderCancelled',
  'ReturnReceived',
  'RefundStarted',
  'RefundIssued',
  'GoodwillCreditGranted',
  'LinkedOrderEnded',
];

/** A card order counts when it is authorised, a cash order when its parcel exists, one with a total of 0 at once (decisions.md 80). */
const dueWith = ({ payment, total }: { payment: string; total: number }): string =>
  total === 0 ? 'OrderPlaced' : payment === 'COD' ? 'ShipmentCreated' : 'CardPaymentAuthorised';

/**
 * A card order is paid when it is authorised, a cash order when its parcel was received, one with a total of 0 at once. A purchase may be
 * undone by each event that can leave nothing of it with the buyer: the order decides (`undoneOf`).
 */
function laterFacts(event: OrderEvent): LaterFact[] {
  switch (event.type) {
    case 'OrderPlaced':
      return event.data.total === 0 ? ['paid'] : [];
    case 'CardPaymentAuthorised':
      return ['paid'];
    case 'ParcelStatusReported': {
      const { current, subtype, code } = event.data;
      if (!current) return [];
      if (isFinished(subtype, code)) return ['paid'];
      const mayEnd = [isNotCollected, isGoingBack, isLost, isFinal].some((is) => is(subtype, code));
      return mayEnd ? ['undone'] : [];
    }
    case 'OrderCancelled':
      return ['cancelled', 'undone'];
    case 'ReturnReceived':
    case 'RefundStarted':
    case 'RefundIssued':
    case 'GoodwillCreditGranted':
    case 'LinkedOrderEnded':
      return ['undone'];
    default:
      return [];
  }
}

/** Nothing is bought by an order after these. A charge or a parcel that comes all the same goes back. */
const isEnd = (type: string): boolean => type === 'CardPaymentFailed' || type === 'OrderCancelled';

/**
 * Plans the reports that events cause. It sends nothing, and its statements may be repeated, so it may see an event any
 * number of times. A stream's events come in their order, so an order is connected before it is bought, and bought before it
 * is cancelled.
 */
export async function intake(
  { pool, clock, providers }: { pool: Pick<pg.Pool, 'query'>; clock: () => Date; providers: readonly ReportProvider[] },
  events: readonly DecodedEvent[],
): Promise<void> {
  const placed: Placed[] = [];
  const reached: Reached[] = [];
  const later: Later[] = [];
  const ended = new Set<string>();
  for (const decoded of events) {
    const { stream, type, recordedAt: at } = decoded;
    const event = asEvent<OrderEvent>(decoded);
    if (event.type === 'OrderPlaced' && event.data.conversionId !== undefined)
      placed.push({ id: event.data.conversionId, stream, due_with: dueWith(event.data) });
    if (isEnd(type)) ended.add(stream);
    else if (!ended.has(stream)) reached.push({ stream, type, at });
    for (const fact of laterFacts(event)) later.push({ stream, fact, at });
  }
  await connect(pool, placed);
  await plan(pool, reached, providers, clock());
  await giveUp(pool, [...ended]);
  await planLater(pool, later, providers, clock());
}
