import { evolveOrder, moneyOf, needsRecall, orderDecider, type OrderCommand, type OrderEvent, type OrderState } from '@nordhaut/ordering';
import { type TestDatabase, testDatabase } from '@nordhaut/platform/database/testing';
import { type DomainEvent, PURPOSES } from '@nordhaut/platform/decider';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutDecider, type Checkout, type CheckoutCommand } from './checkout.ts';
import { isOpen, nextStep } from './next-step.ts';
import { openCheckoutsProjection, type OpenCheckoutRow } from './open-checkouts.ts';
import { personal, terms } from './testing.ts';

const TABLE = 'open_checkouts_tried';
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query(openCheckoutsProjection.createTable(TABLE));
});
afterAll(() => database.drop());

const at = '2026-11-20T01:00:00.000Z';
const { orderNo } = terms;
const payment = { at, recTradeId: 'D1', bankTransactionId: 'T', amount: terms.total };
const parcel = {
  at,
  tradeNo: `${orderNo}S1`,
  logisticsId: 'L',
  subtype: 'TCAT',
  bookingNote: '',
  cvsPaymentNo: '',
  cvsValidationNo: '',
} as const;
const report = {
  type: 'ReportParcelStatus',
  at,
  tradeNo: parcel.tradeNo,
  logisticsId: 'L',
  subtype: 'TCAT',
  carrierAt: at,
  source: 'callback',
} as const;
const subject = `guest:${orderNo}`;

const orderCommands = {
  place: { type: 'PlaceOrder', at, terms, subject, personal },
  'go to the bank': { type: 'StartCardPayment', ...payment, paymentUrl: 'https://bank.example' },
  pay: { type: 'AuthoriseCardPayment', ...payment, authCode: '1' },
  'pay twice': { type: 'RecordStrayCharge', ...payment, recTradeId: 'D2' },
  'refuse the card': { type: 'FailCardPayment', at, reason: 'REFUSED', providerCode: 1, recTradeId: null },
  'give the payment up': { type: 'FailCardPayment', at, reason: 'ABANDONED', providerCode: null, recTradeId: 'D1' },
  ship: { type: 'RecordShipment', ...parcel, code: '300' },
  'refuse the parcel': { type: 'RejectShipment', at, tradeNo: parcel.tradeNo, reason: 'REFUSED_BY_CARRIER', carrierText: '' },
  deliver: { ...report, code: '3003' },
  'return the parcel': { ...report, code: '40000' },
  cancel: { type: 'CancelOrder', at, reason: 'CHANGED_MIND' },
  'cancel for the process': { type: 'CancelOrder', at, reason: 'PAYMENT_TOO_LATE' },
  'find no parcel': { type: 'CancelShipment', at, tradeNo: parcel.tradeNo, outcome: 'NEVER_CREATED' },
  recall: { type: 'CancelShipment', at, tradeNo: parcel.tradeNo, outcome: 'DO_NOT_SHIP' },
  'start the refunds': { type: 'StartRefunds', at },
} as const satisfies Record<string, OrderCommand>;
const checkoutCommands = {
  begin: { type: 'StartCheckout', at, terms, subject, personal },
  complete: { type: 'CompleteCheckout', at },
  fail: { type: 'FailCheckout', at, code: 'FAILED' },
  'end the doubt': { type: 'EndPaymentDoubt', at, reason: 'EXPIRED' },
} as const satisfies Record<string, CheckoutCommand>;
type Act = keyof typeof orderCommands | keyof typeof checkoutCommands | 'refund';
const ACTS = [...Object.keys(orderCommands), ...Object.keys(checkoutCommands), 'refund'] as Act[];

/** Applies the acts that the deciders allow. Returns the events and both states. It closes a checkout only when its process would. */
function history(acts: readonly Act[]) {
  let checkout: Checkout = null;
  let order: OrderState = null;
  const events: DecodedEvent[] = [];
  const record = <E extends DomainEvent>(stream: DecodedEvent['stream'], event: E) => {
    const recorded = { ...event, stream, revision: events.length, position: BigInt(events.length), recordedAt: at };
    events.push(recorded as unknown as DecodedEvent);
    return recorded;
  };
  for (const act of acts) {
    if (act in checkoutCommands) {
      const step = nextStep(checkout, order);
      if ((act === 'complete' && step !== 'complete') || (act === 'fail' && order && step !== 'fail')) continue;
      const decision = checkoutDecider.decide(checkoutCommands[act as keyof typeof checkoutCommands], checkout);
      if (decision.ok)
        for (const event of decision.events) checkout = checkoutDecider.evolve(checkout, record(`checkout-${orderNo}`, event));
    } else {
      if (!checkout) continue;
      const debt: object | undefined = order ? moneyOf(order).debts.find(({ started }) => started) : undefined;
      if (act === 'refund' && !debt) continue;
      const command =
        act === 'refund' ? ({ type: 'IssueRefund', at, ...debt } as OrderCommand) : orderCommands[act as keyof typeof orderCommands];
      const decision = orderDecider.decide(command, order);
      if (decision.ok) for (const event of decision.events) order = evolveOrder(order, record(`order-${orderNo}`, event as OrderEvent));
    }
  }
  return { events, checkout, order };
}

