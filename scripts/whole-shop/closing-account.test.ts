import { randomUUID } from 'node:crypto';
import type { DeleteAccountAnswer, ErrorBody, OrderAnswer, PlaceOrderAnswer } from '@nordhaut/contracts';
import { forgetWhatIsDue } from '@nordhaut/platform/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, prepareOrder, recipient } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { noticesFinished, receivedMails } from './fixtures/mails.ts';
import { caughtUp, memberIdOf, register, typesOf } from './fixtures/member-operations.ts';
import { cardOrder, MASTERCARD } from './fixtures/orders.ts';
import { differences, held, orderNumbers, orderOf, paymentsOf } from './fixtures/records.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

/** An account that is closed after the shop has looked at the session of an order, and before it places this order. */

let shop: TestShop;
beforeAll(async () => {
  // The test itself closes the wallets.
  shop = await testShop({}, { without: ['rewards'] });
});
afterAll(() => shop.close());

/** The order of a new member, whose account another tab closes before the order begins. `between`: what happens in between. */
async function orderWhileClosing(between: (memberId: string) => Promise<unknown>) {
  const { visitor } = await register(shop);
  const memberId = await memberIdOf(shop, visitor);
  const email = `closing-${memberId}@example.com`;
  const request = await prepareOrder(visitor, cardOrder(MASTERCARD, { recipient: { ...recipient, email } }));
  const { commands } = shop.shop.engine;
  const { handleInOrder } = commands;
  const elsewhere = shop.visit();
  const sent: { answer?: Promise<{ status: number; body: PlaceOrderAnswer & ErrorBody }> } = {};
  try {
    await new Promise<void>((resolve, reject) => {
      commands.handleInOrder = async (requests) => {
        commands.handleInOrder = handleInOrder;
        await closeAccount(visitor)
          .then(() => between(memberId))
          .then(() => resolve(), reject);
        return handleInOrder(requests);
      };
      sent.answer = visitor.post('/api/orders', request);
      sent.answer.catch(reject);
    });
  } finally {
    commands.handleInOrder = handleInOrder;
  }
  const placed = await sent.answer;
  if (!placed) throw new Error('the order has no answer');
  return { placed, visitor, elsewhere, memberId, email, orderNo: request.orderNo };
}

async function closeAccount(visitor: Browser): Promise<void> {
  const closed = await visitor.send<DeleteAccountAnswer & ErrorBody>('DELETE', '/api/member', { password: 'abc123' });
  expect(closed).toMatchObject({ status: 200, body: { pending: [] } });
}

/** What the role `rewards` does after the end of an account. */
const closeWallet = (memberId: string): Promise<void> =>
  shop.shop.faces.promotions.rewards.close(memberId, { eventId: randomUUID(), correlationId: randomUUID() });

const forgottenTimes = async (memberId: string): Promise<number> =>
  (await typesOf(shop, `member-${memberId}`)).filter((type) => type === 'PersonalDataForgotten').length;

test('the order that is placed stands: it is paid, sent, mailed to its own address, and shown to who proves it', async () => {
  const { placed, visitor, elsewhere, memberId, email, orderNo } = await orderWhileClosing(() => Promise.resolve());
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  expect((await paymentsOf(shop, orderNo)).map(held)).toEqual([placed.body.total]);
  await eventually(async () => (await receivedMails(shop)).some(({ to }) => to.address === email), 'the mail about the order');
  await eventually(async () => (await orderOf(shop, orderNo))?.shipment != null, 'the parcel');

  await closeWallet(memberId);

  // It belongs to the closed account, so nobody is signed in to see it.
  expect((await orderOf(shop, orderNo))?.terms.memberId).toBe(memberId);
  expect((await visitor.get('/api/member')).status).toBe(401);
  expect((await elsewhere.get<OrderAnswer>(`/api/orders/${orderNo}`)).body.order.recipient).toMatchObject({ name: '王○明' });
  expect((await elsewhere.post(`/api/orders/${orderNo}/proof`, { phone: recipient.phone })).status).toBe(200);
  expect(JSON.stringify((await elsewhere.get(`/api/orders/${orderNo}`)).body)).toContain(recipient.address);

  // The account's data waits for the end of it. The order's own data has its own time.
  await caughtUp(shop);
  await noticesFinished(shop, memberId);
  await forgetWhatIsDue(shop.shop.engine);
  expect(await forgottenTimes(memberId)).toBe(0);
  expect((await elsewhere.post(`/api/orders/${orderNo}/cancel`, {})).status).toBe(200);
  await eventually(async () => (await paymentsOf(shop, orderNo)).every((entry) => held(entry) === 0), 'the refund');
  await eventually(async () => {
    await caughtUp(shop);
    await forgetWhatIsDue(shop.shop.engine);
    return (await forgottenTimes(memberId)) === 1;
  }, 'the end of the account');
  expect((await orderOf(shop, orderNo))?.personal.contact?.recipient.email).toBe(email);
});

test('where the wallet was closed before, no order begins and no card is charged', async () => {
  const { placed, orderNo } = await orderWhileClosing(closeWallet);
  expect(placed).toMatchObject({ status: 409, body: { code: 'MEMBER_FORGOTTEN' } });
  expect(await paymentsOf(shop, orderNo)).toEqual([]);
  expect(await orderNumbers(shop)).not.toContain(orderNo);
});

test('the bank and the carriers agree with the order store', async () => expect(await differences(shop)).toEqual([]));
