import { orderDecider, orderStream, type OrderCommand } from '@nordhaut/ordering';
import type { FindOutcome } from '@nordhaut/payments';
import { createCommands } from '@nordhaut/platform/envelope';
import { testContext, testShop, type TestShop } from '@nordhaut/platform/envelope/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkoutDecider } from './checkout.ts';
import type { CheckoutDeps } from './deps.ts';
import { checkoutStream, type Run } from './run.ts';
import { createCheckoutProcess } from './process.ts';
import { findParcel, shipOrder } from './shipment-step.ts';
import { personal, terms as anyTerms } from './testing.ts';

const at = '2026-11-20T01:00:00.000Z';
const orderNo = 'CANCEL0000000001';
const terms = { ...anyTerms, orderNo };

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.drop());

test('refuses a cancellation while another process has a charge that the buyer can still pay at the bank', async () => {
  const { store, codec } = shop.another();
  const commands = createCommands({ store, codec });
  const pending: FindOutcome = {
    kind: 'found',
    record: {
      recTradeId: 'D1',
      status: 'pending',
      amount: 100,
      originalAmount: 100,
      refundedAmount: 0,
      currency: 'TWD',
      orderNo,
      merchantId: '',
      bankTransactionId: 'TP1',
      authCode: '',
      lastFour: '',
      bankResultCode: '',
      bankResultMessage: '',
    },
    others: [],
  };
  const deps = {
    commands,
    processor: { find: () => Promise.resolve(pending) },
    reservations: [],
    paymentUrls: { redirect: '', notify: '', merchantId: '' },
    clock: () => new Date(at),
    log: { warn: () => undefined, error: () => undefined },
  } as unknown as CheckoutDeps;
  const process = createCheckoutProcess(deps);
  const subject = `guest:${orderNo}`;
  await process.start(orderNo, { type: 'StartCheckout', at, terms, subject, personal }, testContext());
  await commands.handle(checkoutStream(orderNo), checkoutDecider, { type: 'RequestCharge', at }, testContext());

  expect(await process.cancel(orderNo, 'CHANGED_MIND', testContext())).toMatchObject({ ok: false, rejection: { code: 'PAYMENT_UNCLEAR' } });
  const { state } = await commands.load(orderStream(orderNo), orderDecider);
  expect(state).toMatchObject({ cancelled: null, payment: { status: 'HANDLING' } });
});

/** Runs one step of an order whose buyer's data was erased. `found`: the carrier has its parcel. */
function forgotten(found: boolean) {
  const query = vi.fn<(parcel: { tradeNo: string }) => Promise<object>>((parcel) =>
    Promise.resolve(
      found
        ? { kind: 'status', ...parcel, logisticsId: 'L1', subtype: 'TCAT', code: '300', bookingNote: '', askedAt: at }
        : { kind: 'none', text: '' },
    ),
  );
  const given: OrderCommand[] = [];
  const deps = { carrier: { query }, reservations: [], log: { warn: () => undefined } } as unknown as CheckoutDeps;
  const order = { terms, personal: {}, shipment: null, timeline: [] };
  const run = {
    orderNo,
    snapshot: { checkout: null },
    now: () => at,
    placed: () => order,
    order: (_: string, command: OrderCommand) => Promise.resolve(given.push(command)),
  } as unknown as Run;
  return { deps, run, query, given };
}

test.each([
  ['find-parcel', findParcel, 'CancelShipment'],
  ['ship', shipOrder, 'RejectShipment'],
] as const)('the step %s finds the parcel by its trade number after the erasure of the buyer', async (_, step, without) => {
  for (const [found, command] of [
    [true, 'RecordShipment'],
    [false, without],
  ] as const) {
    const { deps, run, query, given } = forgotten(found);
    expect(await step(deps, run, new Map())).toBe('done');
    expect(query).toHaveBeenCalledWith({ subtype: 'TCAT', tradeNo: `${orderNo}S1` });
    expect(given.map(({ type }) => type)).toEqual([command]);
  }
});