async function rowAfter(events: DecodedEvent[]): Promise<OpenCheckoutRow | undefined> {
  await database.pool.query(`truncate ${TABLE}`);
  await openCheckoutsProjection.fold(database.pool, TABLE, events);
  return (await database.pool.query<OpenCheckoutRow>(`select * from ${TABLE}`)).rows[0];
}
const listed = async (acts: readonly Act[]): Promise<string> => {
  const row = await rowAfter(history(acts).events);
  return row?.open ? (row.doubtful ? 'doubtful' : 'open') : 'off';
};

describe('the list of open checkouts', () => {
  test.each<[string, Act[], string]>([
    ['contains a checkout in progress', ['begin', 'place', 'go to the bank'], 'open'],
    ['contains a failed checkout that is not closed', ['begin', 'place', 'refuse the card'], 'open'],
    ['contains a checkout that owes a refund', ['begin', 'place', 'pay', 'refuse the parcel', 'cancel for the process'], 'open'],
    ['contains a failed checkout whose order was placed afterwards', ['begin', 'fail', 'place'], 'open'],
    ['contains an abandoned payment as doubtful', ['begin', 'place', 'give the payment up', 'fail'], 'doubtful'],
    [
      'no longer contains a doubtful payment after its time limit',
      ['begin', 'place', 'give the payment up', 'fail', 'end the doubt'],
      'off',
    ],
    ['contains a late payment until its refund', ['begin', 'place', 'give the payment up', 'fail', 'pay', 'cancel'], 'open'],
    ['does not contain a completed checkout', ['begin', 'place', 'pay', 'ship', 'complete'], 'off'],
    ['does not contain a checkout that failed before its order', ['begin', 'fail'], 'off'],
    ['does not contain a checkout with a refused card', ['begin', 'place', 'refuse the card', 'fail'], 'off'],
    [
      'does not contain a checkout whose late payment was refunded',
      ['begin', 'place', 'give the payment up', 'fail', 'pay', 'cancel for the process', 'start the refunds', 'refund'],
      'off',
    ],
    ['does not contain a checkout that was cancelled after it had failed', ['begin', 'fail', 'place', 'cancel for the process'], 'off'],
    [
      'contains a payment that was abandoned after the cancellation of the order',
      ['begin', 'fail', 'place', 'cancel for the process', 'give the payment up'],
      'doubtful',
    ],
    ['does not contain an order without a checkout', ['place', 'ship'], 'off'],
  ])('%s', async (_, acts, expected) => expect(await listed(acts)).toBe(expected));

  test('keeps no row of a checkout that failed before its order, once its buyer was forgotten', async () => {
    const { events, checkout } = history(['begin', 'fail']);
    expect(await rowAfter(events)).toMatchObject({ open: false });
    const forget: CheckoutCommand = {
      type: 'ForgetVisitor',
      forgotten: { at, purposes: [...PURPOSES], requester: 'CALENDAR', reason: 'PURPOSE_ENDED', kept: [] },
    };
    const decision = checkoutDecider.decide(forget, checkout);
    if (!decision.ok) throw new Error(decision.rejection.code);
    const forgotten = decision.events.map((event) => ({
      ...event,
      stream: `checkout-${orderNo}`,
      revision: 2,
      position: 2n,
      recordedAt: at,
    }));
    expect(await rowAfter([...events, ...(forgotten as unknown as DecodedEvent[])])).toBeUndefined();
  });

  test('contains, with the unsettled orders, exactly the checkouts for which isOpen is true (property)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...ACTS), { maxLength: 14 }), async (acts) => {
        const { events, checkout, order } = history(['begin', ...acts]);
        const row = await rowAfter(events);
        // The same condition as in the orders' projection.
        const isUnsettled = order !== null && (moneyOf(order).debts.some(({ way }) => way === 'card') || needsRecall(order) !== undefined);
        expect(row?.open === true || isUnsettled).toBe(isOpen(checkout, order));
      }),
      { numRuns: 200 },
    );
  });
});
