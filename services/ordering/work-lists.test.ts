import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import type { DeliverySubtype } from '@nordhaut/contracts';
import { isFinal, isKnownCode, isNotCollected, stageOf, statusOf } from '@nordhaut/logistics';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { historyOf, orderCommands } from '../../scripts/whole-shop/fixtures/random-orders.ts';
import { AT as at, personal, subjectOf, terms } from './testing.ts';
import { displayStatus } from './display-status.ts';
import { moneyOf } from './money.ts';
import { type OrderCommand, orderDecider } from './order.decide.ts';
import type { Order, OrderState } from './order.ts';
import type { Parcel } from './order-state.ts';
import { needsOtherStore } from './pickup-store.ts';
import { unclearParcel } from './is-unclear.ts';
import { parcelsToSend } from './parcels-to-send.ts';
import { ordersProjection } from './projections/orders.ts';
import type { Waiting } from './is-waiting.ts';
import { workLists } from './work-lists.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase([]);
  await database.pool.query(ordersProjection.createTable('orders'));
});
afterAll(() => database.drop());

/** The code that tells the way of a parcel: a closed store may be on the way to the buyer or back, so the newest report before it tells. */
function wayOf(subtype: DeliverySubtype, { code, at, reports }: Parcel): string {
  const isOfStore = (one: string): boolean => statusOf(subtype, one).group.startsWith('store-');
  const earlier = reports.filter((report) => report.at <= at && isKnownCode(subtype, report.code));
  const onTheWay = earlier.filter((report) => !isOfStore(report.code)).toSorted((a, b) => (a.at < b.at ? -1 : 1));
  return isOfStore(code) ? (onTheWay.at(-1)?.code ?? code) : code;
}

/** What an order waits for, by the label that its buyer reads and by its events, without the rules of the read model. */
function waitOf(order: Order, types: readonly string[]): Waiting | undefined {
  const { code } = displayStatus(order);
  const { owed } = moneyOf(order);
  if (code === 'RETURN_APPLY' || code === 'RETURN') return types.includes('ReturnReceived') && owed > 0 ? undefined : 'return';
  const { cancelled, parcel, payment, receivedAt, terms } = order;
  const { subtype } = terms.delivery;
  const way = parcel && wayOf(subtype, parcel);
  const isBack = receivedAt === null && way && stageOf(subtype, way) === 'customer-return';
  if (way && (isBack || isNotCollected(subtype, way))) return 'not-collected';
  const isHeld =
    parcel?.code === '3117' || ['exception', 'expired', 'cancelled'].includes(parcel ? statusOf(subtype, parcel.code).group : '');
  // The outcome stays where the parcel is lost on its way back. Abroad, no code says that it is lost.
  if (order.uncollected && receivedAt === null && (isHeld || subtype === 'INTERNATIONAL')) return 'not-collected';
  if (needsOtherStore(order)) return 'store';
  if (unclearParcel(order)) return 'unclear';
  if (types.includes('ShipmentRejected')) return 'refused';
  if (types.at(-1) === 'LinkedOrderEnded') return 'held-up';
  const stands = !cancelled && !types.includes('CardPaymentFailed') && receivedAt === null && !types.includes('ReturnReceived');
  const own = [...order.refunds, ...order.startedRefunds].filter(({ strayTradeId }) => strayTradeId === null);
  const paidBack = own.reduce((sum, { amount }) => sum + amount, 0);
  const mayDecide = stands && subtype !== 'INTERNATIONAL' && !order.uncollected;
  if (mayDecide && isHeld && types.at(-1) !== 'LinkedOrderAgreed' && owed === 0 && paidBack < terms.total) return 'stuck';
  if (stands && subtype === 'INTERNATIONAL' && (payment.status === 'SUCCESS' || parcel)) return 'abroad';
  const hasEnded = types.some((type) => type === 'CardPaymentAuthorised' || type === 'CardPaymentFailed' || type === 'OrderCancelled');
  if (terms.payment === 'CREDIT' && !hasEnded) return 'payment';
  const isSent = stands && parcel !== null && subtype !== 'INTERNATIONAL' && !isHeld && !isFinal(subtype, parcel.code);
  const isHere = order.handedOverAt === null;
  return isSent && !(isHere && paidBack >= terms.total) && types.at(-1) !== 'LinkedOrderAgreed' ? 'under-way' : undefined;
}

