import type { CreateOutcome, QueryOutcome } from '@nordhaut/logistics';
import { orderDecider, orderStream } from '@nordhaut/ordering';
import { createCommands } from '@nordhaut/platform/envelope';
import { testContext, testShop, type TestShop } from '@nordhaut/platform/envelope/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CheckoutDeps } from './deps.ts';
import { createCheckoutProcess } from './process.ts';
import { personal, terms as anyTerms } from './testing.ts';

const at = '2026-11-20T01:00:00.000Z';
const orderNo = 'LATEPARCEL000001';
const terms = { ...anyTerms, orderNo, payment: 'COD' as const };
const none: QueryOutcome = { kind: 'none', text: '查無物流訂單資料' };
const parcel: QueryOutcome = {
  kind: 'status',
  tradeNo: `${orderNo}S1`,
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

test('a parcel that the carrier takes from a lost request after it refused the next one is found and not sent', async () => {
  const { store, codec } = shop.another();
  const commands = createCommands({ store, codec });
  const created: CreateOutcome[] = [
    { kind: 'unknown', reason: 'TIMEOUT', sent: true },
    { kind: 'refused', text: '收件人姓名格式錯誤' },
  ];
  let known: QueryOutcome = none;
  const deps = {
    commands,
    carrier: {
      create: () => Promise.resolve(created.shift() ?? expect.fail('a third request')),
      query: () => Promise.resolve(known),
      cancel: () => Promise.resolve({ kind: 'not-supported' }),
    },
    reservations: [],
    clock: () => new Date(at),
    log: { warn: () => undefined, error: () => undefined },
  } as unknown as CheckoutDeps;
  const process = createCheckoutProcess(deps);
  const drive = (graceIsOver = false) => process.drive(orderNo, { context: testContext(), graceIsOver });
  await process.start(orderNo, { type: 'StartCheckout', at, terms, subject: `guest:${orderNo}`, personal }, testContext());

  expect(await drive()).toMatchObject({ step: 'ship' });
  expect(await drive()).toMatchObject({ step: 'find-parcel', order: { cancelled: 'SHIPMENT_REJECTED', recall: null } });
  known = parcel;
  expect(await drive(true)).toMatchObject({ step: 'done' });
  const { state } = await commands.load(orderStream(orderNo), orderDecider);
  expect(state).toMatchObject({ shipment: { logisticsId: 'L1' }, recall: 'DO_NOT_SHIP' });
});
