import { setTimeout as sleep } from 'node:timers/promises';
import { createHmac, randomUUID } from 'node:crypto';
import { readReceipt, receiptOf } from '@nordhaut/evidence';
import { MessagingConfig, TEMPLATES } from '@nordhaut/messaging/testing';
import { type OrderCommand, orderDecider, orderStream } from '@nordhaut/ordering';
import { walletDecider, walletStream } from '@nordhaut/promotions';
import { completeForgettings } from '@nordhaut/platform/forgetting';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkOut, codOrder, recipient } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { groupOrder } from './fixtures/group-orders.ts';
import { CAUSES, intakeAll } from './fixtures/mail-history.ts';
import { keptMail, mailRecords, receivedMails } from './fixtures/mails.ts';
import { abroad, cardOrder, MASTERCARD, REFUSED_CARD, storeDelivery, STORES } from './fixtures/orders.ts';
import { memberIdOf, register } from './fixtures/member-operations.ts';
import { memberWith, prepare, send } from './fixtures/member-promotions.ts';
import { createOutside } from './fixtures/outside.ts';
import { control } from './fixtures/records.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ MAIL_ORDER_WAIT: '2000', MAIL_RATE: '1000', CHECKPOINT_INTERVAL: '200' });
});
afterAll(() => shop.close());

let people = 0;
/** An order of somebody with an address of their own. */
const buyer = () => ({ ...recipient, email: `buyer${++people}@example.com` });
const mailsTo = async (address: string) => (await receivedMails(shop)).filter(({ to }) => to.address === address);
const mailTo = (address: string, subject: string) =>
  eventually(async () => (await mailsTo(address)).find((mail) => mail.subject.includes(subject)), `the mail ${subject}`);
const finished = (orderNo: string, kind: string) =>
  eventually(
    async () =>
      (await mailRecords(shop, orderStream(orderNo))).find((mail) => mail.kind === kind && !['due', 'sending'].includes(mail.state)),
    `the mail ${kind}`,
  );
const placed = async (order: ReturnType<typeof codOrder>) => {
  const visitor = shop.visit();
  const { orderNo, status, body } = await checkOut(visitor, order);
  expect(status, JSON.stringify(body)).toBe(201);
  return { visitor, orderNo };
};
const grouped = (orderNo: string) => (orderNo.match(/.{1,4}/g) ?? []).join(' ');

