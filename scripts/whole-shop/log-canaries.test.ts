import { randomUUID } from 'node:crypto';
import { LogisticsConfig } from '@nordhaut/logistics';
import { MessagingConfig } from '@nordhaut/messaging/testing';
import { TapPayConfig } from '@nordhaut/payments';
import { TEST_DATA_KEYS } from '@nordhaut/platform/envelope/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canariesIn } from './fixtures/canaries.ts';
import { MARKED, markedInvoice, markedOrders, markedRecipient } from './fixtures/marked-orders.ts';
import { checkOut, codOrder, until } from './fixtures/browser.ts';
import { follower } from './fixtures/follower.ts';
import { logLines } from './fixtures/log-lines.ts';
import { cardOrder, chooseStore, MASTERCARD, storeDelivery, STORES, VISA } from './fixtures/orders.ts';
import { HASTY, testShop, type TestShop } from './fixtures/test-shop.ts';
import { eventually } from './fixtures/eventually.ts';
import { control, paymentsOf } from './fixtures/records.ts';

const SECRETS = {
  SESSION_SECRET: 'canary-session-secret-0123456789-abcdef',
  TAPPAY_NOTIFY_SECRET: 'canary-notify-secret-0123456789-abcdef',
  SURENOTIFY_WEBHOOK_SECRET: 'canary-mail-events-secret-0123456789-abcdef',
  METRICS_TOKEN: 'canary-metrics-token-0123456789',
};
const GUESSES = {
  phone: '0900111222',
  proof: 'canary-proof-guess',
  path: 'canary-in-a-path',
  query: 'canary-in-a-query',
  body: 'canary-in-a-body',
};

const { logger, lines } = logLines('debug');
/** Each value that must not be in the log, by its name. */
const canaries = new Map<string, string>();
let shop: TestShop;

beforeAll(async () => {
  shop = await testShop({ ...HASTY, ...SECRETS, LOG_LEVEL: 'debug' }, { logger });
  const { config } = shop.shop.engine;
  for (const [name, value] of Object.entries({ ...SECRETS, ...MARKED, ...GUESSES })) canaries.set(name, value);
  // The published values of the sandbox, because the simulators accept only these.
  canaries.set('TAPPAY_PARTNER_KEY', config.of(TapPayConfig).TAPPAY_PARTNER_KEY.reveal());
  for (const name of ['ECPAY_C2C_HASH_KEY', 'ECPAY_C2C_HASH_IV', 'ECPAY_HOME_HASH_KEY', 'ECPAY_HOME_HASH_IV'] as const)
    canaries.set(name, config.of(LogisticsConfig)[name].reveal());
  canaries.set('SURENOTIFY_API_KEY', config.of(MessagingConfig).SURENOTIFY_API_KEY.reveal());
  canaries.set('phone as the card processor gets it', '+886987123456');
  canaries.set('phone without its first digit', '987123456');
  canaries.set('DATABASE_OWNER_URL', shop.databaseUrl);
  canaries.set('DATABASE_URL', shop.shop.engine.databaseUrl);
  canaries.set('PERSONAL_DATA_KEYS', TEST_DATA_KEYS.replace(/^[^:]+:/, ''));
  await wholeCheckouts();
  await markedOrders(shop);
  await mistakes();
  await brokenConnection();
});
afterAll(() => shop?.close());

const recipient = markedRecipient;

async function wholeCheckouts(): Promise<void> {
  const visitor = shop.visit();
  await visitor.post('/api/zip', { adrs: `臺北市大安區${MARKED.address}` });
  const order = cardOrder(VISA, { recipient, invoice: markedInvoice });
  canaries.set('prime', (order.payment as { prime: string }).prime);
  const placed = await checkOut(visitor, order);
  expect(placed.status).toBe(201);
  const { orderNo } = placed;
  const [payment] = await paymentsOf(shop, orderNo);
  // The bank sends the notify to the secret address.
  await control(shop, `payments/${payment?.recTradeId}/complete`, { result: 'pass', notify: true });
  await until(visitor, orderNo, ({ displayStatus }) => displayStatus.code === '300');
  await visitor.post(`/api/orders/${orderNo}/payment/confirm`, {});
  for (const code of [3001, 3006, 3003]) await control(shop, `parcels/${orderNo}`, { code });
  await until(visitor, orderNo, ({ displayStatus }) => displayStatus.code === '3003');
  const { body } = await shop.visit().post<{ proof: string }>(`/api/orders/${orderNo}/proof`, { phone: MARKED.phone });
  canaries.set('proof', body.proof);
  canaries.set('proof of the browser that ordered', placed.body.proof);
  await shop.visit().get(`/api/orders/${orderNo}`, { headers: { 'order-proof': body.proof } });
  await shop
    .visit()
    .post(`/api/orders/${orderNo}/return`, { returnComment: MARKED.returnComment }, { headers: { 'order-proof': body.proof } });
  const page = await follower(shop.url);
  await page.subscribe({ orderNo, afterRevision: -1, proof: body.proof });
  page.close();

  const other = shop.visit();
  const { reply, post } = await chooseStore(shop, other, 'UNIMARTC2C');
  canaries.set('map token', reply['ExtraData'] ?? '');
  await post(reply);
  const toStore = cardOrder(MASTERCARD, { recipient, delivery: storeDelivery('UNIMARTC2C', STORES.UNIMARTC2C) });
  const key = randomUUID();
  canaries.set('idempotency key', key);
  const collected = await checkOut(other, toStore, {}, key);
  expect(collected.status, JSON.stringify(collected.body)).toBe(201);
  for (const one of [visitor, other])
    for (const [index, cookie] of one.cookies().split('; ').entries())
      canaries.set(`cookie ${index} ${cookie.slice(0, 4)}`, cookie.replace(/^[^=]+=/, ''));
}

