import type { CreateOutcome, QueryOutcome } from '@nordhaut/logistics';
import { orderDecider, orderStream } from '@nordhaut/ordering';
import { createCommands } from '@nordhaut/platform/envelope';
import { testContext, testShop, type TestShop } from '@nordhaut/platform/envelope/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckoutDeps } from './deps.ts';
import { createCheckoutProcess } from './process.ts';
import { personal, terms as anyTerms } from './testing.ts';

const at = '2026-11-20T01:00:00.000Z';
const MINUTE = 60_000;
const none: QueryOutcome = { kind: 'none', text: '查無物流訂單資料' };
const known: QueryOutcome = {
  kind: 'status',
  tradeNo: '',
  logisticsId: 'L1',
  subtype: 'TCAT',
  code: '300',
  bookingNote: '',
  cvsPaymentNo: '',
  cvsValidationNo: '',
  askedAt: at,
};

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.drop());

/**
 * The process of an order that began. `carrier` gets the minutes since then; `more` is what else of the shop it needs. `driveAt` sets the
 * minutes.
 */
async function begun(orderNo: string, carrier: (minutes: () => number) => object, more: object = {}, payment: 'COD' | 'CREDIT' = 'COD') {
  const { store, codec } = shop.another();
  const commands = createCommands({ store, codec });
  let minutes = 0;
  const process = createCheckoutProcess({
    commands,
    carrier: carrier(() => minutes),
    reservations: [],
    parcelPatienceMs: 120 * MINUTE,
    clock: () => new Date(Date.parse(at) + minutes * MINUTE),
    log: { warn: () => undefined, error: () => undefined },
    ...more,
  } as unknown as CheckoutDeps);
  const terms = { ...anyTerms, orderNo, payment };
  await process.start(orderNo, { type: 'StartCheckout', at, terms, subject: `guest:${orderNo}`, personal }, testContext());
  return {
    process,
    commands,
    drive: (graceIsOver = false) => process.drive(orderNo, { context: testContext(), graceIsOver }),
    driveAt(now: number) {
      minutes = now;
      return process.drive(orderNo, { context: testContext(), graceIsOver: true });
    },
  };
}

/** A cash order whose first request got no answer, and whose second one the carrier refused. `takenAt`: minutes after that. */
async function refused(orderNo: string, takenAt: number) {
  const created: CreateOutcome[] = [
    { kind: 'unknown', reason: 'TIMEOUT', sent: true },
    { kind: 'refused', text: '收件人姓名格式錯誤' },
  ];
  const { commands, drive, driveAt } = await begun(orderNo, (minutes) => ({
    create: () => Promise.resolve(created.shift() ?? expect.fail('a third request')),
    query: ({ tradeNo }: { tradeNo: string }) => Promise.resolve(minutes() < takenAt ? none : { ...known, tradeNo }),
    cancel: () => Promise.resolve({ kind: 'not-supported' }),
  }));
  expect(await drive()).toMatchObject({ step: 'ship' });
  expect(await drive()).toMatchObject({ step: 'find-parcel', order: { cancelled: 'SHIPMENT_REJECTED', recall: null } });
  return {
    driveAt,
    order: async () => (await commands.load(orderStream(orderNo), orderDecider)).state,
    /** The carrier's callback about the parcel. */
    report: (code: string, now: string, logisticsId = 'L1') =>
      commands.handle(
        orderStream(orderNo),
        orderDecider,
        {
          type: 'ReportParcelStatus',
          at: now,
          tradeNo: `${orderNo}S1`,
          logisticsId,
          subtype: anyTerms.delivery.subtype as 'TCAT',
          code,
          carrierAt: now,
          source: 'callback',
        },
        testContext(),
      ),
  };
}

test.each([2, 30])('a parcel that the carrier takes %i minutes after it refused a later request is found and not sent', async (takenAt) => {
  const { driveAt, order } = await refused(`LATEPARCEL${String(takenAt).padStart(6, '0')}`, takenAt);
  expect(await driveAt(takenAt - 0.5)).toMatchObject({ step: 'find-parcel', order: { shipment: null, recall: null } });
  expect(await driveAt(takenAt)).toMatchObject({ step: 'done' });
  expect(await order()).toMatchObject({ shipment: { logisticsId: 'L1' }, recall: 'DO_NOT_SHIP' });
});

test('where the carrier has no parcel two hours after the cancellation, the looks end', async () => {
  const { driveAt, order } = await refused('LATEPARCELNEVER1', Number.POSITIVE_INFINITY);
  expect(await driveAt(119)).toMatchObject({ step: 'find-parcel' });
  expect(await driveAt(120)).toMatchObject({ step: 'done' });
  expect(await order()).toMatchObject({ shipment: null, recall: 'NEVER_CREATED' });
});

test.each([
  ['300', null],
  ['3006', '2026-11-20T05:00:00.000Z'],
])(
  'a parcel that the carrier takes after that is stopped, and support sees it, as soon as the carrier reports it: %s',
  async (code, movedAt) => {
    const { driveAt, report, order } = await refused(`LATEPARCELGO${code.padEnd(4, '0')}`, Number.POSITIVE_INFINITY);
    expect(await report(code, '2026-11-20T01:30:00.000Z')).toMatchObject({ ok: false, rejection: { code: 'PARCEL_UNKNOWN' } });
    await driveAt(120);
    expect(await report(code, '2026-11-20T05:00:00.000Z')).toMatchObject({ ok: true });
    expect(await driveAt(240)).toMatchObject({ step: 'done' });
    expect(await order()).toMatchObject({
      shipment: { logisticsId: 'L1' },
      recall: 'DO_NOT_SHIP',
      handedOverAt: movedAt,
      parcel: { code },
    });
    expect(await report('3003', '2026-11-20T09:00:00.000Z', 'L2'), 'another parcel').toMatchObject({ ok: false });
  },
);

