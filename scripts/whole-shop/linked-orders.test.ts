import { randomUUID } from 'node:crypto';
import type { OrderAnswer } from '@nordhaut/contracts';
import type { ActAnswer, ActsAnswer, HistoryAnswer, OrderAct, PreviewAnswer } from '@nordhaut/contracts/support';
import { moneyOf, type Order, orderDecider, orderStream } from '@nordhaut/ordering';
import { ordering } from '@nordhaut/ordering/module';
import { forgetWhatIsDue } from '@nordhaut/platform/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allIsWell, caughtUp } from './fixtures/all-is-well.ts';
import { type Browser, checkOut, codOrder } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { receivedMails } from './fixtures/mails.ts';
import { support } from './fixtures/marked-orders.ts';
import { booksAgree, memberWith, prepare, send, walletOf } from './fixtures/member-promotions.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { control, parcelsOf, paymentsOf } from './fixtures/records.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { HASTY, testShop, type TestShop } from './fixtures/test-shop.ts';

// Goods that are sent again in an order of their own (infra/decisions/101).

let shop: TestShop;
let staff: Browser;
/** the step after which the next drive dies, once */
let deadly: string | undefined;
beforeAll(async () => {
  const afterStep = (step: string): void => {
    if (step !== deadly) return;
    deadly = undefined;
    throw new Error(`died after ${step}`);
  };
  // One person sends all of it again here; what one person may is shown in support-abroad.test.ts.
  shop = await testShop({ ...HASTY, REFUND_ALONE_MAX: '1000000', REFUNDS_ALONE_A_DAY: '1000' }, { afterStep });
  staff = await signedInStaff(shop, ['view', 'act', 'refund'], '林客服');
});
afterAll(() => shop.close());

const path = (orderNo: string, what: string): string => `/api/support/orders/${orderNo}/${what}`;
const orderOf = async (orderNo: string): Promise<Order> =>
  (await shop.shop.engine.commands.load(orderStream(orderNo), orderDecider)).state as Order;
const actsOf = async (orderNo: string) => (await staff.get<ActsAnswer>(path(orderNo, 'acts'))).body;
const all = (order: Order) => order.terms.lines.map(({ productId, tier, quantity }) => ({ productId, tier, quantity }));

async function act(orderNo: string, what: OrderAct, expectedRevision?: number) {
  const expected = expectedRevision ?? (await actsOf(orderNo)).revision;
  const kind = what.type === 'receive-return' || what.type === 'goodwill' ? 'payments' : 'decisions';
  const body = { act: what, expectedRevision: expected, reason: '顧客來電說明' };
  return staff.post<ActAnswer & { code: string }>(path(orderNo, kind), body, { key: randomUUID() });
}
async function placed(buyer = shop.visit(), order: Parameters<typeof checkOut>[1] = cardOrder(MASTERCARD)) {
  const { orderNo, body } = await checkOut(buyer, order);
  await eventually(async () => (await orderOf(orderNo))?.shipment != null, 'the parcel');
  return { buyer, orderNo, proof: body.proof };
}
async function reported(orderNo: string, codes: readonly number[]): Promise<void> {
  for (const code of codes) await control(shop, `parcels/${orderNo}`, { code });
  await eventually(async () => (await orderOf(orderNo)).parcel?.code === String(codes.at(-1)), 'the report');
}
async function lost(buyer?: Browser) {
  const made = await placed(buyer);
  await reported(made.orderNo, [3001, 3006, 5002]);
  return made;
}
/** The number of the linked order, when it stands and has its parcel. */
async function linkedOf(orderNo: string): Promise<string> {
  await eventually(async () => (await orderOf(orderNo)).linked?.at(-1)?.state === 'PLACED', 'the linked order');
  const { linkedOrderNo } = (await orderOf(orderNo)).linked?.at(-1) ?? { linkedOrderNo: '' };
  await eventually(async () => (await orderOf(linkedOrderNo)).shipment !== null, 'its parcel');
  return linkedOrderNo;
}
const resend = async (orderNo: string): Promise<OrderAct> => ({ type: 'resend', items: all(await orderOf(orderNo)) });