describe('an order', () => {
  test('to the door gets one confirmation with its receipt, kept as it was sent', async () => {
    const to = buyer();
    const { orderNo } = await placed(cardOrder(MASTERCARD, { recipient: to }));
    const mail = await mailTo(to.email, '訂單已成立');
    expect(mail.subject).toContain(grouped(orderNo));
    expect(mail.to.name).toBe('王大明');
    const record = await finished(orderNo, 'ORDER_CREATED');
    expect(record).toMatchObject({ state: 'sent', tries: 1, template_id: 'ORDER_CREATED_HOME', template_version: 1, recipient: null });
    expect(record.provider_id).toBe(mail.id);
    const kept = await keptMail(shop, record);
    expect(kept).toMatchObject({ to: to.email, html: mail.content, subject: mail.subject });
    const receipt = /訂單存證碼 (\S+)/.exec(kept?.text ?? '')?.[1] ?? '';
    expect(readReceipt(receipt)).toBeDefined();
    expect(record.sealed).not.toContain('example.com');
  });

  test('to a store, and abroad, get the mail of their delivery', async () => {
    const [store, far] = [buyer(), abroad()];
    const toStore = await placed(cardOrder(MASTERCARD, { recipient: store, delivery: storeDelivery('UNIMARTC2C', STORES.UNIMARTC2C) }));
    const email = `buyer${++people}@example.com`;
    const farAway = await placed({ ...far, recipient: { ...far.recipient, email } });
    expect((await finished(toStore.orderNo, 'ORDER_CREATED')).template_id).toBe('ORDER_CREATED_STORE');
    expect((await finished(farAway.orderNo, 'ORDER_CREATED')).template_id).toBe('ORDER_CREATED_ABROAD');
    await control(shop, `parcels/${toStore.orderNo}`, { code: 2073 });
    const mail = await mailTo(store.email, '已到店');
    expect(mail.content).toContain('取貨編號');
    expect(mail.content).toContain('建盛門市');
  });

  test.each([
    ['abroad', 'ORDER_CREATED_ABROAD', () => abroad({ payment: { type: 'CREDIT' } })],
    ['to the door', 'ORDER_CREATED_HOME', () => cardOrder(MASTERCARD, { payment: { type: 'CREDIT' } })],
  ] as const)('%s that shopping credit pays whole gets its confirmation, which says so', async (_, template, order) => {
    const own = await memberWith(shop, 40_000);
    const email = `buyer${++people}@example.com`;
    const wanted = order();
    const prepared = await prepare(own.visitor, { ...wanted, recipient: { ...wanted.recipient, email } }, { coupons: [], credit: 40_000 });
    expect(await send(own.visitor, prepared)).toMatchObject({ status: 201, body: { total: 0 } });
    const record = await finished(prepared.request.orderNo, 'ORDER_CREATED');
    expect(record).toMatchObject({ state: 'sent', template_id: template });
    expect((await keptMail(shop, record))?.text).toContain('付款方式：購物金');
    expect((await mailRecords(shop, orderStream(prepared.request.orderNo))).map(({ kind }) => kind)).toEqual(['ORDER_CREATED']);
  });

  test('that is cancelled tells the refund, and the refund has its own mail', async () => {
    const to = buyer();
    const { visitor, orderNo } = await placed(cardOrder(MASTERCARD, { recipient: to }));
    await finished(orderNo, 'ORDER_CREATED');
    expect((await visitor.post(`/api/orders/${orderNo}/cancel`, { reason: 'CHANGED_MIND' })).status).toBe(200);
    expect((await mailTo(to.email, '訂單已取消')).content).toContain('將退回您原本的信用卡');
    expect((await mailTo(to.email, '退款通知')).content).toContain('退回原信用卡');
    expect((await mailsTo(to.email)).map(({ subject }) => subject.replace(/（.*/, ''))).toHaveLength(3);
  });

  test('whose card is refused gets none', async () => {
    const to = buyer();
    const { orderNo } = await checkOut(shop.visit(), cardOrder(REFUSED_CARD, { recipient: to }));
    const later = buyer();
    await placed(codOrder({ recipient: later }));
    await mailTo(later.email, '訂單已成立');
    expect(await mailRecords(shop, orderStream(orderNo))).toEqual([]);
    expect(await mailsTo(to.email)).toEqual([]);
  });
});

/** The events that cause each kind of mail about an order. */
const CAUSED_BY: Record<string, readonly string[]> = {
  ORDER_CREATED: ['OrderPlaced', 'CardPaymentAuthorised', 'ShipmentCreated'],
  PARCEL_AT_STORE: ['ParcelStatusReported'],
  ORDER_CANCELLED: ['OrderCancelled'],
  ORDER_REFUNDED: ['RefundIssued'],
  RETURN_REQUESTED: ['ReturnRequested'],
  RETURN_APPROVED: ['ReturnApproved'],
  RETURN_REJECTED: ['ReturnRejected'],
};

/** A cash order to the door whose return somebody applied for with the proof. */
async function returned(more: object = {}) {
  const made = await placed(codOrder({ recipient: { ...buyer(), ...more } }));
  for (const code of [3001, 3003]) await control(shop, `parcels/${made.orderNo}`, { code });
  const wish = { returnComment: '不合用', bankAccount: { bankCode: '822', accountNo: '555566667788', holder: '陳大文' } };
  await eventually(
    async () => (await made.visitor.post(`/api/orders/${made.orderNo}/return`, wish)).status === 200,
    'the return to be offered',
  );
  return made;
}
async function decide(orderNo: string, command: OrderCommand): Promise<void> {
  const { commands } = shop.shop.engine;
  const context = { commandId: randomUUID(), actor: { kind: 'support' as const, id: 'test' }, now: new Date() };
  expect((await commands.handle(orderStream(orderNo), orderDecider, command, context)).ok).toBe(true);
}

