import { advance, dueMails, openSender, type SendDeps } from '@nordhaut/messaging/testing';
import { orderStream } from '@nordhaut/ordering';
import { personal, terms } from '@nordhaut/ordering/testing';
import { modules } from '@nordhaut/shop/modules';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { CAUSES, intakeAll } from './fixtures/mail-history.ts';
import { type MailRecord, mailRecords, receivedMails } from './fixtures/mails.ts';
import { support } from './fixtures/marked-orders.ts';
import { control } from './fixtures/records.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

/** Without the role: each test decides when a process sends, and where it dies. */
const parts = modules.map((module) => ({
  ...module,
  ...(module.roles && { roles: module.roles.filter(({ name }) => name !== 'messaging') }),
}));

let shop: TestShop;
let senders: SendDeps[] = [];
/** ms by which the senders' clock is ahead */
let ahead = 0;
let count = 0;
beforeAll(async () => {
  shop = await testShop(
    { MAIL_RATE: '1000', MAIL_RETRY: '1000', MAIL_TRIES: '4', SURENOTIFY_TIMEOUT: '300', MAIL_SETTLE: '60000', MAIL_ORDER_WAIT: '0' },
    { parts },
  );
});
beforeEach(async () => {
  ahead = 0;
  for (const mode of ['down', 'garble', 'slow', 'refuse', 'lose-answer', 'throttle'])
    await control(shop, 'faults', { provider: 'surenotify', mode, times: 0 });
  await shop.shop.engine.pool.query(`delete from mails where state in ('due', 'sending')`);
});
afterAll(async () => {
  for (const { mailer } of senders) await mailer.close();
  senders = [];
  await shop.close();
});

function sender(afterStep?: (step: string) => void): SendDeps {
  const deps = openSender(shop.shop.engine, { tokens: {}, ...(afterStep && { afterStep }) });
  const { clock } = deps;
  deps.clock = () => new Date(clock().getTime() + ahead);
  senders.push(deps);
  return deps;
}

/** An order with a mail of its own address; `email` for several of one person. */
async function orderWithMail(email?: string, payment: 'COD' | 'CREDIT' = 'COD'): Promise<{ orderNo: string; address: string }> {
  const orderNo = `N0MAILS${String(++count).padStart(9, '0')}`;
  const address = email ?? `kill${count}@example.com`;
  const { contact } = personal;
  await support(shop, orderNo, {
    type: 'PlaceOrder',
    at: shop.shop.engine.clock().toISOString(),
    terms: terms({ orderNo, cartId: null, payment }),
    subject: `guest:${orderNo}`,
    personal: { contact: { ...contact, recipient: { ...contact.recipient, email: address } } },
  });
  const at = shop.shop.engine.clock().toISOString();
  const { total } = terms();
  const paid = { at, recTradeId: `D${orderNo}`, bankTransactionId: `T${orderNo}`, amount: total, authCode: '1' };
  if (payment === 'CREDIT') await support(shop, orderNo, { type: 'AuthoriseCardPayment', ...paid });
  return { orderNo, address };
}
const plan = () => intakeAll(shop, CAUSES);
const recordOf = async (orderNo: string) => (await mailRecords(shop, orderStream(orderNo)))[0] as MailRecord;
const received = async (address: string) => (await receivedMails(shop)).filter(({ to }) => to.address === address);
/** One round of a process: everything that is due. */
async function round(deps: SendDeps): Promise<void> {
  for (const row of await dueMails(deps.pool, deps.clock(), 1_000)) await advance(deps, row);
}
/** Rounds in which time passes, until nothing is due. */
async function finish(deps = sender()): Promise<void> {
  for (let rounds = 0; rounds < 30; rounds++) {
    await round(deps);
    const { rows } = await shop.shop.engine.pool.query(`select from mails where state in ('due', 'sending')`);
    if (rows.length === 0) return;
    ahead += 70_000;
  }
  throw new Error('mails are still due');
}
class Died extends Error {}
/** A process that dies at this step: what it would do after it does not happen. */
async function dieAt(step: string): Promise<void> {
  let dead = false;
  const deps = sender((at) => {
    if (at !== step) return;
    dead = true;
    throw new Died();
  });
  for (const row of await dueMails(deps.pool, deps.clock(), 1_000)) {
    // After its death the process writes nothing, also not the failed try.
    const pool = {
      query: (...args: Parameters<SendDeps['pool']['query']>) => (dead ? Promise.reject(new Died()) : deps.pool.query(...args)),
    };
    await advance({ ...deps, pool: pool as unknown as SendDeps['pool'] }, row).catch((error: unknown) => {
      if (!(error instanceof Died)) throw error;
    });
  }
}