test('a lost parcel is sent again: linked both ways, nothing due, one mail, and no money back as well', async () => {
  const { buyer, orderNo, proof } = await lost();
  const memberId = 'member-of-the-lost-parcel';
  expect((await actsOf(orderNo)).ownEmail).toEqual([]);
  await support(shop, orderNo, { type: 'AdoptOrder', at: shop.shop.engine.clock().toISOString(), memberId, by: 'COOKIE' });
  const origin = await orderOf(orderNo);
  const what = await resend(orderNo);
  const { preview } = (await staff.post<PreviewAnswer>(path(orderNo, 'preview'), { act: what })).body;
  expect(preview).toMatchObject({ closed: null, debts: [], effects: [{ what: '換貨與補寄', before: '—' }] });
  expect((await act(orderNo, what)).status).toBe(200);

  const linkedNo = await linkedOf(orderNo);
  const linked = await orderOf(linkedNo);
  expect(linked.terms).toMatchObject({
    linked: { orderNo, kind: 'RESEND', value: origin.terms.total },
    memberId,
    total: 0,
    credit: 0,
    discounts: [],
  });
  expect(linked.terms.conversionId).toBeUndefined();
  expect(linked.personal.contact?.recipient).toEqual(origin.personal.contact?.recipient);
  expect(linked.subject).not.toBe(origin.subject);
  // A correction of the e-mail address is an act of one order; the form names the others.
  expect((await actsOf(orderNo)).ownEmail).toEqual([linkedNo]);
  expect((await actsOf(linkedNo)).ownEmail).toEqual([orderNo]);
  expect(await paymentsOf(shop, linkedNo)).toEqual([]);
  expect(await parcelsOf(shop, linkedNo)).toHaveLength(1);
  expect((await act(orderNo, { type: 'goodwill', amount: 1 })).body.code).toBe('REFUND_TOO_HIGH');

  const headers = { 'order-proof': proof };
  await caughtUp(shop);
  const linksOf = async (no: string) => (await buyer.get<OrderAnswer>(`/api/orders/${no}`, { headers })).body.order.linked;
  expect(await linksOf(orderNo)).toEqual({ from: null, orders: [{ orderNo: linkedNo, kind: 'RESEND', ended: false }] });
  expect(await linksOf(linkedNo)).toEqual({ from: { orderNo, kind: 'RESEND' }, orders: [] });
  await eventually(async () => {
    const { orders } = await shop.shop.faces.ordering.memberOrders.list(memberId, {});
    return orders.some((one) => one.orderNo === linkedNo && one.linked?.from?.orderNo === orderNo);
  }, 'the list of the member');
  const text = (content: string): string => content.replaceAll(/\s/g, '');
  const mails = async () =>
    (await receivedMails(shop)).filter(({ subject }) => subject.startsWith('補寄已安排') && text(subject).includes(linkedNo));
  await eventually(async () => (await mails()).length === 1, 'the mail');

  await reported(linkedNo, [3001, 3006, 3003]);
  await eventually(async () => (await orderOf(linkedNo)).receivedAt !== null, 'the delivery');
  expect((await walletOf(shop, memberId)).orders.some((one) => one.orderNo === linkedNo)).toBe(false);
  const { groups } = (await staff.get<HistoryAnswer>(path(orderNo, 'events'))).body;
  const sentences = groups.flatMap(({ lines }) => lines.map(({ event }) => event.sentence));
  expect(sentences.filter((sentence) => sentence.includes(linkedNo))).toHaveLength(2);
});