/** A paid order with a parcel that its buyer cancels while the carrier does not answer. `answersAt`: minutes after that. */
async function cancelled(orderNo: string, answersAt: number) {
  const paid = { kind: 'authorised', recTradeId: 'D1', bankTransactionId: 'T1', authCode: '1', lastFour: '0575' };
  const { process, driveAt } = await begun(
    orderNo,
    (minutes) => ({
      create: ({ tradeNo }: { tradeNo: string }) => Promise.resolve({ ...known, kind: 'created', tradeNo, updatedAt: at }),
      cancel: () => Promise.resolve(minutes() < answersAt ? { kind: 'unknown', reason: 'TIMEOUT' } : { kind: 'cancelled' }),
    }),
    {
      processor: {
        pay: () => Promise.resolve(paid),
        refund: ({ amount }: { amount: number }) => Promise.resolve({ kind: 'refunded', amount }),
      },
      paymentUrls: { redirect: '', notify: '', merchantId: '' },
    },
    'CREDIT',
  );
  expect(await process.drive(orderNo, { context: testContext(), prime: 'prime' })).toMatchObject({ step: 'done' });
  expect(await process.cancel(orderNo, 'CHANGED_MIND', testContext())).toMatchObject({ ok: true, order: { recall: null, refunds: [] } });
  return driveAt;
}

test('a carrier that does not answer the recall of a parcel delays the refund for two hours, and then the warehouse keeps the parcel', async () => {
  const driveAt = await cancelled('SILENTCARRIER001', Number.POSITIVE_INFINITY);
  expect(await driveAt(119)).toMatchObject({ step: 'recall', order: { recall: null, refunds: [] } });
  expect(await driveAt(120)).toMatchObject({ step: 'done', order: { recall: 'DO_NOT_SHIP', refunds: [{ reason: 'CANCELLED' }] } });
});

test('a carrier that answers within them stops the parcel itself', async () => {
  const driveAt = await cancelled('SILENTCARRIER002', 30);
  expect(await driveAt(30)).toMatchObject({ step: 'done', order: { recall: 'CANCELLED_AT_CARRIER', refunds: [{ reason: 'CANCELLED' }] } });
});

test('why the carrier takes no parcel is in the log where it is no fault of the buyer, and a refusal’s text is not', async () => {
  const answers: CreateOutcome[] = [
    { kind: 'unknown', reason: '帳戶餘額不足 10500049', sent: true },
    { kind: 'refused', text: '收件人王小明格式錯誤' },
  ];
  const logged: object[] = [];
  const orderNo = 'LATEPARCELWHY000';
  const { drive } = await begun(orderNo, () => ({ create: () => Promise.resolve(answers.shift()), query: () => Promise.resolve(none) }), {
    log: { warn: (data: object) => logged.push(data), error: () => undefined },
  });
  for (let times = 0; times < 2; times++) await drive();
  expect(logged).toEqual([
    { orderNo, outcome: 'unknown', reason: '帳戶餘額不足 10500049', log: 'ORDER_LOGISTICS' },
    { orderNo, outcome: 'refused', log: 'ORDER_LOGISTICS' },
  ]);
});

/** A cash order whose first number the carrier spent on a refusal that is no fault of the parcel. */
async function withSpentNumber(orderNo: string) {
  const asked: string[] = [];
  const parcels = new Set<string>();
  const { driveAt } = await begun(orderNo, () => ({
    create({ tradeNo }: { tradeNo: string }): Promise<object> {
      asked.push(tradeNo.slice(-2));
      if (asked.length === 1) return Promise.resolve({ kind: 'unknown', reason: '帳戶餘額不足 10500049', sent: true });
      if (tradeNo.endsWith('S1')) return Promise.resolve({ kind: 'unknown', reason: 'the number was used before', sent: true, used: true });
      parcels.add(tradeNo);
      return Promise.resolve({ ...known, kind: 'created', tradeNo, updatedAt: at });
    },
    query: ({ tradeNo }: { tradeNo: string }) => Promise.resolve(parcels.has(tradeNo) ? { ...known, tradeNo } : none),
  }));
  return { asked, parcels, driveAt };
}

test('a number that the carrier spent on a refusal is followed by the next one, once the carrier has known no parcel for two hours', async () => {
  const { driveAt, asked } = await withSpentNumber('SPENTNUMBER00001');
  for (const now of [0, 10, 129]) expect(await driveAt(now)).toMatchObject({ step: 'ship', order: { shipment: null, cancelled: null } });
  expect(asked).toEqual(['S1', 'S1', 'S1']);
  expect(await driveAt(130)).toMatchObject({ step: 'ship' });
  expect(await driveAt(131)).toMatchObject({ step: 'done', order: { shipment: { tradeNo: 'SPENTNUMBER00001S2', logisticsId: 'L1' } } });
  expect(asked).toEqual(['S1', 'S1', 'S1', 'S1', 'S2']);
});

test('a parcel whose query lagged behind for less than that is found under its first number', async () => {
  const { driveAt, asked, parcels } = await withSpentNumber('SPENTNUMBER00002');
  for (const now of [0, 10, 100]) await driveAt(now);
  parcels.add('SPENTNUMBER00002S1');
  expect(await driveAt(200)).toMatchObject({ step: 'done', order: { shipment: { tradeNo: 'SPENTNUMBER00002S1' } } });
  expect(asked).not.toContain('S2');
});
