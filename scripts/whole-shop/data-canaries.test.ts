import { randomUUID } from 'node:crypto';
import { checkoutDecider } from '@nordhaut/checkout';
import type { OrderAnswer } from '@nordhaut/contracts';
import { RIGHTS } from '@nordhaut/contracts/support';
import { personal, terms } from '@nordhaut/ordering/testing';
import { checkOuterKeys, createVault, outerKeys } from '@nordhaut/platform/envelope';
import { START } from '@nordhaut/platform/event-store';
import { toMessage } from '../../services/platform/bus/kafka/messages.ts';
import { secret } from '@nordhaut/platform/config';
import { staffDecider, staffStream } from '@nordhaut/support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canariesIn, plainHashes, tableTexts } from './fixtures/canaries.ts';
import { eventually } from './fixtures/eventually.ts';
import { MARKED, markedOpenOrders, markedOrders, OPEN_MARKED, ORDER_MARKS } from './fixtures/marked-orders.ts';
import { chooseStore } from './fixtures/orders.ts';
import { type StaffField, valuesByField } from './fixtures/personal-fields.ts';
import { invitation } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

const TOKEN = 'canary-metrics-token-0123456789';
const canaries = new Map<string, string>(Object.entries(MARKED));
let shop: TestShop;
let orderNo: string;
let proof: string;

beforeAll(async () => {
  shop = await testShop({ METRICS_TOKEN: TOKEN, CASH_LIMIT: 'on' });
  ({ orderNo, proof } = await markedOrders(shop));
  await markedCheckout();
  await markedOpenOrders(shop);
  for (const [name, mark] of Object.entries(OPEN_MARKED)) canaries.set(name, mark);
  await markedStaff();
  for (const [field, mark] of Object.entries(STAFF_MARKS)) canaries.set(field, mark);
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

const allEvents = async () => {
  const { codec, store } = shop.shop.engine;
  return codec.decode((await store.readAll({ after: START, limit: 10_000 })).events);
};

/** The mark of every sealed field of the staff's events. */
const STAFF_MARKS: Readonly<Record<StaffField, string>> = {
  'StaffInvited.contact.name': '客服金絲雀',
  'StaffFactorsReset.support.reason': '重設原因金絲雀',
  'StaffRightsChanged.support.reason': '改權原因金絲雀',
  'StaffLeft.support.reason': '離職原因金絲雀',
};
/** A checkout to a store, which failed before it placed an order. */
async function markedCheckout(): Promise<void> {
  const { commands, clock } = shop.shop.engine;
  const [no, at] = ['N0CANARY00CHECKED', clock().toISOString()];
  const store = { id: MARKED.storeId, name: MARKED.storeName, address: MARKED.storeAddress };
  const contact = { ...personal.contact, store };
  const start = {
    type: 'StartCheckout',
    at,
    terms: terms({ orderNo: no, cartId: null }),
    subject: `guest:${no}`,
    personal: { contact },
  } as const;
  for (const command of [start, { type: 'FailCheckout', at, code: 'CART_CHANGED' } as const]) {
    const context = { commandId: randomUUID(), correlationId: randomUUID(), actor: { kind: 'guest', id: 'v1' } as const, now: clock() };
    expect((await commands.handle(`checkout-${no}`, checkoutDecider, command, context)).ok).toBe(true);
  }
}
async function markedStaff(): Promise<void> {
  const { commands, clock } = shop.shop.engine;
  const { staffId } = await invitation(shop, ['view'], STAFF_MARKS['StaffInvited.contact.name']);
  const at = clock().toISOString();
  const by = { isOneself: false, own: RIGHTS };
  const sent = [
    { type: 'ChangeRights', at, rights: ['view' as const], reason: STAFF_MARKS['StaffRightsChanged.support.reason'], ...by },
    { type: 'ResetFactors', at, reason: STAFF_MARKS['StaffFactorsReset.support.reason'], ...by },
    { type: 'EndStaff', at, reason: STAFF_MARKS['StaffLeft.support.reason'], isOneself: false },
  ] satisfies Parameters<typeof staffDecider.decide>[0][];
  for (const command of sent) {
    const context = { commandId: randomUUID(), correlationId: randomUUID(), actor: { kind: 'support', id: 'cli' } as const, now: clock() };
    expect((await commands.handle(staffStream(staffId), staffDecider, command, context)).ok).toBe(true);
  }
}

describe('the marked texts', () => {
  test('are what the shop shows to the buyer and to support', async () => {
    const { body } = await shop.visit().get<OrderAnswer>(`/api/orders/${orderNo}`, { headers: { 'order-proof': proof } });
    expect(body.order).toMatchObject({
      personal: 'full',
      recipient: { name: MARKED.firstName + MARKED.lastName, phone: MARKED.phone, email: MARKED.email },
    });
    const values = valuesByField(await allEvents());
    const marks = Object.entries({ ...ORDER_MARKS, ...STAFF_MARKS });
    expect(marks.filter(([field, mark]) => mark !== null && !values.get(field)?.has(mark))).toEqual([]);
    // What the types name is all that is sealed, and every mark belongs to a field.
    expect([...values.keys()].filter((field) => !marks.some(([name]) => name === field))).toEqual([]);
    const used = new Set(marks.map(([, mark]) => mark));
    expect(Object.entries(MARKED).filter(([name, mark]) => name !== 'phone' && !used.has(mark))).toEqual([]);
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
