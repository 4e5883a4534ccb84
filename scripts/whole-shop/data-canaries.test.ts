import { orderStream } from '@nordhaut/ordering';
import type { OrderAnswer } from '@nordhaut/contracts';
import { checkOuterKeys, createVault, outerKeys } from '@nordhaut/platform/envelope';
import { START } from '@nordhaut/platform/event-store';
import { toMessage } from '../../services/platform/bus/kafka/messages.ts';
import { secret } from '@nordhaut/platform/config';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canariesIn, plainHashes, tableTexts } from './fixtures/canaries.ts';
import { eventually } from './fixtures/eventually.ts';
import { MARKED, markedOrders } from './fixtures/marked-orders.ts';
import { chooseStore } from './fixtures/orders.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

const TOKEN = 'canary-metrics-token-0123456789';
const canaries = new Map<string, string>(Object.entries(MARKED));
let shop: TestShop;
let orderNo: string;
let proof: string;

beforeAll(async () => {
  shop = await testShop({ METRICS_TOKEN: TOKEN, CASH_LIMIT: 'on' });
  ({ orderNo, proof } = await markedOrders(shop));
  const visitor = shop.visit();
  const { reply, post } = await chooseStore(shop, visitor, 'UNIMARTC2C');
  await post(reply);
  const { body: chosen } = await visitor.get<{ store: { CVSStoreName: string } | null }>('/api/chosen-store');
  if (!chosen.store) throw new Error('the choice is not kept');
  canaries.set('name of the chosen store', reply['CVSStoreName'] ?? '');
  canaries.set('address of the chosen store', reply['CVSAddress'] ?? '');
  for (const area of ['+886987123456', '987123456']) canaries.set(`phone as ${area}`, area);
  for (const value of [MARKED.phone, `+886${MARKED.phone.slice(1)}`, MARKED.email])
    for (const [index, hash] of plainHashes(value).entries()) canaries.set(`plain hash ${index} of ${value}`, hash);
  const { pool, store } = shop.shop.engine;
  // The read models and the stored answers follow the events.
  await eventually(async () => {
    const { rows } = await pool.query<{ position: bigint }>('select min(position) as position from projection_checkpoints');
    return (rows[0]?.position ?? -1n) >= (await store.head());
  }, 'the read models');
});
afterAll(() => shop?.close());

const history = async (no: string): Promise<string> => {
  const { engine } = shop.shop;
  return JSON.stringify((await engine.codec.decode(await engine.store.read(orderStream(no)))).map(({ personal }) => personal));
};

describe('the marked texts', () => {
  test('are what the shop shows to the buyer and to support', async () => {
    const { body } = await shop.visit().get<OrderAnswer>(`/api/orders/${orderNo}`, { headers: { 'order-proof': proof } });
    expect(body.order).toMatchObject({
      personal: 'full',
      recipient: { name: MARKED.firstName + MARKED.lastName, phone: MARKED.phone, email: MARKED.email },
    });
    const { rows } = await shop.shop.engine.pool.query<{ order_no: string }>('select order_no from orders');
    const all = (await Promise.all(rows.map(({ order_no }) => history(order_no)))).join('\n');
    // The history holds phone numbers with the country's code.
    const shown = Object.entries(MARKED).filter(([name, text]) => !all.includes(text) && name !== 'phone');
    expect(shown).toEqual([]);
  });

  test('are in no table, in no spelling and as no plain hash', async () => {
    const texts = await tableTexts(shop.shop.engine.pool);
    expect(texts.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'event_store.events',
        'public.subject_keys',
        'public.cash_places',
        'public.chosen_stores',
        'public.idempotency_keys',
      ]),
    );
    expect(texts.filter(([, text]) => text.length > 0).length).toBeGreaterThan(10);
    expect(canariesIn(texts, canaries)).toEqual([]);
    const inHex = Buffer.from(`{"note":"${MARKED.cancelNote}"}`).toString('hex');
    expect(canariesIn([...texts, ['a table with a marked text', inHex]], canaries)).toHaveLength(1);
  });

  test('are in no message for Kafka and in no metric', async () => {
    const { events } = await shop.shop.engine.store.readAll({ after: START, limit: 10_000 });
    const messages = events.map((event) => JSON.stringify(toMessage(event, 'test')));
    const metrics = await shop.visit().get<string>('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(
      canariesIn(
        [
          ['Kafka', messages.join('\n')],
          ['metrics', JSON.stringify(metrics.body)],
        ],
        canaries,
      ),
    ).toEqual([]);
  });
});

describe('a stolen database without the outer key', () => {
  const other = outerKeys(secret(`stolen:${Buffer.alloc(32, 9).toString('base64')}`));

  test('opens no personal data', async () => {
    const { engine } = shop.shop;
    const records = (await engine.store.readAll({ after: START, limit: 10_000 })).events;
    const sealed = (await engine.codec.decode(records, { personal: false })).flatMap((event) => event.sealed ?? []);
    expect(sealed.length).toBeGreaterThan(10);
    const vault = createVault({ pool: engine.pool, outer: other });
    const opened = await Promise.allSettled(
      sealed.flatMap(({ subject, eventId, parts }) =>
        Object.entries(parts).map(([purpose, text]) => vault.openMany([{ subject, purpose: purpose as 'contact', eventId, sealed: text }])),
      ),
    );
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set(['rejected']));
    await vault.close();
  });

  test('starts no shop', async () => {
    await expect(testShop({ PERSONAL_DATA_KEYS: `stolen:${Buffer.alloc(32, 9).toString('base64')}` }, { beside: shop })).rejects.toThrow(
      'PERSONAL_DATA_KEYS lacks the key test',
    );
    await checkOuterKeys(shop.shop.engine.pool, shop.shop.engine.outer);
  });
});