describe('a process that dies', () => {
  test.each(['rendered', 'begun', 'called', 'finished'])('after the step "%s": the next one sends the mail once', async (step) => {
    const { orderNo, address } = await orderWithMail();
    await plan();
    await dieAt(step);
    await plan();
    await finish();
    expect(await received(address)).toHaveLength(1);
    expect(await recordOf(orderNo)).toMatchObject({ state: 'sent', recipient: null });
    expect((await recordOf(orderNo)).provider_id).toBe((await received(address))[0]?.id);
  });

  test('after it asked for the events: the next one asks again', async () => {
    const { orderNo, address } = await orderWithMail();
    await plan();
    await dieAt('called');
    ahead += 70_000;
    await dieAt('asked');
    await finish();
    expect(await received(address)).toHaveLength(1);
    expect(await recordOf(orderNo)).toMatchObject({ state: 'sent' });
  });

  test('does not keep two others from sending one mail once', async () => {
    const { address } = await orderWithMail();
    await plan();
    const two = [sender(), sender()];
    const rows = await dueMails(shop.shop.engine.pool, two[0]?.clock() as Date, 10);
    await Promise.all(two.flatMap((deps) => rows.map((row) => advance(deps, row))));
    await finish();
    expect(await received(address)).toHaveLength(1);
  });
});

test('a mail that waits when support corrects the address goes to the new one', async () => {
  const { orderNo, address } = await orderWithMail();
  await plan();
  const email = `right${count}@example.com`;
  const at = shop.shop.engine.clock().toISOString();
  await support(shop, orderNo, { type: 'CorrectContactEmail', at, email, note: '顧客來電' });
  await finish();
  expect([await received(address), await received(email)].map(({ length }) => length)).toEqual([0, 1]);
});

test('a mail that waits after a refused try names no address, because the next try goes to the corrected one', async () => {
  const { orderNo } = await orderWithMail();
  await plan();
  await control(shop, 'faults', { provider: 'surenotify', mode: 'throttle', times: 1, on: 'messages' });
  const deps = sender();
  await round(deps);
  const email = `right${count}@example.com`;
  const at = shop.shop.engine.clock().toISOString();
  await support(shop, orderNo, { type: 'CorrectContactEmail', at, email, note: '顧客來電' });
  const mails = () => shop.shop.faces.messaging.mailsAgain.list(orderStream(orderNo));
  expect(await mails()).toMatchObject([{ state: 'due', why: 'NOT_ACCEPTED', to: null, isBeforeCorrection: false }]);
  await finish(deps);
  expect(await mails()).toMatchObject([{ state: 'sent', to: email, isBeforeCorrection: false }]);
});

