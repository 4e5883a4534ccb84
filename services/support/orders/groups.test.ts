import type { HistoryEvent } from '@nordhaut/contracts/support';
import {
  evolveOrder,
  type Order,
  type OrderCommand,
  orderDecider,
  type OrderEvent,
  orderStream,
  type OrderState,
} from '@nordhaut/ordering';
import type { Recorded } from '@nordhaut/platform/decider';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderCommands } from '../../../scripts/whole-shop/fixtures/random-orders.ts';
import { groupsOf } from './groups.ts';

const ORDER_NO = 'GROUPS0000000001';
const EVENTS = 500;
const MOST_GROUPS = 15;
const at = (minute: number): string => new Date(Date.parse('2026-12-31T00:00:00Z') + minute * 60_000).toISOString();

/** A history of 500 events: a random beginning with charges, reports, refunds and returns, then polls and notes in turn. */
function longHistory(commands: readonly OrderCommand[]): { events: OrderEvent[]; order: Order } {
  const events: OrderEvent[] = [];
  let state: OrderState = null;
  const apply = (command: OrderCommand): void => {
    const decision = orderDecider.decide(command, state);
    if (!decision.ok) return;
    for (const event of decision.events) {
      state = evolveOrder(state, { ...event, revision: events.length, recordedAt: event.data.at } as Recorded<OrderEvent>);
      events.push(event);
    }
  };
  for (const command of commands) apply(command);
  const order = (): Order => state as unknown as Order;
  for (let more = 0; events.length < EVENTS; more++) {
    const { tradeNo, logisticsId } = order().shipment ?? { tradeNo: ORDER_NO, logisticsId: 'L1' };
    const { subtype } = order().terms.delivery;
    const polled = {
      type: 'ReportParcelStatus',
      at: at(more),
      tradeNo,
      logisticsId,
      subtype,
      code: '300',
      carrierAt: null,
      source: 'poll',
    } as const;
    // A poll that finds nothing new is no event, so a callback says it with another time.
    apply(
      more % 2 === 0 ? { ...polled, carrierAt: at(more), source: 'callback' } : { type: 'WriteNote', at: at(more), text: `來電 ${more}` },
    );
  }
  return { events, order: order() };
}

const shown = ({ type, data }: OrderEvent, revision: number): HistoryEvent => ({
  id: String(revision),
  stream: orderStream(ORDER_NO),
  revision,
  position: String(revision),
  type,
  sentence: type,
  actor: { kind: 'system', name: '' },
  cause: { id: '', sentence: null },
  at: at(revision),
  recordedAt: at(revision),
  isTechnical: false,
  carrierAt: null,
  requestId: null,
  traceId: null,
  changes: [],
  raw: { data: { ...data }, metadata: {} },
});

test('500 events of any order are at most 15 groups, and each event is in one line, in the order of time', () => {
  fc.assert(
    fc.property(orderCommands(ORDER_NO), (commands) => {
      const { events, order } = longHistory(commands);
      const all = events.map(shown);
      const groups = groupsOf(all, order);
      expect(groups.length).toBeLessThanOrEqual(MOST_GROUPS);
      const inGroups = groups.map(({ lines }) => lines.flatMap(({ event, more }) => [event, ...more]));
      for (const group of inGroups) expect(group).toEqual(group.toSorted((one, other) => one.revision - other.revision));
      expect(inGroups.flat().toSorted((one, other) => one.revision - other.revision)).toEqual(all);
      for (const { count, more } of groups.flatMap(({ lines }) => lines)) expect(count).toBe(more.length + 1);
      expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length);
    }),
    { numRuns: 100 },
  );
});
