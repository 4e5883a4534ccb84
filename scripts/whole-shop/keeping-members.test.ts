import { randomUUID } from 'node:crypto';
import type { ErrorBody, OrderAnswer } from '@nordhaut/contracts';
import type { SeenAnswer } from '@nordhaut/contracts/support';
import { orderStream } from '@nordhaut/ordering';
import { personal, terms } from '@nordhaut/ordering/testing';
import { forgetWhatIsDue } from '@nordhaut/platform/engine';
import { askToForget, completeForgettings } from '@nordhaut/platform/forgetting';
import { rebuildEqualsLive } from '@nordhaut/platform/projections/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPhoneOf } from '../../services/support/persons/holder.ts';
import { browser, checkOut, codOrder, type Browser } from './fixtures/browser.ts';
import { checkForgetting } from './fixtures/check-forgetting.ts';
import { support } from './fixtures/marked-orders.ts';
import { caughtUp, memberIdOf, register } from './fixtures/member-operations.ts';
import { orderOf } from './fixtures/records.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

/** How long the contact of members' orders is kept (decisions.md 85). */

const DAY = 86_400_000;
const PHONE = '0912345678';

let shop: TestShop;
let count = 0;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const later = (days: number) => ({ ...shop.shop.engine, clock: () => new Date(Date.now() + days * DAY) });
/** An order that was over some days ago. */
async function endedOrder(memberId: string | null, days: number): Promise<string> {
  const orderNo = `N0KEEP${String(++count).padStart(10, '0')}`;
  const at = new Date(Date.now() - days * DAY).toISOString();
  const cartId = null;
  await support(shop, orderNo, {
    type: 'PlaceOrder',
    at,
    terms: terms({ orderNo, cartId, memberId }),
    subject: `guest:${orderNo}`,
    personal,
  });
  await support(shop, orderNo, { type: 'FailCardPayment', at, reason: 'REFUSED', providerCode: null, recTradeId: null });
  return orderNo;
}
const hasContact = async (orderNo: string) => (await orderOf(shop, orderNo))?.personal.contact !== undefined;
const shown = async (who: Browser, orderNo: string, headers = {}) =>
  (await who.get<OrderAnswer>(`/api/orders/${orderNo}`, { headers })).body.order.personal;
async function calendar(engine = shop.shop.engine): Promise<void> {
  await caughtUp(shop);
  await forgetWhatIsDue(engine);
  await caughtUp(shop);
}
const planned = async () => {
  const { engine } = shop.shop;
  const plans = await Promise.all(engine.forgets.map(async ({ plan }) => (await plan?.(engine, later(30).clock())) ?? []));
  return plans.flat();
};
const close = (visitor: Browser) => visitor.send('DELETE', '/api/member', { password: 'abc123' });

test("a guest's order loses its contact after its own time; a member's keeps it while the account is open", async () => {
  const { visitor } = await register(shop);
  const memberId = await memberIdOf(shop, visitor);
  const [own, adopted, guests] = [await endedOrder(memberId, 200), await endedOrder(null, 200), await endedOrder(null, 200)];
  await support(shop, adopted, { type: 'AdoptOrder', at: new Date().toISOString(), memberId, by: 'EMAIL' });
  await calendar();
  await calendar(later(3_000));
  expect([await hasContact(own), await hasContact(adopted), await hasContact(guests)]).toEqual([true, true, false]);
  expect([await shown(visitor, own), await shown(visitor, adopted)]).toEqual(['full', 'full']);

  // For everybody else both are as the guest's.
  for (const orderNo of [own, adopted, guests]) {
    const headers = { 'order-proof': shop.shop.faces.ordering.proofs.issue(orderNo) };
    const stranger = shop.visit();
    expect([await shown(stranger, orderNo), await shown(stranger, orderNo, headers)]).toEqual(['forgotten', 'forgotten']);
    const proof = await stranger.post<ErrorBody>(`/api/orders/${orderNo}/proof`, { phone: PHONE });
    expect(proof).toMatchObject({ status: 403, body: { code: 'PROOF_FAILED' } });
  }
  // The console says what they get, and of a moment before what they got then.
  const staff = await signedInStaff(shop, ['view']);
  const seen = async (revision: number) =>
    (await staff.get<SeenAnswer>(`/api/support/orders/${own}/seen?revision=${revision}`)).body.page.order;
  expect(await seen(1)).toMatchObject({ personal: 'forgotten', recipient: { name: '', phone: '' } });
  expect(await seen(0)).toMatchObject({ personal: 'masked', recipient: { name: '王○明' } });
  const headers = { 'order-proof': shop.shop.faces.ordering.proofs.issue(own) };
  expect((await shop.visit().post('/api/surenotify/send/', { orderNo: own }, { headers })).status).toBe(403);
  // Nor does the number prove a person to support.
  const recent = await endedOrder(memberId, 100);
  expect(await Promise.all([own, recent].map((orderNo) => isPhoneOf(shop.shop.engine, orderNo, PHONE)))).toEqual([false, true]);
});

