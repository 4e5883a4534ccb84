import { given } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cartDecider, type AddItem, type CartCommand } from './cart.decide.ts';
import { emptyCart, type Cart, type CartEvent } from './cart.ts';

const facts = { known: true, available: true, hasTier: true, isMember: false };
const add = (productId: number, quantity = 1, tier: AddItem['tier'] = 'ORIGIN', about: Partial<AddItem['facts']> = {}): AddItem => ({
  type: 'AddItem',
  productId,
  quantity,
  tier,
  facts: { ...facts, ...about },
});
const added = (productId: number, quantity = 1, tier: AddItem['tier'] = 'ORIGIN'): CartEvent => ({
  type: 'CartItemAdded',
  data: { productId, tier, quantity },
});
const removed = (productId: number, tier: AddItem['tier'] = 'ORIGIN'): CartEvent => ({
  type: 'CartItemRemoved',
  data: { productId, tier },
});
const cart = given(cartDecider);

describe('adding', () => {
  test('a product', () => cart().when(add(5, 2)).then(added(5, 2)));
  test('more of the same is one line', () =>
    expect(cart(added(5, 2), added(5, 3)).state.items).toEqual([{ productId: 5, tier: 'ORIGIN', quantity: 5 }]));
  test('unknown, withdrawn and sold-out products are refused', () => {
    cart()
      .when(add(5, 1, 'ORIGIN', { known: false }))
      .rejected('PRODUCT_NOT_FOUND');
    cart()
      .when(add(5, 1, 'ORIGIN', { available: false }))
      .rejected('PRODUCT_UNAVAILABLE');
    cart()
      .when(add(5, 1, 'ADDITIONAL', { hasTier: false }))
      .rejected('PRODUCT_NOT_SOLD_ALONE');
  });
  test('99 of an item is the limit, also in steps', () => {
    cart(added(5, 90)).when(add(5, 9)).then(added(5, 9));
    cart(added(5, 90)).when(add(5, 10)).rejected('QUANTITY_OVER_LIMIT');
  });
  test('member prices are for members', () =>
    cart()
      .when(add(5, 1, 'MEMBER'))
      .rejected('MEMBER_PRICE_ONLY'));
});

describe('additional-purchase items', () => {
  test('need a main product', () =>
    cart()
      .when(add(30, 1, 'ADDITIONAL'))
      .rejected('ADDITIONAL_NEEDS_MAIN'));
  test('come once', () => {
    cart(added(5))
      .when(add(30, 1, 'ADDITIONAL'))
      .then(added(30, 1, 'ADDITIONAL'));
    cart(added(5), added(30, 1, 'ADDITIONAL'))
      .when(add(30, 1, 'ADDITIONAL'))
      .rejected('ADDITIONAL_ALREADY_ADDED');
  });
  test('stand behind the main products', () =>
    expect(cart(added(5), added(30, 1, 'ADDITIONAL'), added(9)).state.items.map((item) => item.productId)).toEqual([5, 9, 30]));
  test('leave with the last main product', () =>
    cart(added(5), added(30, 1, 'ADDITIONAL'))
      .when({ type: 'ChangeQuantity', productId: 5, tier: 'ORIGIN', quantity: 0 })
      .then(removed(5), removed(30, 'ADDITIONAL')));
});

describe('changing', () => {
  const change = (quantity: number): CartCommand => ({ type: 'ChangeQuantity', productId: 5, tier: 'ORIGIN', quantity });
  test('a quantity', () =>
    cart(added(5))
      .when(change(7))
      .then({ type: 'CartItemQuantityChanged', data: { productId: 5, tier: 'ORIGIN', quantity: 7 } }));
  test('below 1 removes', () => cart(added(5)).when(change(0)).then(removed(5)));
  test('removing what is not there is done already', () => cart().when(change(0)).then());
  test('over 99 is refused', () => cart(added(5)).when(change(100)).rejected('QUANTITY_OVER_LIMIT'));
});

test('an order takes its lines and leaves what came later', () => {
  const items = [{ productId: 5, tier: 'ORIGIN' as const, quantity: 2 }];
  const history = [added(5, 3), added(9)];
  cart(...history)
    .when({ type: 'CheckOut', orderNo: 'N1', items })
    .then({ type: 'CartCheckedOut', data: { orderNo: 'N1', items } });
  expect(cart(...history, { type: 'CartCheckedOut', data: { orderNo: 'N1', items } }).state.items).toEqual([
    { productId: 5, tier: 'ORIGIN', quantity: 1 },
    { productId: 9, tier: 'ORIGIN', quantity: 1 },
  ]);
});

test('whatever is done to a cart, it stays one that can be ordered', () => {
  const productId = fc.integer({ min: 1, max: 6 });
  const command = fc.oneof(
    fc
      .record({ productId, quantity: fc.integer({ min: 1, max: 99 }), tier: fc.constantFrom('ORIGIN' as const, 'ADDITIONAL' as const) })
      .map(({ productId: id, quantity, tier }): CartCommand => add(id, tier === 'ADDITIONAL' ? 1 : quantity, tier)),
    fc
      .record({ productId, quantity: fc.integer({ min: -3, max: 120 }), tier: fc.constantFrom('ORIGIN' as const, 'ADDITIONAL' as const) })
      .map((change): CartCommand => ({ type: 'ChangeQuantity', ...change })),
    fc
      .array(
        fc.record({
          productId,
          quantity: fc.integer({ min: 1, max: 99 }),
          tier: fc.constantFrom('ORIGIN' as const, 'ADDITIONAL' as const),
        }),
        { maxLength: 3 },
      )
      .map((items): CartCommand => ({ type: 'CheckOut', orderNo: 'N1', items })),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      const model = new Map<string, number>();
      let state: Cart = emptyCart;
      let revision = -1;
      for (const one of commands) {
        const decision = cartDecider.decide(one, state);
        for (const event of decision.ok ? decision.events : []) {
          revision += 1;
          state = cartDecider.evolve(state, { ...event, revision, position: BigInt(revision), recordedAt: '' });
        }
        if (decision.ok && one.type === 'AddItem') {
          const key = `${one.productId}/${one.tier}`;
          model.set(key, (model.get(key) ?? 0) + one.quantity);
          const line = state.items.find((item) => item.productId === one.productId && item.tier === one.tier);
          expect(line?.quantity).toBe(model.get(key));
        }
        model.clear();
        for (const item of state.items) model.set(`${item.productId}/${item.tier}`, item.quantity);

        expect(model.size).toBe(state.items.length);
        expect(state.items.every((item) => item.quantity >= 1 && item.quantity <= 99)).toBe(true);
        if (!state.items.some((item) => item.tier !== 'ADDITIONAL')) expect(state.items).toEqual([]);
      }
    }),
  );
});
