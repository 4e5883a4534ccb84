import { orderDecider, orderStream, type OrderCommand } from '@nordhaut/ordering';
import { personal, terms } from '@nordhaut/ordering/testing';
import { createCommands } from '@nordhaut/platform/envelope';
import { testContext, testShop, type TestShop } from '@nordhaut/platform/envelope/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeChange } from './change-store.ts';

const at = '2026-11-20T01:00:00.000Z';
const orderNo = 'STORECHANGE00001';
const [CLOSED, SECOND, THIRD] = ['131386', '991182', '896539'].map((id) => ({ id, name: `${id}門市`, address: '臺北市大安區' }));
const subtype = 'UNIMARTC2C';
const parcel = { tradeNo: `${orderNo}S1`, logisticsId: 'L1', subtype } as const;

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.drop());

// The first process dies after the carrier's answer, another person names a third store, and then the first request comes again.
test('a repeated request does not send the parcel back to the store that a later choice replaced', async () => {
  const { store, codec } = shop.another();
  const commands = createCommands({ store, codec });
  const send = async (command: OrderCommand) => {
    const outcome = await commands.handle(orderStream(orderNo), orderDecider, command, testContext());
    if (!outcome.ok) throw new Error(outcome.rejection.code);
  };
  await send({
    type: 'PlaceOrder',
    at,
    terms: terms({ orderNo, payment: 'COD', delivery: { type: 'CVS', subtype } }),
    subject: `guest:${orderNo}`,
    personal: { contact: { ...personal.contact, store: CLOSED ?? null } },
  });
  await send({ type: 'RecordShipment', at, ...parcel, code: '300', bookingNote: '', cvsPaymentNo: 'A1', cvsValidationNo: '1' });
  const report = {
    type: 'ReportParcelStatus',
    at,
    ...parcel,
    code: '2104',
    carrierAt: '2026-11-20T02:00:00.000Z',
    source: 'callback',
  } as const;
  await send(report);

  /** what the carrier was asked for, and what it answers: the number of tries without an answer */
  const asked: string[] = [];
  const answers = ['unknown', 'refused', 'changed', 'changed'] as const;
  const change = storeChange({
    commands,
    carrier: {
      changeStore: (_, storeId) => {
        const kind = answers[asked.push(storeId) - 1] ?? 'changed';
        return Promise.resolve(kind === 'changed' ? { kind } : kind === 'refused' ? { kind, text: '' } : { kind, reason: '' });
      },
    },
    directory: {
      validateStore: (id) => {
        const found = [SECOND, THIRD].find((one) => one?.id === id);
        return Promise.resolve(found ? { kind: 'known', store: found } : { kind: 'unknown-store' });
      },
    },
    clock: () => new Date(at),
  });
  const choose = async (storeId: string, expectedRevision: number, context = testContext()) => {
    const { state } = await commands.load(orderStream(orderNo), orderDecider);
    if (!state) throw new Error('no order');
    return change(orderNo, state, { type: 'change-store', storeId }, { expectedRevision, reason: '門市歇業' }, context);
  };
  const first = testContext();
  expect(await choose('991182', 2, first)).toMatchObject({ outcome: 'unanswered', revision: 3 });
  expect(await choose('991182', 3)).toMatchObject({ outcome: 'refused', revision: 5 });
  expect(await choose('896539', 5)).toMatchObject({ outcome: 'done', revision: 7 });

  expect(await choose('991182', 2, first)).toMatchObject({ outcome: 'done', revision: 7 });
  expect(asked).toEqual(['991182', '991182', '896539']);
  const { state } = await commands.load(orderStream(orderNo), orderDecider);
  expect(state?.personal.contact?.store?.id).toBe('896539');
});