test('a second shipment that arrives earns for the order that was paid, once', async () => {
  const { visitor, memberId } = await memberWith(shop, 0);
  const { orderNo } = await lost(visitor);
  expect((await act(orderNo, await resend(orderNo))).status).toBe(200);
  const linkedNo = await linkedOf(orderNo);
  const delivered = async () => (await walletOf(shop, memberId)).orders.filter((one) => one.delivered !== null);
  await reported(linkedNo, [3001, 3006, 3003]);
  await eventually(async () => (await delivered()).length > 0, 'the delivery in the wallet');
  const { receivedAt } = await orderOf(linkedNo);
  expect(await delivered()).toMatchObject([{ orderNo, delivered: { at: receivedAt, first: true } }]);
  await caughtUp(shop);
  const rewardsIn = async (no: string) =>
    (await staff.get<HistoryAnswer>(path(no, 'events'))).body.groups.flatMap(({ lines }) =>
      lines.filter(({ event }) => event.type === 'DeliveryNoted'),
    );
  expect([(await rewardsIn(orderNo)).length, (await rewardsIn(linkedNo)).length]).toEqual([1, 0]);
  // The first parcel is found.
  await reported(orderNo, [3003]);
  await caughtUp(shop);
  expect(await delivered()).toMatchObject([{ orderNo, delivered: { at: receivedAt, first: true } }]);
});

test('what a member gives back of a second shipment is paid back, once the wallet has said what its rewards deduct', async () => {
  const { visitor, memberId } = await memberWith(shop, 0);
  const { orderNo } = await lost(visitor);
  await act(orderNo, await resend(orderNo));
  const linkedNo = await linkedOf(orderNo);
  await reported(linkedNo, [3001, 3006, 3003]);
  const ofOrigin = async () => (await walletOf(shop, memberId)).orders.find((one) => one.orderNo === orderNo);
  await eventually(async () => (await ofOrigin())?.delivered, 'the delivery in the wallet');
  const at = shop.shop.engine.clock().toISOString();
  const asked = { reason: 'NOT_STATED', comment: '不便說明', sender: null, bankAccount: null } as const;
  await support(shop, linkedNo, { type: 'RequestReturn', at, ...asked });
  await support(shop, linkedNo, { type: 'ApproveReturn', at });
  await support(shop, linkedNo, { type: 'ReceiveReturn', at, reason: 'COMPLETE' });
  await eventually(async () => (await orderOf(orderNo)).refunds.length > 0, 'the refund');
  const { terms, refunds, rewardsDeducted } = await orderOf(orderNo);
  expect([refunds, rewardsDeducted]).toMatchObject([[{ reason: 'RETURN', amount: terms.total }], 0]);
  expect((await ofOrigin())?.state).toBe('restored');
});

test('who is forgotten in one order is forgotten in what was sent again, whichever number is named', async () => {
  for (const named of ['origin', 'linked'] as const) {
    const { orderNo } = await lost();
    await act(orderNo, await resend(orderNo));
    const linkedNo = await linkedOf(orderNo);
    const forget = ordering.forgets?.forget;
    if (!forget) throw new Error('orders forget nobody');
    const request = { purposes: ['contact'], reason: 'REQUESTED', commandId: randomUUID(), dryRun: false } as const;
    await forget(shop.shop.engine, { order: named === 'origin' ? orderNo : linkedNo }, request);
    // The second parcel may come back, and then the first order owes the money. So both keep the buyer until then.
    const states = async () =>
      Promise.all(
        [orderNo, linkedNo].map(async (no) => {
          const { erasure, forgotten } = await orderOf(no);
          return [erasure?.purposes, Object.keys(forgotten ?? {})];
        }),
      );
    const waits = [['contact'], []];
    expect(await states(), named).toEqual([waits, waits]);
    expect((await act(linkedNo, { type: 'cancel', cancellation: 'OTHER' })).status).toBe(200);
    await eventually(async () => (await orderOf(orderNo)).refunds.length === 1, 'the refund');
    await caughtUp(shop);
    await forgetWhatIsDue(shop.shop.engine);
    const done = [undefined, ['contact']];
    expect(await states(), named).toEqual([done, done]);
  }
});