const ORDER_NO = 'WAITS';
const minutesLater = (minute: number): string => new Date(Date.parse(at) + minute * 60_000).toISOString();

const TYPES = { TCAT: 'HOME', UNIMARTC2C: 'CVS', INTERNATIONAL: 'INTERNATIONAL' } as const;
type Subtype = keyof typeof TYPES;

/** Commands that place an order, pay it by card and create its parcel, and the carrier's reports of these codes. */
function sent(subtype: Subtype, ...codes: string[]): OrderCommand[] {
  const parcel = { tradeNo: ORDER_NO, logisticsId: 'L1', subtype };
  return [
    ...placedBy('CREDIT', subtype),
    { type: 'AuthoriseCardPayment', at, recTradeId: 'D1', bankTransactionId: 'T1', amount: 1_100, authCode: '1' },
    { type: 'RecordShipment', at, ...parcel, code: '300', bookingNote: '', cvsPaymentNo: '', cvsValidationNo: '' },
    ...codes.map((code, index): OrderCommand => {
      const carrierAt = minutesLater(index + 1);
      return { type: 'ReportParcelStatus', at: carrierAt, ...parcel, code, carrierAt, source: 'callback' };
    }),
  ];
}
const placedBy = (payment: 'CREDIT' | 'COD', subtype: Subtype): OrderCommand[] => [
  {
    type: 'PlaceOrder',
    at,
    terms: terms({ orderNo: ORDER_NO, payment, delivery: { type: TYPES[subtype], subtype } }),
    subject: subjectOf(ORDER_NO),
    personal,
  },
];
const resend = (linkedOrderNo: string): OrderCommand => ({
  type: 'AgreeLinkedOrder',
  at,
  kind: 'RESEND',
  items: [{ productId: 5, tier: 'ORIGIN', quantity: 1 }],
  linkedOrderNo,
  note: '重新寄出',
});

/** For each list, commands after which an order is in it. */
const EXAMPLES: Record<Waiting, OrderCommand[]> = {
  payment: placedBy('CREDIT', 'TCAT'),
  return: [
    ...sent('TCAT', '3003'),
    { type: 'RequestReturn', at: minutesLater(2), reason: 'NOT_SUITABLE', comment: '不適合', sender: null, bankAccount: null },
  ],
  'not-collected': sent('UNIMARTC2C', '2073', '2074'),
  refused: [...placedBy('COD', 'TCAT'), { type: 'RejectShipment', at, tradeNo: ORDER_NO, reason: 'REFUSED_BY_CARRIER', carrierText: 'x' }],
  store: sent('UNIMARTC2C', '2104'),
  unclear: sent('UNIMARTC2C', '2067', '2053'),
  'held-up': [
    ...sent('TCAT', '3006', '5003'),
    resend('LINKED0000000001'),
    { type: 'EndLinkedOrder', at, linkedOrderNo: 'LINKED0000000001', outcome: 'CANCELLED', withdrawn: true },
  ],
  stuck: sent('TCAT', '3006', '5002'),
  abroad: sent('INTERNATIONAL').slice(0, 2),
  'under-way': sent('TCAT', '3001'),
};
/** Commands after which a proposal waits for a second person. */
const PROPOSED: OrderCommand[] = [...sent('TCAT', '3006'), { type: 'ProposeRefund', at, amount: 100, by: 'one', note: '補償' }];
/** A return that is asked for before the parcel was sent. */
const RETURNED_EARLY: OrderCommand[] = [
  ...sent('TCAT'),
  { type: 'RequestReturn', at: minutesLater(2), reason: 'NOT_SUITABLE', comment: '不適合', sender: null, bankAccount: null },
];
const LISTS = Object.keys(EXAMPLES) as Waiting[];