describe('a provider', () => {
  const fault = (mode: string, times: number, more: object = {}) =>
    control(shop, 'faults', { provider: 'surenotify', mode, times, on: 'messages', ...more });

  test.each([
    ['down', {}],
    ['throttle', {}],
    ['refuse', {}],
    ['garble', {}],
    ['lose-answer', {}],
    ['slow', { delayMs: 700 }],
  ])('that is %s: one mail in the end', async (mode, more) => {
    const { orderNo, address } = await orderWithMail();
    await plan();
    await fault(mode, 2, more);
    await finish();
    expect(await received(address)).toHaveLength(1);
    expect(await recordOf(orderNo)).toMatchObject({ state: 'sent' });
  });

  test('that does not answer at all: the mail is listed, and its order stands', async () => {
    const { orderNo, address } = await orderWithMail();
    await plan();
    await fault('throttle', 10);
    await finish();
    expect(await received(address)).toEqual([]);
    expect(await recordOf(orderNo)).toMatchObject({ state: 'listed', reason: 'NOT_ACCEPTED', tries: 4 });
  });

  test('that has its events away: the mail waits, and is listed after a day', async () => {
    const { orderNo, address } = await orderWithMail();
    await plan();
    await fault('lose-answer', 1);
    await control(shop, 'faults', { provider: 'surenotify', mode: 'down', times: 100, on: 'events' });
    const deps = sender();
    await round(deps);
    for (let hours = 0; hours < 26; hours++) {
      ahead += 3_700_000;
      await round(deps);
    }
    expect(await recordOf(orderNo)).toMatchObject({ state: 'listed', reason: 'IN_DOUBT' });
    expect(await received(address)).toHaveLength(1);
  });

  test.each([
    ['lose-answer', 'was sent: it is not sent twice', { state: 'sent', reason: null }, { state: 'dropped', reason: 'SENT_BEFORE' }],
    ['down', 'was not sent: it is sent now', { state: 'listed', reason: 'IN_DOUBT' }, { state: 'sent', reason: null }],
  ])('whose events come back (%s): sending a listed mail again asks for them first, and it %s', async (mode, _, first, second) => {
    const { orderNo, address } = await orderWithMail();
    await plan();
    await fault(mode, 1);
    await control(shop, 'faults', { provider: 'surenotify', mode: 'down', times: 100, on: 'events' });
    const deps = sender();
    await round(deps);
    ahead += 25 * 3_600_000;
    await round(deps);
    expect(await recordOf(orderNo)).toMatchObject({ state: 'listed', reason: 'IN_DOUBT' });
    const { mailsAgain } = shop.shop.faces.messaging;
    const [listed] = await mailsAgain.list(orderStream(orderNo));
    await shop.shop.engine.pool.query(`update mails set created_at = created_at - interval '2 minutes' where stream = $1`, [
      orderStream(orderNo),
    ]);
    expect(await mailsAgain.send(orderStream(orderNo), listed?.mailId ?? '')).toBe('planned');
    // Nobody can say yet, so nothing is sent.
    const before = (await received(address)).length;
    await round(deps);
    expect(await received(address)).toHaveLength(before);
    await control(shop, 'faults', { provider: 'surenotify', mode: 'down', times: 0, on: 'events' });
    await finish();
    expect(await mailRecords(shop, orderStream(orderNo))).toMatchObject([first, second]);
    expect(await received(address)).toHaveLength(1);
  });

  test('that sent a mail in doubt to a wrong address: after the correction it is sent again, to the new address alone', async () => {
    const { orderNo, address } = await orderWithMail();
    await plan();
    await fault('lose-answer', 1);
    await control(shop, 'faults', { provider: 'surenotify', mode: 'down', times: 100, on: 'events' });
    const deps = sender();
    await round(deps);
    ahead += 25 * 3_600_000;
    await round(deps);
    expect(await recordOf(orderNo)).toMatchObject({ state: 'listed', reason: 'IN_DOUBT' });
    const email = `right${count}@example.com`;
    const at = shop.shop.engine.clock().toISOString();
    await support(shop, orderNo, { type: 'CorrectContactEmail', at, email, note: '顧客來電' });
    await shop.shop.engine.pool.query(`update mails set created_at = created_at - interval '2 minutes' where stream = $1`, [
      orderStream(orderNo),
    ]);
    const { mailsAgain } = shop.shop.faces.messaging;
    const [listed] = await mailsAgain.list(orderStream(orderNo));
    expect(await mailsAgain.send(orderStream(orderNo), listed?.mailId ?? '')).toBe('planned');
    await finish();
    // What became of the first one is still unknown, and makes no difference.
    expect(await mailRecords(shop, orderStream(orderNo))).toMatchObject([{ state: 'listed', reason: 'IN_DOUBT' }, { state: 'sent' }]);
    expect([await received(address), await received(email)].map(({ length }) => length)).toEqual([1, 1]);
    await control(shop, 'faults', { provider: 'surenotify', mode: 'down', times: 0, on: 'events' });
  });

  test('that names the address in `failure` did not send: listed at once', async () => {
    const { orderNo } = await orderWithMail(`nobody${count}@bounce.example`);
    await plan();
    await finish();
    expect(await recordOf(orderNo)).toMatchObject({ state: 'listed', reason: 'REFUSED', tries: 1 });
  });
});

test('mails to one address wait for one that is in doubt, and keep their order', async () => {
  const email = 'same@example.com';
  const first = await orderWithMail(email);
  await plan();
  await dieAt('called');
  const second = await orderWithMail(email);
  await plan();
  await round(sender());
  expect(await recordOf(second.orderNo)).toMatchObject({ state: 'due', tries: 0 });
  await finish();
  expect(await received(email)).toHaveLength(2);
  for (const { orderNo } of [first, second]) expect(await recordOf(orderNo)).toMatchObject({ state: 'sent' });
});