test('ten at once make one', async () => {
  const { orderNo } = await lost();
  const { revision } = await actsOf(orderNo);
  const what = await resend(orderNo);
  const answers = await Promise.all(Array.from({ length: 10 }, () => act(orderNo, what, revision)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'ORDER_CHANGED')).toHaveLength(9);
  const linkedNo = await linkedOf(orderNo);
  expect((await orderOf(orderNo)).linked).toHaveLength(1);
  expect(await parcelsOf(shop, linkedNo)).toHaveLength(1);
});

test('a process that dies after the decision alone leaves work for the sweeper', async () => {
  const { orderNo } = await lost();
  const items = all(await orderOf(orderNo));
  const linkedOrderNo = 'LINKED0000DEAD01';
  const at = shop.shop.engine.clock().toISOString();
  await support(shop, orderNo, { type: 'AgreeLinkedOrder', at, linkedOrderNo, kind: 'RESEND', items, note: '重新寄出' });
  expect(await linkedOf(orderNo)).toBe(linkedOrderNo);
  expect(await parcelsOf(shop, linkedOrderNo)).toHaveLength(1);
});

test.each(['link', 'place', 'ship', 'complete'])('a process that dies after %s makes one linked order', async (step) => {
  const { orderNo } = await lost();
  deadly = step;
  const what = await resend(orderNo);
  await act(orderNo, what);
  const linkedNo = await linkedOf(orderNo);
  expect(deadly).toBeUndefined();
  expect((await orderOf(orderNo)).linked).toHaveLength(1);
  expect(await parcelsOf(shop, linkedNo)).toHaveLength(1);
});

test.each([undefined, 'tell-origin'])(
  'a linked order that is cancelled gives the money back, also where the process dies after %s',
  async (step) => {
    const { orderNo } = await lost();
    await act(orderNo, await resend(orderNo));
    const linkedNo = await linkedOf(orderNo);
    deadly = step;
    await act(linkedNo, { type: 'cancel', cancellation: 'OTHER' });
    await eventually(async () => (await orderOf(linkedNo)).originTold === true, 'the origin to know');
    const { total } = (await orderOf(orderNo)).terms;
    await eventually(async () => (await orderOf(orderNo)).refunds.length === 1, 'the refund');
    expect((await orderOf(orderNo)).refunds).toMatchObject([{ amount: total }]);
    expect((await act(orderNo, await resend(orderNo))).body.code).toBe('LINKED_PAID_BACK');
  },
);

test.each([
  ['and pays nothing back where that one arrives', 3003],
  ['and pays back once that one is lost', 5002],
])('a linked order that is cancelled waits for the first parcel, which the carrier only holds up, %s', async (_, code) => {
  const { orderNo } = await placed();
  await reported(orderNo, [3001, 3006, 5003]);
  await act(orderNo, await resend(orderNo));
  const linkedNo = await linkedOf(orderNo);
  await act(linkedNo, { type: 'cancel', cancellation: 'OTHER' });
  await eventually(async () => (await orderOf(linkedNo)).originTold === true, 'the origin to know');
  const { total } = (await orderOf(orderNo)).terms;
  expect(moneyOf(await orderOf(orderNo)).owed).toBe(0);
  // Nobody sends it again alone.
  const { preview } = (await staff.post<PreviewAnswer>(path(orderNo, 'preview'), { act: await resend(orderNo) })).body;
  expect(preview).toMatchObject({ closed: null, needsSecond: true });
  await reported(orderNo, [code]);
  if (code === 5002) await eventually(async () => (await orderOf(orderNo)).refunds.length === 1, 'the refund');
  const { refunds } = await orderOf(orderNo);
  expect([moneyOf(await orderOf(orderNo)).owed, refunds.reduce((sum, { amount }) => sum + amount, 0)]).toEqual([
    0,
    code === 5002 ? total : 0,
  ]);
});