test('the lists have each order that waits, since when, and what is owed, as its events say', async () => {
  const all = { before: new Date('2099-01-01'), limit: 100 };
  const lists = workLists(database.pool);
  const met = new Set<string>();
  let proposedMet = 0;
  const packed = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(orderCommands(ORDER_NO), { minLength: 1, maxLength: 6 }), async (orders) => {
      await database.pool.query('truncate orders');
      const expected = new Map<string, { wait: string; since: string }>();
      const owed = new Map<string, number>();
      const proposed = new Map<string, string>();
      const toSend = new Map<string, string>();
      for (const [index, commands] of orders.entries()) {
        const orderNo = `${ORDER_NO}${index}`;
        const events = historyOf(commands).events.map((event, revision) => {
          const recordedAt = new Date(Date.parse('2026-11-22T12:00:00Z') + (index * 100 + revision) * 60_000).toISOString();
          return { ...event, stream: `order-${orderNo}`, revision, position: BigInt(revision), recordedAt, metadata: {} };
        });
        for (const event of events) if (event.type === 'OrderPlaced') event.data = { ...event.data, orderNo };
        await ordersProjection.fold(database.pool, 'orders', events as unknown as DecodedEvent[]);
        let state: OrderState = null;
        let received: string | null = null;
        for (const [at, event] of events.entries()) {
          state = orderDecider.evolve(state, event as unknown as Parameters<typeof orderDecider.evolve>[1]);
          const types = events.slice(0, at + 1).map(({ type }) => type);
          const order = state as unknown as Order;
          const wait = waitOf(order, types);
          const isReceived = wait === 'unclear' && order.receivedAt !== null && received === null;
          received = order.receivedAt;
          if (wait === undefined) expected.delete(orderNo);
          else if (expected.get(orderNo)?.wait !== wait || isReceived) expected.set(orderNo, { wait, since: event.recordedAt });
          if (event.type === 'RefundProposed') proposed.set(orderNo, event.recordedAt);
          if (event.type === 'RefundApproved' || event.type === 'RefundDeclined') proposed.delete(orderNo);
        }
        const order = state as unknown as Order;
        const wait = expected.get(orderNo)?.wait;
        const { subtype } = order.terms.delivery;
        const isInWarehouse = order.parcel ? stageOf(subtype, order.parcel.code) === 'preparing' : subtype === 'INTERNATIONAL';
        // Nothing is sent that was not paid, or whose order ended with the carrier's refusal.
        const isOver = wait === undefined || wait === 'payment' || wait === 'refused';
        if (!isOver && isInWarehouse && order.handedOverAt === null && !order.cancelled) toSend.set(orderNo, wait);
        const { owed: amount } = moneyOf(order);
        if (amount > 0) owed.set(orderNo, amount);
      }
      for (const list of LISTS) {
        const rows = await lists.waiting(list, all);
        expect(rows.every(({ unclear }) => (unclear !== null) === (list === 'unclear'))).toBe(true);
        const those = [...expected].filter(([, { wait }]) => wait === list);
        if (those.length > 0) met.add(list);
        expect(rows.map(({ orderNo, since }) => [orderNo, since.toISOString()]).toSorted(), list).toEqual(
          those.map(([orderNo, { since }]) => [orderNo, since]).toSorted(),
        );
      }
      const parcels = await parcelsToSend(database.pool)(all);
      expect(new Map(parcels.map(({ orderNo, waits }) => [orderNo, waits]))).toEqual(toSend);
      for (const { waits } of parcels) packed.add(waits);
      proposedMet += proposed.size;
      expect(new Map((await lists.proposed(all)).map(({ orderNo, since }) => [orderNo, since.toISOString()]))).toEqual(proposed);
      const due = (await lists.refundsDue(all)).map(({ orderNo, refunds }) => [
        orderNo,
        refunds.reduce((sum, { amount }) => sum + amount, 0),
      ]);
      expect(new Map(due as [string, number][])).toEqual(owed);
      expect(new Map((await lists.owedMoney(all)).map(({ orderNo, amount }) => [orderNo, amount]))).toEqual(owed);
    }),
    { numRuns: 100, examples: [[[...Object.values(EXAMPLES), PROPOSED, RETURNED_EARLY]]] },
  );
  expect([...met].toSorted()).toEqual(LISTS.toSorted());
  expect(proposedMet).toBeGreaterThan(0);
  expect([...packed]).toEqual(expect.arrayContaining(['under-way', 'abroad', 'return']));
});