test('a mailbox that strangers order for gets the mails of a day; more are listed, until support sends one', async () => {
  const orders = [];
  for (const name of ['flooded', 'Flooded', 'flooded+1', 'f.looded+2', 'flooded+3', 'flooded+4', 'flooded+5'])
    orders.push(await orderWithMail(`${name}@example.com`));
  await plan();
  const deps = { ...sender(), factor: 0.1 };
  await control(shop, 'faults', { provider: 'surenotify', mode: 'throttle', times: 2, on: 'messages' });
  await finish(deps);
  const records = await Promise.all(orders.map(({ orderNo }) => recordOf(orderNo)));
  const refused = ['dropped TOO_MANY', 'listed TOO_MANY', 'listed TOO_MANY', 'listed TOO_MANY'];
  expect(records.map(({ state, reason }) => `${state} ${reason}`).toSorted()).toEqual([...refused, 'sent null', 'sent null', 'sent null']);
  // Its owner pays for an order: strangers did not use up what that has.
  const paid = await orderWithMail('flooded@example.com', 'CREDIT');
  await plan();
  await finish(deps);
  expect(await recordOf(paid.orderNo)).toMatchObject({ state: 'sent' });
  const { orderNo, address } = orders[records.findIndex(({ state }) => state === 'listed')] as (typeof orders)[number];
  expect(await received(address)).toEqual([]);
  const stream = orderStream(orderNo);
  await shop.shop.engine.pool.query(`update mails set created_at = created_at - interval '2 minutes' where stream = $1`, [stream]);
  const { mailsAgain } = shop.shop.faces.messaging;
  const [listed] = await mailsAgain.list(stream);
  expect(listed).toMatchObject({ state: 'listed', why: 'TOO_MANY', closed: null });
  expect(await mailsAgain.send(stream, listed?.mailId ?? '')).toBe('planned');
  await finish(deps);
  expect(await received(address)).toHaveLength(1);
});

test('an order without an address, and one that a forgotten buyer placed, get none and need nobody', async () => {
  const { orderNo } = await orderWithMail('');
  await plan();
  await finish();
  expect(await recordOf(orderNo)).toMatchObject({ state: 'dropped', reason: 'NO_ADDRESS' });
});

test('news that are days old go to the list', async () => {
  const { orderNo, address } = await orderWithMail();
  const { engine } = shop.shop;
  await engine.pool.query(`update mailing set since = '2000-01-01'`);
  await intakeAll({ ...shop, shop: { ...shop.shop, engine: { ...engine, clock: () => new Date(Date.now() + 4 * 86_400_000) } } }, CAUSES);
  await finish();
  expect(await recordOf(orderNo)).toMatchObject({ state: 'listed', reason: 'TOO_LATE' });
  expect(await received(address)).toEqual([]);
});

test('a thousand orders at once get a thousand mails', async () => {
  const orders: { orderNo: string; address: string }[] = [];
  for (let batch = 0; batch < 20; batch++) orders.push(...(await Promise.all(Array.from({ length: 50 }, () => orderWithMail()))));
  await plan();
  const deps = sender();
  const rows = await dueMails(deps.pool, deps.clock(), 2_000);
  expect(rows).toHaveLength(1_000);
  // Some answers are lost, and another process works on the same rows.
  await control(shop, 'faults', { provider: 'surenotify', mode: 'lose-answer', times: 20, on: 'messages' });
  const other = sender();
  const queue = [...rows];
  await Promise.all(
    Array.from({ length: 16 }, async (_, nth) => {
      for (let row = queue.shift(); row; row = queue.shift()) {
        await advance(nth % 2 ? deps : other, row);
        if (nth === 0) await advance(other, row);
      }
    }),
  );
  await finish();
  const byAddress = new Map<string, number>();
  for (const { to } of await receivedMails(shop)) byAddress.set(to.address, (byAddress.get(to.address) ?? 0) + 1);
  expect(orders.filter(({ address }) => byAddress.get(address) !== 1)).toEqual([]);
});

test('an order that was placed and handed over since the last look has one mail, which does not wait', async () => {
  const { orderNo } = await checkOut(shop.visit(), codOrder());
  await intakeAll(shop, CAUSES, 3_600_000);
  const { rows } = await shop.shop.engine.pool.query<{ next_at: Date }>('select next_at from mails where stream = $1', [
    orderStream(orderNo),
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.next_at.getTime()).toBeLessThan(Date.now() + 600_000);
});