test('who ordered is told of a return that somebody else applied for, with the end of the account alone; once, and nothing of old returns', async () => {
  const to = buyer();
  const { orderNo } = await returned({ email: to.email });
  const mail = await mailTo(to.email, '已收到退貨申請');
  expect(mail.content).toContain('帳號末四碼 7788');
  expect(mail.content).not.toContain('67788');
  expect(mail.content).toContain('如果不是您本人申請');
  const kept = await keptMail(shop, await finished(orderNo, 'RETURN_REQUESTED'));
  expect(JSON.stringify(kept)).not.toContain('7788');
  await intakeAll(shop, CAUSES);
  expect((await mailsTo(to.email)).filter(({ subject }) => subject.includes('退貨'))).toHaveLength(1);

  // An upgrade: the return is older than these mails, and the role reads the history again.
  const { pool } = shop.shop.engine;
  await pool.query('delete from mails where stream = $1', [orderStream(orderNo)]);
  await pool.query('update mailing set returns_since = now()');
  await intakeAll(shop, CAUSES);
  expect((await mailRecords(shop, orderStream(orderNo))).map(({ kind }) => kind)).not.toContain('RETURN_REQUESTED');

  const without = await returned({ email: '' });
  expect(await finished(without.orderNo, 'RETURN_REQUESTED')).toMatchObject({ state: 'dropped', reason: 'NO_ADDRESS' });
});

test('each kind of mail about an order has the receipt of the event that caused it', async () => {
  const [far, visitor] = [abroad(), shop.visit()];
  const group = await groupOrder(visitor, { recipient: { name: '王小明', email: `buyer${++people}@example.com`, phone: '0910111222' } });
  expect((await visitor.post('/api/group-orders', group)).status).toBe(201);
  const orders = {
    home: await placed(codOrder({ recipient: buyer() })),
    store: await placed(cardOrder(MASTERCARD, { recipient: buyer(), delivery: storeDelivery('UNIMARTC2C', STORES.UNIMARTC2C) })),
    abroad: await placed({ ...far, recipient: { ...far.recipient, email: `buyer${++people}@example.com` } }),
    cancelled: await placed(cardOrder(MASTERCARD, { recipient: buyer() })),
    group: { visitor, orderNo: group.orderNo },
    refused: await returned(),
    ended: await returned(),
  };
  for (const { orderNo } of Object.values(orders)) await finished(orderNo, 'ORDER_CREATED');
  await control(shop, `parcels/${orders.store.orderNo}`, { code: 2073 });
  await finished(orders.store.orderNo, 'PARCEL_AT_STORE');
  const { cancelled } = orders;
  expect((await cancelled.visitor.post(`/api/orders/${cancelled.orderNo}/cancel`, { reason: 'CHANGED_MIND' })).status).toBe(200);
  for (const kind of ['ORDER_CANCELLED', 'ORDER_REFUNDED']) await finished(cancelled.orderNo, kind);

  const { refused, ended } = orders;
  for (const { orderNo } of [refused, ended]) await finished(orderNo, 'RETURN_REQUESTED');
  await decide(ended.orderNo, { type: 'ApproveReturn', at: new Date().toISOString() });
  await finished(ended.orderNo, 'RETURN_APPROVED');
  await decide(ended.orderNo, { type: 'EndReturn', at: new Date(Date.now() + 15 * 86_400_000).toISOString() });
  await decide(refused.orderNo, { type: 'RejectReturn', at: new Date().toISOString(), reason: 'OPENED_GOODS' });
  for (const { orderNo } of [refused, ended]) await finished(orderNo, 'RETURN_REJECTED');

  const kinds = new Set<string>();
  const templates = new Set<string | null>();
  for (const { orderNo } of Object.values(orders)) {
    const stream = orderStream(orderNo);
    const events = await shop.shop.engine.store.read(stream);
    for (const record of await mailRecords(shop, stream)) {
      kinds.add(record.kind);
      templates.add(record.template_id);
      const kept = await keptMail(shop, record);
      const [inText, inHtml] = [kept?.text, kept?.html].map(
        (content) => /訂單存證碼\s*(?:<[^>]*>\s*)*([0-9A-Z-]+)/.exec(content ?? '')?.[1],
      );
      const revision = readReceipt(inText ?? '')?.revision ?? -1;
      const event = events[revision];
      expect(CAUSED_BY[record.kind], `${record.kind}, revision ${revision}`).toContain(event?.type);
      const { hash } = JSON.parse(event?.metadata ?? '{}') as { hash: string };
      expect([inText, inHtml], record.kind).toEqual([receiptOf(stream, revision, hash), receiptOf(stream, revision, hash)]);
    }
  }
  expect([...kinds].toSorted()).toEqual(Object.keys(CAUSED_BY).toSorted());
  // Goods that are sent again are an ORDER_CREATED of the same events, with words of their own (linked-orders.test).
  const others = TEMPLATES.filter(({ id }) => /^(ORDER|PARCEL|RETURN)/.test(id) && !['ORDER_EXCHANGED', 'ORDER_SENT_AGAIN'].includes(id));
  expect(templates).toEqual(new Set(others.map(({ id }) => id)));
});