test('an order whose second shipment was withdrawn while the first is held up waits, since then, until it is sent again', async () => {
  await database.pool.query('truncate orders');
  const commands = [...EXAMPLES['held-up'], resend('LINKED0000000002')];
  let state: OrderState = null;
  let revision = 0;
  const listed: string[][] = [];
  for (const command of commands) {
    const decision = orderDecider.decide(command, state);
    if (!decision.ok) throw new Error(decision.rejection.code);
    for (const event of decision.events) {
      const recordedAt = minutesLater(revision);
      const recorded = { ...event, stream: `order-${ORDER_NO}`, revision, position: BigInt(revision), recordedAt, metadata: {} };
      await ordersProjection.fold(database.pool, 'orders', [recorded] as unknown as DecodedEvent[]);
      state = orderDecider.evolve(state, recorded as unknown as Parameters<typeof orderDecider.evolve>[1]);
      revision += 1;
    }
    const rows = await workLists(database.pool).waiting('held-up', { before: new Date('2099-01-01'), limit: 10, only: ORDER_NO });
    listed.push(rows.map(({ since }) => since.toISOString()));
  }
  expect(listed.slice(0, 6).flat()).toEqual([]);
  expect(listed.slice(6)).toEqual([[minutesLater(6)], []]);
});

test('a cancelled parcel that moved waits since then, and anew since its delivery: what was done on the way does not hide it', async () => {
  await database.pool.query('truncate orders');
  const moved = sent('TCAT', '3006', '3003').slice(3);
  const stopped: OrderCommand[] = [
    { type: 'CancelOrder', at, reason: 'CHANGED_MIND' },
    { type: 'CancelShipment', at, tradeNo: ORDER_NO, outcome: 'DO_NOT_SHIP' },
  ];
  const listed: string[] = [];
  let known = 0;
  const commands = [...sent('TCAT'), ...stopped, ...moved];
  for (const [index] of commands.entries()) {
    const { events } = historyOf(commands.slice(0, index + 1));
    const recorded = events.map((event, revision) => {
      return { ...event, stream: `order-${ORDER_NO}`, revision, position: BigInt(revision), recordedAt: at, metadata: {} };
    });
    await ordersProjection.fold(database.pool, 'orders', recorded.slice(known) as unknown as DecodedEvent[]);
    known = recorded.length;
    const rows = await workLists(database.pool).heldParcels({ moved: true, before: new Date('2099-01-01'), limit: 10 });
    listed.push(rows.map(({ since }) => since.toISOString()).join());
  }
  expect(listed.slice(-3)).toEqual(['', minutesLater(1), minutesLater(2)]);
  // The carrier's clock is ahead of the shop's, which recorded all of it before.
  const after = new Date(Date.parse(minutesLater(2)) - 1);
  expect(await workLists(database.pool).heldParcels({ moved: true, after, before: new Date('2099-01-01'), limit: 10 })).toHaveLength(1);
});