test.each([300, 40_000])(
  'credit goes back when the second shipment is cancelled, of the %d that the buyer wanted to use',
  async (credit) => {
    const own = await memberWith(shop, 40_000);
    const available = async () => (await walletOf(shop, own.memberId)).grants.reduce((sum, { left }) => sum + left, 0);
    const card = cardOrder(MASTERCARD, credit === 300 ? {} : { payment: { type: 'CREDIT' } });
    const prepared = await prepare(own.visitor, card, { coupons: [], credit });
    const { orderNo } = prepared.request;
    expect((await send(own.visitor, prepared)).status).toBe(201);
    await eventually(async () => (await orderOf(orderNo))?.shipment != null, 'the parcel');
    expect(await available()).toBe(40_000 - (await orderOf(orderNo)).terms.credit);
    await reported(orderNo, [3001, 3006, 5002]);
    expect((await act(orderNo, await resend(orderNo))).status).toBe(200);
    const linkedNo = await linkedOf(orderNo);
    expect((await own.visitor.post(`/api/orders/${linkedNo}/cancel`, {})).status).toBe(200);
    await eventually(async () => (await available()) === 40_000, 'the credit');
    await eventually(async () => moneyOf(await orderOf(orderNo)).owed === 0, 'the refund');
    expect((await act(orderNo, await resend(orderNo))).body.code).toBe('LINKED_PAID_BACK');
    await booksAgree(shop, [own], []);
  },
);

test('an exchange waits for the goods; then the new order goes out and nothing is paid back', async () => {
  const { orderNo, buyer, proof } = await placed();
  await reported(orderNo, [3001, 3006, 3003]);
  const headers = { 'order-proof': proof };
  expect((await buyer.post(`/api/orders/${orderNo}/return`, { returnComment: '瓶身破損' }, { headers })).status).toBe(200);
  const what: OrderAct = { type: 'exchange', items: all(await orderOf(orderNo)) };
  expect((await act(orderNo, what)).body.code).toBe('LINKED_NOT_OFFERED');
  await act(orderNo, { type: 'approve-return' });
  expect((await act(orderNo, what)).status).toBe(200);
  expect((await orderOf(orderNo)).linked).toMatchObject([{ state: 'AGREED' }]);
  expect((await act(orderNo, { type: 'receive-return', keptGifts: {} })).status).toBe(200);
  const linkedNo = await linkedOf(orderNo);
  const origin = await orderOf(orderNo);
  expect([moneyOf(origin).owed, origin.refunds, origin.returnState]).toEqual([0, [], null]);

  // The buyer gives back what came instead, and gets the money.
  await reported(linkedNo, [3001, 3006, 3003]);
  const at = shop.shop.engine.clock().toISOString();
  await support(shop, linkedNo, { type: 'RequestReturn', at, reason: 'OTHER', comment: '還是不合用', sender: null, bankAccount: null });
  await act(linkedNo, { type: 'approve-return' });
  // The origin pays, so a second person approves it, whatever the limits are.
  expect((await act(linkedNo, { type: 'receive-return', keptGifts: {} })).body.outcome).toBe('proposed');
  const other = await signedInStaff(shop, ['view', 'refund'], '陳客服');
  const judged = { verdict: 'approve', expectedRevision: (await actsOf(linkedNo)).revision, reason: '已入庫' };
  expect((await other.post(path(linkedNo, 'proposals/P1'), judged, { key: randomUUID() })).status).toBe(200);
  await eventually(async () => (await orderOf(orderNo)).refunds.length === 1, 'the refund');
  expect((await orderOf(orderNo)).refunds).toMatchObject([{ amount: origin.terms.total, reason: 'RETURN' }]);
});

test('a cash order that nobody paid is not sent again', async () => {
  const { orderNo } = await placed(shop.visit(), codOrder());
  await reported(orderNo, [3001, 3006, 5002]);
  expect((await act(orderNo, await resend(orderNo))).body.code).toBe('LINKED_NOT_PAID');
});

test('history, read models, bank and carriers agree', () => allIsWell(shop), 60_000);