test('a member is welcomed by a mail, in which the name is escaped', async () => {
  const email = `member${++people}@example.com`;
  const answer = await shop.visit().post('/api/register', {
    firstName: '林',
    lastName: '"怡君" & Co',
    user_email: email,
    password: 'abc123',
    user_phone: '0955123456',
    privacyAccepted: true,
    ageConfirmed: true,
  });
  expect(answer.status).toBe(200);
  const mail = await mailTo(email, '歡迎加入');
  expect(mail.content).toContain('林&quot;怡君&quot; &amp; Co');
  expect(mail.content).not.toContain('"怡君"');
});

test('a gift and credit that a member did not ask for are told by a mail each, once', async () => {
  const { visitor, email } = await register(shop);
  await mailTo(email, '歡迎加入');
  const wallet = walletStream(await memberIdOf(shop, visitor));
  const at = new Date().toISOString();
  const support = { kind: 'SUPPORT', reason: 'test' } as const;
  const nextYear = new Date().getFullYear() + 1;
  const commands = [
    {
      type: 'GrantCoupon',
      at,
      copyId: '1/BIRTHDAY',
      couponId: '1',
      cause: { kind: 'BIRTHDAY', year: 2026 },
      endsAt: `${nextYear}-12-31T15:00:00.000Z`,
    },
    { type: 'GrantCredit', at, grantId: 'support/1', kind: 'SUPPORT', amount: 1200, cause: support },
  ] as const;
  const { engine } = shop.shop;
  for (const command of [...commands, ...commands])
    await engine.commands.handle(wallet, walletDecider, command, {
      commandId: randomUUID(),
      actor: { kind: 'system', id: 'test' },
      now: new Date(),
    });
  const gift = await mailTo(email, '您有一份新的會員禮');
  expect(gift.content).toContain(`${nextYear}/12/31`);
  expect(gift.content).toContain('/member/coupon');
  const credit = await mailTo(email, 'NT$1,200 購物金已存入您的帳號');
  expect(credit.content).toContain('客服已將購物金存入您的帳號');
  // The heading of the cart's box where it is used.
  expect(credit.content).toContain('購物車的「優惠與購物金」');
  await intakeAll(shop, CAUSES);
  // The coupons of the registration are on its page, and the welcome is the only other mail.
  expect(await mailsTo(email)).toHaveLength(3);
});

test('the daily checkpoint goes to both addresses, once', async () => {
  const { MAIL_CHECKPOINTS_TO: addresses } = shop.shop.engine.config.of(MessagingConfig);
  for (const address of addresses) {
    const mail = await mailTo(address, '檢查點');
    expect(mail.content).toContain('/history');
    expect(await mailsTo(address)).toHaveLength(1);
  }
});

describe('sending again', () => {
  test('is for the buyer alone, takes no content, and is limited', async () => {
    const to = buyer();
    const { visitor, orderNo } = await placed(codOrder({ recipient: to }));
    await finished(orderNo, 'ORDER_CREATED');
    const send = (who: ReturnType<TestShop['visit']>, body: object = { orderNo }) => who.post('/api/surenotify/send/', body);
    expect((await send(shop.visit())).status).toBe(403);
    expect((await send(visitor, { orderNo, subject: 'x', content: '<b>', recipients: ['a@b.example'] })).status).toBe(400);
    expect((await send(visitor)).status).toBe(429);
    await shop.shop.engine.pool.query(`update mails set created_at = created_at - interval '2 minutes' where stream = $1`, [
      orderStream(orderNo),
    ]);
    const answers = await Promise.all([send(visitor), send(visitor)]);
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
    await eventually(async () => (await mailsTo(to.email)).length === 2, 'the second mail');
    expect((await mailsTo(to.email)).map(({ to: { address } }) => address)).toEqual([to.email, to.email]);
  });
});

