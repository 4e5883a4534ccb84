import { randomUUID } from 'node:crypto';
import { memberDecider, memberStream } from '@nordhaut/accounts';
import type { CartAnswer, ErrorBody } from '@nordhaut/contracts';
import type { DomainEvent } from '@nordhaut/platform/decider';
import type { StreamName } from '@nordhaut/platform/event-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOut, codOrder, main, type Browser } from './fixtures/browser.ts';
import { memberForm, memberIdOf } from './fixtures/member-operations.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop?.close());

/** As many calls of the visitor would leave it, each with a command of its own. */
async function lengthen(stream: StreamName, events: readonly DomainEvent[]): Promise<void> {
  const { store, codec, clock } = shop.shop.engine;
  const [last] = await store.read(stream, { direction: 'backwards', limit: 1 });
  let revision = last?.revision ?? -1;
  let previousHash = (JSON.parse(last?.metadata ?? '{}') as { hash: string }).hash;
  for (let from = 0; from < events.length; from += 250) {
    const page: Awaited<ReturnType<typeof codec.encode>>['events'] = [];
    const expected = revision;
    for (const event of events.slice(from, from + 250)) {
      const context = { commandId: randomUUID(), correlationId: 'test', actor: { kind: 'guest', id: 'test' } as const, now: clock() };
      const encoded = await codec.encode({ stream, revision: ++revision, previousHash, events: [event], context });
      previousHash = encoded.hash;
      page.push(...encoded.events);
    }
    await store.append(stream, expected, page, { newIds: true });
  }
}
const change = (visitor: Browser, quantity: number) =>
  visitor.send<CartAnswer & ErrorBody>('PATCH', '/api/cart/items/5', { quantity, tier: 'ORIGIN' });

test('a cart takes 5,000 changes, refuses more in words, and can still be emptied, ordered and cancelled', async () => {
  const visitor = shop.visit();
  for (const item of main) expect((await visitor.post('/api/cart/items', item)).status).toBe(200);
  const { body: cart } = await visitor.get<CartAnswer>('/api/cart');
  const room = 5_000 - cart.revision - 1;
  const changed = (index: number): DomainEvent => ({
    type: 'CartItemQuantityChanged',
    data: { productId: 5, tier: 'ORIGIN', quantity: index % 2 === 0 ? 2 : 1 },
  });
  await lengthen(
    `cart-${cart.cartId}`,
    Array.from({ length: room - 2 }, (_, index) => changed(index)),
  );
  expect((await change(visitor, 7)).body).toMatchObject({ revision: 4_998 });
  expect((await change(visitor, 1)).body).toMatchObject({ revision: 4_999 });

  const refused = await change(visitor, 2);
  expect([refused.status, refused.body.code]).toEqual([409, 'TOO_MANY_CHANGES']);
  expect(refused.body.message).toContain('請明天再試');
  // The same quantity records nothing.
  expect((await change(visitor, 1)).status).toBe(200);
  expect((await visitor.post<ErrorBody>('/api/cart/items', { productId: 3, quantity: 1, tier: 'ORIGIN' })).body.code).toBe(
    'TOO_MANY_CHANGES',
  );

  const placed = await checkOut(visitor, codOrder({ items: main.slice(0, 1) }));
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  expect((await visitor.post(`/api/orders/${placed.orderNo}/cancel`, {})).status).toBe(200);
  expect((await visitor.send('DELETE', '/api/cart/items/9?tier=ORIGIN')).status).toBe(200);
  expect((await visitor.get<CartAnswer>('/api/cart')).body.items).toEqual([]);
});

test('a member’s stream takes 5,000 changes; wishes and the profile are closed then, the end of the account is not', async () => {
  const visitor = shop.visit();
  const email = 'long.stream@example.com';
  expect((await visitor.post('/api/register', memberForm({ user_email: email }))).status).toBe(200);
  const memberId = await memberIdOf(shop, visitor);
  const at = shop.shop.engine.clock().toISOString();
  const wishes = Array.from({ length: 5_000 }, (_, index): DomainEvent => {
    const type = index % 2 === 0 ? 'ProductWished' : 'ProductUnwished';
    return { type, data: { at, productId: 5 } };
  });
  await lengthen(memberStream(memberId), wishes);
  for (const call of [
    () => visitor.send<ErrorBody>('PUT', '/api/member/wishlist/5'),
    () => visitor.send<ErrorBody>('PATCH', '/api/member', { user_city: '臺北市' }),
  ]) {
    const { status, body } = await call();
    expect([status, body.code], JSON.stringify(body)).toEqual([409, 'TOO_MANY_CHANGES']);
  }
  // Strangers ask for new passwords as before, and the next day has room for more than they can add.
  expect((await shop.visit().post('/api/password-reset', { email })).status).toBe(200);
  const command = { type: 'Wish', at, productId: 5 } as const;
  const tomorrow = { commandId: randomUUID(), actor: { kind: 'member', id: memberId } as const, now: new Date(Date.now() + 86_400_000) };
  const { commands } = shop.shop.engine;
  expect(await commands.handle(memberStream(memberId), memberDecider, command, tomorrow)).toMatchObject({ ok: true, replayed: false });
  const closing = { ...tomorrow, commandId: randomUUID(), now: shop.shop.engine.clock() };
  expect(await commands.handle(memberStream(memberId), memberDecider, { type: 'CloseAccount', at }, closing)).toMatchObject({ ok: true });
});
