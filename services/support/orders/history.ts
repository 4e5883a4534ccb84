import type { HistoryAnswer, HistoryEvent, StateAnswer } from '@nordhaut/contracts/support';
import { cartStream } from '@nordhaut/cart';
import {
  displayStatus,
  evolveOrder,
  type Order,
  ORDER_CATEGORY,
  type OrderEvent,
  type OrderState,
  orderStream,
  ownerOf,
} from '@nordhaut/ordering';
import { isUnavailable } from '@nordhaut/platform/database';
import { asEvent, type Codec, type DecodedEvent } from '@nordhaut/platform/envelope';
import type { EventStore, RecordedEvent, StreamName } from '@nordhaut/platform/event-store';
import { refuse } from '@nordhaut/platform/http';
import { messages } from '../messages.ts';
import { staffNames } from '../staff-names.ts';
import { groupsOf, statusNote } from './groups.ts';
import { describedRequests, type KeyedRequests, requestsOf, traceOf } from './requests.ts';
import { rewardsTakenBack } from './promotion-sentences.ts';
import { sealedOf, withoutPickupNumbers } from './sealed.ts';
import { actorOf } from './actors.ts';
import { costOf } from './deductions.ts';
import { sentenceOf, type ProductNames } from './sentences.ts';
import { summaryOf } from './summary.ts';
import { isTechnical } from './technical.ts';
import { changesBetween, type Field, stateFields } from './state-fields.ts';

/** No capability imports checkout; its stream has the order's number. */
const checkoutStream = (orderNo: string): StreamName => `checkout-${orderNo}`;
/** A cart may be years old. The part that became an order is at its end when the order was placed. */
const CART_EVENTS = 2_000;
/** changes that a stale form is told; a person reads no more */
const MOST_CHANGES = 20;