describe('a report of the provider', () => {
  const report = (path: string, id: string, event: string, signature: string) =>
    fetch(`${shop.url}/api/surenotify/events/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-surenotify-signature': signature },
      body: JSON.stringify({ id, eventType: event }),
    });
  const counted = async (id: string) =>
    (await shop.shop.engine.pool.query<{ event: string }>('select event from mail_reports where provider_id = $1', [id])).rows;

  test('counts once, only with address and signature, and only of a mail of the shop', async () => {
    const config = shop.shop.engine.config.of(MessagingConfig);
    const secret = config.SURENOTIFY_WEBHOOK_SECRET.reveal();
    const sign = (id: string, event: string) =>
      createHmac('sha256', config.SURENOTIFY_API_KEY.reveal())
        .update(id + event)
        .digest('hex');
    const to = buyer();
    const { orderNo } = await placed(codOrder({ recipient: to }));
    const id = (await finished(orderNo, 'ORDER_CREATED')).provider_id as string;
    expect((await report('guessed', id, 'open', sign(id, 'open'))).status).toBe(404);
    expect((await report(secret, id, 'open', 'f'.repeat(64))).status).toBe(404);
    expect((await report(secret, id, 'open', '')).status).toBe(404);
    for (const _ of [1, 2, 3]) expect((await report(secret, id, 'open', sign(id, 'open'))).status).toBe(200);
    expect((await counted(id)).filter(({ event }) => event === 'open')).toHaveLength(1);
    const other = randomUUID();
    expect((await report(secret, other, 'open', sign(other, 'open'))).status).toBe(200);
    expect(await counted(other)).toEqual([]);
    // The role registered the address, so the provider reports by itself.
    await eventually(async () => (await counted(id)).some(({ event }) => event === 'delivery'), 'the report of delivery');

    // A report that is faster than the sender, which keeps the provider's id after the answer.
    const early = randomUUID();
    const reporting = report(secret, early, 'click', sign(early, 'click'));
    await sleep(50);
    await shop.shop.engine.pool.query('update mails set provider_id = $1 where provider_id = $2', [early, id]);
    expect((await reporting).status).toBe(200);
    expect(await counted(early)).toEqual([{ event: 'click' }]);

    // Somebody who was forgotten may still open an old mail.
    await shop.shop.engine.pool.query('update mails set sealed = null where provider_id = $1', [early]);
    expect((await report(secret, early, 'open', sign(early, 'open'))).status).toBe(200);
    expect(await counted(early)).toEqual([{ event: 'click' }]);
  });
});

test('reports of delivery are asked for again where SureNotify did not answer at the start', async () => {
  const outside = await createOutside();
  await control(outside, 'faults', { provider: 'surenotify', on: 'webhooks', mode: 'down', times: 2 });
  const late = await testShop({ MAIL_RETRY: '100' }, { beside: outside });
  try {
    const key = late.shop.engine.config.of(MessagingConfig).SURENOTIFY_API_KEY.reveal();
    const listed = async <T>(path: string): Promise<T[]> =>
      (await (await fetch(outside.simulators.url + path, { headers: { 'x-api-key': key } })).json()) as T[];
    // Before that, the fault would be this test's own request's.
    await eventually(async () => (await listed('/control/faults')).length === 0, 'the refused calls');
    const registered = async (): Promise<number[]> => (await listed<{ type: number }>('/v1/webhooks')).map(({ type }) => type).toSorted();
    await expect.poll(registered, { timeout: 30_000 }).toEqual([3, 6, 7]);
  } finally {
    await late.close();
    await outside.close();
  }
});

test('a forgotten buyer leaves no mail, and gets no further one', async () => {
  const to = buyer();
  const { visitor, orderNo } = await placed(codOrder({ recipient: to }));
  await finished(orderNo, 'ORDER_CREATED');
  await visitor.post(`/api/orders/${orderNo}/cancel`, { reason: 'CHANGED_MIND' });
  await finished(orderNo, 'ORDER_CANCELLED');
  const { engine } = shop.shop;
  for (const { forget } of engine.forgets)
    await forget?.(engine, { order: orderNo }, { purposes: ['contact'], reason: 'REQUESTED', commandId: randomUUID(), dryRun: false });
  await completeForgettings(engine, orderStream(orderNo));
  const records = await mailRecords(shop, orderStream(orderNo));
  expect(records.length).toBe(2);
  for (const record of records) expect(record).toMatchObject({ sealed: null, recipient: null });
});

test('reading the whole history again sends nothing', async () => {
  const { pool } = shop.shop.engine;
  const to = buyer();
  const { orderNo } = await placed(codOrder({ recipient: to }));
  await finished(orderNo, 'ORDER_CREATED');
  const before = (await receivedMails(shop)).length;
  await intakeAll(shop, CAUSES);
  const { rows } = await pool.query(`select from mails where state in ('due', 'sending')`);
  expect(rows).toEqual([]);
  expect((await receivedMails(shop)).length).toBe(before);
});