test('a request about another purpose says that the contact stays with the account', async () => {
  const { visitor } = await register(shop);
  const orderNo = await endedOrder(await memberIdOf(shop, visitor), 10);
  const request = { purposes: ['support'] as const, reason: 'REQUESTED' as const, commandId: randomUUID(), dryRun: true };
  const answer = await askToForget(shop.shop.engine, { order: orderNo }, request);
  expect(answer).toMatchObject({ kind: 'forgotten', data: { kept: [{ purpose: 'contact', until: null, why: 'ACCOUNT' }, {}] } });
});

test('after the end of the account the contact goes, of each order after its own time at least', async () => {
  const { visitor } = await register(shop);
  const memberId = await memberIdOf(shop, visitor);
  const [old, recent] = [await endedOrder(memberId, 200), await endedOrder(memberId, 170)];
  // The account's own data waits for the parcel of this one.
  const { orderNo: open } = await checkOut(visitor, codOrder());
  await caughtUp(shop);
  const contacts = async () =>
    (await planned()).filter(({ name, purposes }) => [old, recent].includes(name) && purposes.includes('contact')).map(({ name }) => name);
  expect(await contacts()).toEqual([]);
  expect(await close(visitor)).toMatchObject({ status: 200, body: { pending: ['PARCEL'] } });
  await caughtUp(shop);
  expect((await contacts()).toSorted()).toEqual([old, recent].toSorted());
  // Two processes at once.
  await Promise.all([forgetWhatIsDue(shop.shop.engine), forgetWhatIsDue(shop.shop.engine)]);
  expect([await hasContact(old), await hasContact(recent), await hasContact(open)]).toEqual([false, true, true]);
  await calendar(later(11));
  expect([await hasContact(recent), await hasContact(open)]).toEqual([false, true]);
  const forgotten = (await shop.shop.engine.store.read(orderStream(old))).filter(({ type }) => type === 'PersonalDataForgotten');
  expect(forgotten.filter(({ data }) => data.includes('"purposes":["contact"'))).toHaveLength(1);
});

test('an order that an account adopted in the moment of its end is forgotten too', async () => {
  const { visitor } = await register(shop);
  const memberId = await memberIdOf(shop, visitor);
  const orderNo = await endedOrder(null, 170);
  await close(visitor);
  await calendar();
  await calendar();
  await support(shop, orderNo, { type: 'AdoptOrder', at: new Date().toISOString(), memberId, by: 'COOKIE' });
  await calendar();
  expect(await hasContact(orderNo)).toBe(true);
  await calendar(later(11));
  expect(await hasContact(orderNo)).toBe(false);
});

test('an order whose owner has no account is planned, and loses its contact after its own time', async () => {
  // As after the restore of an event store that is older than the database: the session is there, the registration is lost.
  const session = await shop.shop.faces.accounts.credentials.register('lost@example.com', 'abc123');
  if (session === 'taken') throw new Error('the e-mail is new');
  const visitor = browser(shop.url, new Map([['session@/', { value: session.token, path: '/' }]]));
  const { orderNo: open } = await checkOut(visitor, codOrder());
  expect((await orderOf(shop, open))?.terms.memberId).toBe(session.accountId);
  const [old, recent] = [await endedOrder(session.accountId, 200), await endedOrder(session.accountId, 170)];
  await caughtUp(shop);
  expect((await planned()).filter(({ purposes }) => purposes.includes('contact')).map(({ name }) => name)).toEqual([old, recent]);
  await calendar();
  expect([await hasContact(old), await hasContact(recent), await hasContact(open)]).toEqual([false, true, true]);
  await calendar(later(11));
  expect([await hasContact(recent), await hasContact(open)]).toEqual([false, true]);
});

test('an account that the read model does not know yet keeps the contact', async () => {
  const { visitor } = await register(shop);
  const orderNo = await endedOrder(await memberIdOf(shop, visitor), 200);
  await caughtUp(shop);
  const { engine } = shop.shop;
  const forgets = engine.forgets.map((one) =>
    one.withoutAccount ? { ...one, withoutAccount: (_: unknown, ids: readonly string[]) => Promise.resolve(ids) } : one,
  );
  await calendar({ ...engine, forgets });
  expect(await hasContact(orderNo)).toBe(true);
});

test('the history stands, and the read models are what the history says', async () => {
  const { store, pool, outer, forgottenFolder } = shop.shop.engine;
  const { rows } = await pool.query<{ order_no: string }>('select order_no from orders where not keeps_contact');
  for (const { order_no: orderNo } of rows) await completeForgettings(shop.shop.engine, orderStream(orderNo));
  expect((await checkForgetting({ pool, outer, store, folder: forgottenFolder })).faults).toEqual([]);
  await caughtUp(shop);
  for (const name of ['orders', 'members']) await rebuildEqualsLive(shop.shop.engine.projector, name);
});