export type OrderHistory = ReturnType<typeof orderHistory>;
export type HistoryDeps = {
  store: EventStore;
  codec: Codec;
  staff: { nameOf(staffId: string): Promise<string> };
  /** the invite codes of members whose account is open */
  codesOf(memberIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** the index of an order's events in wallets and counted coupons */
  promotions: { tracesOfOrder(orderNo: string, correlations: readonly string[]): Promise<{ stream: StreamName; revision: number }[]> };
  /** since when a reader holds back one of these streams */
  heldSince(streams: readonly StreamName[]): Promise<Date | undefined>;
  keyedRequests: KeyedRequests;
  /** address of a trace, with `{traceId}` in it */
  traceUrl: string | undefined;
};

const fold = (events: readonly DecodedEvent[]): OrderState =>
  events.reduce<OrderState>((state, event) => evolveOrder(state, asEvent<OrderEvent>(event)), null);

/**
 * An order's history from its streams, which are the truth. A read model only says where events of the order are in streams
 * of many orders; those follow within a moment.
 */
export function orderHistory({ store, codec, staff, codesOf, promotions, heldSince, keyedRequests, traceUrl }: HistoryDeps) {
  /**
   * The events before the first one that cannot be read or folded, because support needs the rest of the order's page most
   * when an event is broken. @throws Rejected 409 where no event of the order can be read
   */
  async function readable(orderNo: string): Promise<{ own: DecodedEvent[]; order: OrderState; broken: boolean }> {
    const records = await store.read(orderStream(orderNo));
    try {
      const own = await codec.decode(records);
      return { own, order: fold(own), broken: false };
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const own = await soundPart(codec, records);
      if (own.length === 0) return held();
      return { own, order: fold(own), broken: true };
    }
  }
  const held = (): never => refuse(409, 'ORDER_HELD', messages.orderHeld);

  /** The events of checkout, cart, wallets and coupons that belong to the order. */
  async function around(order: Order, own: readonly DecodedEvent[]): Promise<DecodedEvent[]> {
    const { orderNo, cartId } = order.terms;
    const correlations = new Set(own.map(({ metadata }) => metadata.correlationId));
    const traces = await promotions.tracesOfOrder(orderNo, [...correlations]);
    const [checkout, cart, ...traced] = await Promise.all([
      store.read(checkoutStream(orderNo)),
      cartId === null ? [] : store.read(cartStream(cartId), { direction: 'backwards', limit: CART_EVENTS }),
      ...traces.map(({ stream, revision }) => store.read(stream, { from: revision, limit: 1 })),
    ]);
    const decoded = await codec.decode([...checkout, ...cart, ...traced.flat()], { personal: false }).catch(async (error: unknown) => {
      if (isUnavailable(error)) throw error;
      return (await Promise.all([checkout, cart, ...traced].map((records) => soundPart(codec, records)))).flat();
    });
    const found = new Set(traced.flat().map(({ id }) => id));
    return decoded.filter(
      ({ id, stream, metadata }) => stream === checkoutStream(orderNo) || found.has(id) || correlations.has(metadata.correlationId),
    );
  }

  async function actorNames(events: readonly DecodedEvent[]): Promise<ReturnType<typeof actorOf>> {
    const ids = events.flatMap(({ metadata: { actor } }) => (actor.kind === 'support' && actor.id !== 'cli' ? [actor.id] : []));
    return actorOf(events, await staffNames(staff, ids));
  }

  async function memberCode(order: Order): Promise<string | undefined> {
    const memberId = ownerOf(order);
    return memberId === null ? undefined : (await codesOf([memberId])).get(memberId);
  }

  /** The order after the event `revision` with personal data, that event, and the next one. undefined: no such order or revision */
  async function then(
    orderNo: string,
    revision?: number,
  ): Promise<{ order: Order; event: DecodedEvent; next: DecodedEvent | undefined } | undefined> {
    const { own } = await readable(orderNo);
    const last = revision ?? own.length - 1;
    const event = own[last];
    const order = event && fold(own.slice(0, last + 1));
    return order ? { order, event, next: own[last + 1] } : undefined;
  }

  return {
    /** undefined: there is no such order */
    async history(orderNo: string): Promise<HistoryAnswer | undefined> {
      const { own, order, broken } = await readable(orderNo);
      if (!order) return undefined;
      const [held, others] = await Promise.all([heldSince([orderStream(orderNo), checkoutStream(orderNo)]), around(order, own)]);
      // A reader may not have come to the event yet.
      const since = held?.toISOString() ?? (broken ? own.at(-1)?.recordedAt : undefined);
      const all = [...own, ...others].toSorted((one, other) =>
        one.position === other.position ? one.revision - other.revision : one.position < other.position ? -1 : 1,
      );
      const nameOf = await actorNames(all);
      const products: ProductNames = new Map(order.terms.lines.map(({ productId, nameZh }) => [productId, nameZh]));
      const coupons = new Map((order.terms.promotions?.coupons ?? []).map(({ couponId, name }) => [String(couponId), name]));
      const failed = order.payment.status === 'FAILED';
      const about = { cost: costOf(order), coupons, rewards: rewardsTakenBack(all), failed };
      const { changes, states } = changesOf(own);
      const sentences = new Map(
        all.map((event) => {
          const after = states.get(event.id);
          return [event.id, sentenceOf(event, products, { ...about, ...(after && { after }) })] as const;
        }),
      );
      const requests = requestsOf(all);
      const events = all.map((event): HistoryEvent => {
        const { id, stream, revision, position, type, recordedAt, data, metadata } = event;
        const { causationId } = metadata;
        const sealed = sealedOf(event);
        return {
          id,
          stream,
          revision,
          position: String(position),
          type,
          sentence: sentences.get(id) ?? type,
          ...(sealed && { sealed }),
          actor: nameOf(event),
          cause: { id: causationId, sentence: sentences.get(causationId) ?? null },
          at: typeof data['at'] === 'string' ? data['at'] : recordedAt,
          recordedAt,
          isTechnical: isTechnical(event),
          carrierAt: type === 'ParcelStatusReported' && data['timed'] === true && typeof data['at'] === 'string' ? data['at'] : null,
          requestId: requests.get(id) ?? null,
          traceId: traceOf(metadata.traceparent),
          changes: changes.get(id) ?? [],
          raw: { data: withoutPickupNumbers(data), metadata: { ...metadata } },
        };
      });
      return {
        orderNo,
        status: { ...displayStatus(order), note: statusNote(order) },
        summary: summaryOf(order, events, { memberCode: await memberCode(order), rewards: about.rewards }),
        revision: own.at(-1)?.revision ?? 0,
        heldSince: since ?? null,
        groups: groupsOf(events, order),
        requests: await describedRequests(all, requests, keyedRequests),
        traceUrl: traceUrl ?? null,
      };
    },

    /** The order after the event `revision`; default: now. undefined: there is no such order, or it has no such revision. */
    async state(orderNo: string, revision?: number): Promise<StateAnswer | undefined> {
      const found = await then(orderNo, revision);
      if (!found) return undefined;
      const { order, event } = found;
      const { personal: _, ...open } = order;
      const state = { ...open, shipment: open.shipment && withoutPickupNumbers(open.shipment) };
      const { revision: last, recordedAt: at } = event;
      return { orderNo, revision: last, at, status: displayStatus(order), fields: stateFields(order), state };
    },

    then,

    /**
     * The order's own events and its newest state, both with personal data. undefined: there is no such order
     * @throws Rejected 409 where an event cannot be read: what can be done with an order follows from all of its events
     */
    async own(orderNo: string): Promise<{ order: Order; revision: number; events: DecodedEvent[] } | undefined> {
      const { own: events, order, broken } = await readable(orderNo);
      if (broken) return held();
      return order ? { order, events, revision: events.length - 1 } : undefined;
    },

    /** undefined: there is no such order */
    async revision(orderNo: string): Promise<number | undefined> {
      const [last] = await store.read(orderStream(orderNo), { direction: 'backwards', limit: 1 });
      return last?.revision;
    },

    /** What was recorded after the event `revision`, as sentences with who did it. */
    async since(orderNo: string, revision: number): Promise<{ revision: number; changes: string[] }> {
      const own = await codec.decode(await store.read(orderStream(orderNo), { from: revision + 1 }), { personal: false });
      const nameOf = await actorNames(own);
      return {
        revision: own.at(-1)?.revision ?? revision,
        changes: own.slice(-MOST_CHANGES).map((event) => `${nameOf(event).name}：${sentenceOf(event, new Map())}`),
      };
    },
  };
}

/** The decoded events before the first one that cannot be read or folded. */
async function soundPart(codec: Codec, records: readonly RecordedEvent[]): Promise<DecodedEvent[]> {
  const sound: DecodedEvent[] = [];
  for (const record of records) {
    try {
      const [event] = await codec.decode([record]);
      if (!event) return sound;
      if (event.stream.startsWith(`${ORDER_CATEGORY}-`)) fold([...sound, event]);
      sound.push(event);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      return sound;
    }
  }
  return sound;
}

/** What each event of the order changed, and the order after it, by the event's id. */
function changesOf(own: readonly DecodedEvent[]) {
  const changes = new Map<string, { what: string; before: string; after: string }[]>();
  const states = new Map<string, Order>();
  let state: OrderState = null;
  let before: Field[] = [];
  for (const event of own) {
    state = evolveOrder(state, asEvent<OrderEvent>(event));
    if (state) states.set(event.id, state);
    const after = state ? stateFields(state) : [];
    // The first event begins everything; its sentence says so.
    if (before.length > 0) changes.set(event.id, changesBetween(before, after));
    before = after;
  }
  return { changes, states };
}
