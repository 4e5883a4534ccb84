import type { CartAnswer, ErrorBody, Member, MemberAnswer, PriceAnswer, WishlistItems } from '@nordhaut/contracts';
import type { MutedAnswer } from '@nordhaut/contracts/support';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caughtUp } from './fixtures/all-is-well.ts';
import { codOrder, type Browser } from './fixtures/browser.ts';
import { memberIdOf, register } from './fixtures/member-operations.ts';
import { signedInStaff } from './fixtures/staff.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
let staff: Browser;
beforeAll(async () => {
  shop = await testShop();
  staff = await signedInStaff(shop, ['view', 'act']);
});
afterAll(() => shop.close());

const own = async (visitor: Browser): Promise<Member> => (await visitor.get<MemberAnswer>('/api/member')).body.member;
const add = (visitor: Browser, productId: number) =>
  visitor.post<CartAnswer & ErrorBody>('/api/cart/items', { productId, quantity: 1, tier: 'ORIGIN' });
const price = (visitor: Browser, productId: number) =>
  visitor.post<PriceAnswer & ErrorBody>('/api/getPrice/', { items: [{ productId, quantity: 1, tier: 'ORIGIN' }], portType: 'HOME' });
const mute = (code: string, productId: number, muted: boolean) =>
  staff.post<MutedAnswer & ErrorBody>(`/api/support/members/${code}/muted`, { productId, muted, reason: '對成分過敏' });

test('a product that support takes away from a member is gone for the member everywhere, with its sets, and comes back', async () => {
  const { catalogue } = shop.shop.faces;
  const set = catalogue.list().find(({ type, available }) => type === 'SET' && available);
  const item = set && catalogue.setItems(set.productId)[0];
  if (!set || item === undefined) throw new Error('the catalogue has no set');
  const gone = [item, set.productId];
  const { visitor } = await register(shop);
  const other = (await register(shop)).visitor;
  const { user_invite_code: code } = await own(visitor);
  await caughtUp(shop);
  for (const productId of gone) await visitor.send('PUT', `/api/member/wishlist/${productId}`);
  // One is in the cart before.
  expect((await add(visitor, item)).status).toBe(200);

  const { status, body } = await mute(code.toLowerCase(), item, true);
  expect({ status, body }).toEqual({ status: 200, body: { products: [{ productId: item, nameZh: catalogue.byId(item)?.nameZh }] } });
  expect((await mute(code, item, true)).body).toEqual(body);
  const memberId = await memberIdOf(shop, visitor);
  const events = await shop.shop.engine.store.read(`member-${memberId}`);
  expect(events.filter(({ type }) => type === 'ProductMuted').map(({ metadata }) => JSON.parse(metadata).actor.kind)).toEqual(['support']);
  // Why is only in the log of views, sealed.
  expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('過敏');

  expect((await own(visitor)).mutedProducts).toEqual(expect.arrayContaining(gone));
  const { items } = (await visitor.get<WishlistItems>('/api/member/wishlist')).body;
  expect(items.map(({ available }) => available)).toEqual([false, false]);
  for (const productId of gone) {
    expect((await add(visitor, productId)).body).toMatchObject({ code: 'PRODUCT_UNAVAILABLE' });
    expect((await price(visitor, productId)).body).toMatchObject({ code: 'PRODUCT_UNAVAILABLE' });
    expect((await price(other, productId)).status).toBe(200);
  }
  const { body: number } = await visitor.post<{ id: string }>('/api/genUid/', {});
  const items1 = [{ productId: item, quantity: 1, tier: 'ORIGIN' as const }];
  const order = { ...codOrder(), items: items1, orderNo: number.id, expectedTotal: 1 };
  expect((await visitor.post<ErrorBody>('/api/orders', order)).body).toMatchObject({ code: 'PRODUCT_UNAVAILABLE' });
  expect((await add(other, set.productId)).status).toBe(200);

  expect((await mute(code, item, false)).body).toEqual({ products: [] });
  expect((await own(visitor)).mutedProducts).toEqual([]);
  expect((await add(visitor, set.productId)).status).toBe(200);
});

test('support cannot mute for nobody, nor what the catalogue does not have', async () => {
  const { visitor } = await register(shop);
  const { user_invite_code: code } = await own(visitor);
  await caughtUp(shop);
  expect((await mute('AAAAAAAAAA', 5, true)).body).toMatchObject({ code: 'MEMBER_NOT_FOUND' });
  expect((await mute(code, 2_000_000_000, true)).body).toMatchObject({ code: 'PRODUCT_NOT_FOUND' });
});