/** Refused calls and failing providers. Their log lines must not contain the caller's data. */
async function mistakes(): Promise<void> {
  const visitor = shop.visit();
  for (const [provider, mode] of [
    ['ecpay', 'down'],
    ['ecpay', 'garble'],
    ['ecpay', 'refuse'],
    ['tappay', 'down'],
    ['tappay', 'garble'],
    ['tappay', 'refuse'],
    ['surenotify', 'down'],
    ['surenotify', 'garble'],
    ['surenotify', 'refuse'],
  ]) {
    await control(shop, 'faults', { provider, mode, times: 2 });
    await checkOut(visitor, cardOrder(MASTERCARD, { recipient, invoice: markedInvoice }));
    await checkOut(shop.visit(), codOrder({ recipient }));
    await control(shop, 'faults', { provider, mode, times: 0 });
  }
  const { orderNo } = await checkOut(visitor, codOrder({ recipient }), { expectedTotal: 1 });
  await shop.visit().post(`/api/orders/${orderNo}/proof`, { phone: GUESSES.phone });
  await visitor.get(`/api/orders/${orderNo}`, { headers: { 'order-proof': GUESSES.proof } });
  await visitor.get(`/${GUESSES.path}?x=${GUESSES.query}`);
  await visitor.get(`/api/${GUESSES.path}?x=${GUESSES.query}`);
  await visitor.get(`/api/products?after=${GUESSES.query}`);
  await visitor.post(`/api/tappay/notify/${GUESSES.path}`, { order_number: GUESSES.body });
  await visitor.post(`/api/surenotify/events/${GUESSES.path}`, { id: GUESSES.body });
  await visitor.post(`/api/surenotify/events/${SECRETS.SURENOTIFY_WEBHOOK_SECRET}`, { id: GUESSES.body, eventType: GUESSES.body });
  await visitor.post('/api/surenotify/send/', { orderNo, subject: GUESSES.body, recipients: [MARKED.email] });
  await visitor.post(`/api/tappay/notify/${SECRETS.TAPPAY_NOTIFY_SECRET}`, { order_number: GUESSES.body, rec_trade_id: GUESSES.body });
  await visitor.post(`/api/tappay/notify/${SECRETS.TAPPAY_NOTIFY_SECRET}/${GUESSES.path}`, {});
  await visitor.post('/api/orders', { recipient, invoice: markedInvoice, wrong: GUESSES.body });
  await visitor.get('/metrics', { headers: { authorization: `Bearer ${SECRETS.METRICS_TOKEN}` } });
  for (const path of ['/api/orders', '/api/ecpay/logistics-reply', '/api/ecpay/store-change', '/api/map-back/'])
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/xml'])
      await fetch(shop.url + path, {
        method: 'POST',
        headers: { 'content-type': type },
        body: `{"${GUESSES.body}=${MARKED.email}&MerchantID=2000132`,
      });
}

/** What a query says that met the end of its connection (`brokenConnection`), or came after it. */
const ENDED_CONNECTION = /terminating connection due to administrator command|connection error and is not queryable|Connection terminated/;

/** Ends an idle connection in the database, as a restart of the database does. */
async function brokenConnection(): Promise<void> {
  const { pool } = shop.shop.engine;
  const other = new pg.Client({ connectionString: shop.databaseUrl });
  await other.connect();
  // More than one try: the shop may use the connection at that moment, and then a query has the error.
  await eventually(async () => {
    const client = (await pool.connect()) as pg.PoolClient & { processID: number; secretKey: number };
    canaries.set(`cancel key of database connection ${client.processID}`, String(client.secretKey));
    client.release();
    await other.query("select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and state = 'idle'", [client.processID]);
    return lines.some((line) => line.includes('an idle database connection broke'));
  }, 'the broken connection');
  await other.end();
}

describe('the log of whole checkouts at level debug', () => {
  test('has a line per request and per failure', () => {
    const parsed = lines.map((line) => JSON.parse(line) as { msg: string; level: string; route?: string });
    expect(parsed.filter(({ msg }) => msg === 'answered').length).toBeGreaterThan(50);
    expect(parsed.some(({ route }) => route === '/api/tappay/notify/:secret')).toBe(true);
    expect(parsed.filter(({ level }) => level === 'warn').length).toBeGreaterThan(3);
    const failures = lines.filter((_, index) => ['error', 'fatal'].includes(parsed[index]?.level ?? ''));
    expect(failures.filter((line) => !ENDED_CONNECTION.test(line))).toEqual([]);
  });
  test('holds no secret and no personal data, in any encoding', () => {
    expect(canaries.size).toBeGreaterThan(25);
    for (const [name, value] of canaries) expect(value.length, name).toBeGreaterThan(1);
    expect(canariesIn([['the log', lines.join('\n')]], canaries)).toEqual([]);
  });
});
