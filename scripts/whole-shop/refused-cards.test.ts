import { TEST_CARDS } from '@nordhaut/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, checkOut, prepareOrder } from './fixtures/browser.ts';
import { cardOrder, MASTERCARD, REFUSED_CARD } from './fixtures/orders.ts';
import { paymentsOf } from './fixtures/records.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

// Who tries stolen cards one after the other is stopped; a carrier's shared address is not (infra/decisions/117).

type Refusal = { code: string; message: string };
const SETTINGS = { RATE_LIMIT_FACTOR: '0.1', TRUST_PROXY: 'loopback' };
/** 30 by the factor */
const MOST = 3;

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop(SETTINGS);
});
afterAll(() => shop.close());

/** A browser whose requests come from this address. */
function from(address: string, at = shop): Browser {
  const visitor = at.visit();
  const headers = { 'x-forwarded-for': address };
  return { ...visitor, post: (path, body, options) => visitor.post(path, body, { ...options, headers }) };
}
async function tries(card: string, visitor: Browser) {
  const { status, body, orderNo } = await checkOut(visitor, cardOrder(card));
  return { status, code: (body as unknown as Refusal).code, message: (body as unknown as Refusal).message, orderNo };
}

test('a network has a bounded number of refused cards, whatever it is called and however often it repeats one order', async () => {
  for (let count = 0; count < MOST; count++) {
    const visitor = from(`203.0.113.${10 + count}`);
    const order = await prepareOrder(visitor, cardOrder(REFUSED_CARD));
    for (let click = 0; click < 2; click++)
      expect((await visitor.post<Refusal>('/api/orders', order, { key: crypto.randomUUID() })).body.code).toBe('CARD_REFUSED');
    // A card that pays counts for nothing.
    if (count === 0) for (let paid = 0; paid < MOST; paid++) expect((await tries(MASTERCARD, visitor)).status).toBe(201);
  }
  const over = await tries(REFUSED_CARD, from('203.0.113.99'));
  expect(over).toMatchObject({ status: 409, code: 'CARD_LIMIT', message: expect.stringContaining('貨到付款') as string });
  expect(await paymentsOf(shop, over.orderNo)).toEqual([]);
  // Another process, which begins now, knows it. Other networks may go on.
  const beside = await testShop(SETTINGS, { beside: shop });
  try {
    expect((await tries(MASTERCARD, from('203.0.113.7', beside))).code).toBe('CARD_LIMIT');
    expect((await tries(MASTERCARD, from('203.0.114.7', beside))).status).toBe(201);
  } finally {
    await beside.close();
  }
  // The next day.
  const { pool } = shop.shop.engine;
  await pool.query("update refused_cards set refused_at = refused_at - interval '24 hours'");
  expect((await tries(REFUSED_CARD, from('203.0.113.7'))).code).toBe('CARD_REFUSED');
  expect((await pool.query('select from refused_cards')).rowCount).toBe(1);
});

test('an hour in which the processor or a bank is away shuts nobody out', async () => {
  const away = [915, 9999, 10005].map((code) => TEST_CARDS.find(({ result }) => result === code)?.number ?? '');
  for (const card of [...away, ...away]) expect((await tries(card, from('198.51.100.7'))).code).toBe('CARD_REFUSED');
  expect((await tries(MASTERCARD, from('198.51.100.7'))).status).toBe(201);
});
