import { FaultyServer } from '@nordhaut/platform/event-store/eventstoredb/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOut, codOrder } from './fixtures/browser.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let server: FaultyServer;
let shop: TestShop;
beforeAll(async () => {
  server = await FaultyServer.start();
  // The messaging role reads the order too, when it sends the mail.
  const without = ['messaging'];
  shop = await testShop({ EVENTSTORE_URL: `esdb://127.0.0.1:${server.port}?tls=false`, CASH_LIMIT: 'on' }, { without });
  await checkOut(shop.visit(), codOrder());
});
afterAll(async () => {
  await shop.close();
  server.stop();
});

test("a guest's cash checkout makes 8 appends to EventStoreDB and 2 reads of streams", async () => {
  const before = { ...server.calls };
  const visitor = shop.visit();
  expect((await checkOut(visitor, codOrder())).status).toBe(201);
  await visitor.get('/api/cart');
  const { append, readStream } = server.calls;
  // The reads: the cart's page, and whether the order number is free.
  expect({ appends: append - before.append, reads: readStream - before.readStream }).toEqual({ appends: 8, reads: 2 });
});
