import { orderStream } from '@nordhaut/ordering';
import { readHeld } from '@nordhaut/platform/bus';
import { createPool } from '@nordhaut/platform/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readiness } from './fixtures/all-is-well.ts';
import { checkOut, codOrder, recipient } from './fixtures/browser.ts';
import { eventually } from './fixtures/eventually.ts';
import { receivedMails } from './fixtures/mails.ts';
import { metricsOf } from './fixtures/metrics.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

const MAILS = { MAIL_ORDER_WAIT: '0', MAIL_RATE: '1000' };
let shop: TestShop;
let mailing: TestShop | undefined;
beforeAll(async () => {
  shop = await testShop({}, { without: ['messaging'] });
});
afterAll(async () => {
  await mailing?.close();
  await shop.close();
});

async function ordered(email: string): Promise<string> {
  const { status, orderNo } = await checkOut(shop.visit(), codOrder({ recipient: { ...recipient, email } }));
  expect(status).toBe(201);
  return orderNo;
}
/** Changes the event as the owner of the database can; the shop user cannot. @returns the earlier data */
async function rewrite(orderNo: string, data: string): Promise<string> {
  const owner = createPool({ url: shop.databaseUrl });
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query('alter table event_store.events disable trigger all');
    const where = `stream = $1 and type = 'OrderPlaced'`;
    const { rows } = await client.query<{ data: string }>(`select data from event_store.events where ${where}`, [orderStream(orderNo)]);
    await client.query(`update event_store.events set data = $2 where ${where}`, [orderStream(orderNo), data]);
    await client.query('alter table event_store.events enable trigger all');
    await client.query('commit');
    return rows[0]?.data ?? '';
  } finally {
    client.release();
    await owner.end();
  }
}
const mailsTo = async (email: string) => (await receivedMails(shop)).filter(({ to }) => to.address === email);

test('an order that cannot be read holds back its own mails; all others are sent, and its own follow once it can be read', async () => {
  const broken = await ordered('broken@example.com');
  const original = await rewrite(broken, '{"at":');
  await ordered('other@example.com');
  mailing = await testShop(MAILS, { beside: shop });
  await eventually(async () => (await mailsTo('other@example.com')).length === 1, 'the mail of the other order');
  await ordered('later@example.com');
  await eventually(async () => (await mailsTo('later@example.com')).length === 1, 'the mail of a later order');

  expect(await readHeld(shop.shop.engine.pool, 'messaging')).toMatchObject([{ stream: orderStream(broken), type: 'OrderPlaced' }]);
  const told = await readiness(mailing);
  expect(told).toMatchObject({ ready: true, notReady: [] });
  expect(told.remarks?.join('\n')).toMatch(/poison events hold back 1 of the streams of the consumer messaging/);
  expect(JSON.stringify(told)).not.toContain(broken);
  expect((await metricsOf(mailing.url)).get('consumer_parked_streams{consumer="messaging"}')).toBe(1);

  await rewrite(broken, original);
  await mailing.close();
  mailing = await testShop(MAILS, { beside: shop });
  await eventually(async () => (await mailsTo('broken@example.com')).length === 1, 'the mail of the order that can be read again');
  expect(await readHeld(shop.shop.engine.pool, 'messaging')).toEqual([]);
  for (const email of ['other@example.com', 'later@example.com']) expect(await mailsTo(email)).toHaveLength(1);
});