/** Folds the events of the commands, each recorded a minute after the one before, and looks after each of the last `looks` commands. */
async function lookAfter<Found>(commands: OrderCommand[], looks: number, look: () => Promise<Found>): Promise<Found[]> {
  await database.pool.query('truncate orders');
  const found: Found[] = [];
  let known = 0;
  for (const [index] of commands.entries()) {
    const recorded = historyOf(commands.slice(0, index + 1)).events.map((event, revision) => {
      const recordedAt = minutesLater(revision);
      return { ...event, stream: `order-${ORDER_NO}`, revision, position: BigInt(revision), recordedAt, metadata: {} };
    });
    await ordersProjection.fold(database.pool, 'orders', recorded.slice(known) as unknown as DecodedEvent[]);
    known = recorded.length;
    if (index >= commands.length - looks) found.push(await look());
  }
  return found;
}

test('an unclear parcel that reaches its buyer after its refund is a new row: what was done on the way does not hide it', async () => {
  const way = sent('UNIMARTC2C', '2073', '2074');
  const [, , , , , ...on] = sent('UNIMARTC2C', '2073', '2074', '2030', '2067');
  const commands: OrderCommand[] = [...way, { type: 'StartRefunds', at: minutesLater(2) }, ...on];
  const look = async () =>
    (await workLists(database.pool).waiting('unclear', { before: new Date('2099-01-01'), limit: 10 })).map(({ unclear, since }) => ({
      unclear,
      since: since.toISOString(),
    }));
  const [before, moves, received] = await lookAfter(commands, 3, look);
  expect(before).toEqual([]);
  expect(moves).toMatchObject([{ unclear: 'moves-on' }]);
  expect(received).toMatchObject([{ unclear: 'moves-on' }]);
  expect(Date.parse(received?.[0]?.since ?? '')).toBeGreaterThan(Date.parse(moves?.[0]?.since ?? ''));
});

test('an order that owes money twice owes it since the older debt, and once that one is paid since the other one', async () => {
  const refunded: OrderCommand = {
    type: 'IssueRefund',
    at,
    refundId: '',
    amount: 1_100,
    reason: 'SECOND_CHARGE',
    way: 'card',
    strayTradeId: 'D2',
  };
  const commands: OrderCommand[] = [
    ...sent('TCAT'),
    { type: 'RecordStrayCharge', at, recTradeId: 'D2', bankTransactionId: 'T2', amount: 1_100 },
    { type: 'StartRefunds', at },
    { type: 'GrantRefund', at, amount: 100, note: '補償' },
    { ...refunded, refundId: `R2${ORDER_NO}` },
  ];
  const look = async () => (await workLists(database.pool).owedMoney({ before: new Date('2099-01-01'), limit: 10 })).at(0);
  const [stray, started, both, goodwill] = await lookAfter(commands, 4, look);
  expect(stray).toMatchObject({ amount: 1_100 });
  expect([started?.since, both?.since], 'the second debt makes the first one no newer').toEqual([stray?.since, stray?.since]);
  expect([both?.amount, goodwill?.amount]).toEqual([1_200, 100]);
  expect(goodwill?.since.getTime()).toBeGreaterThan(stray?.since.getTime() ?? Infinity);
});

test('while the table of the release before is shown, no order has a proposal, and none is unsettled', async () => {
  const older = await testDatabase([]);
  await older.pool.query(ordersProjection.createTable('orders'));
  const lists = workLists(older.pool);
  const all = { before: new Date('2099-01-01'), limit: 10 };
  await older.pool.query('alter table orders drop column proposed_at');
  expect(await lists.proposed(all)).toEqual([]);
  await older.pool.query('alter table orders drop column unsettled');
  expect(await lists.unsettled()).toEqual([]);
  await older.pool.query('alter table orders drop column owed_since');
  await expect(lists.refundsDue(all)).rejects.toThrow('owed_since');
  await older.drop();
});
