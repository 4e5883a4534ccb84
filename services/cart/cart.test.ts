import { given } from '@nordhaut/platform/event-store/given';
import fc from 'fast-check';
import type { CartItem } from '@nordhaut/contracts';
import { describe, expect, test } from 'vitest';
import { cartDecider, type AddItem, type CartCommand } from './cart.decide.ts';
import { emptyCart, type Cart, type CartEvent } from './cart.ts';

const facts = { known: true, available: true, hasTier: true, membersOnly: false };
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
  test('a product adds a line', () => cart().when(add(5, 2)).then(added(5, 2)));
  test('a product again increases the quantity of its line', () =>
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
  test('more than 99 of a product is refused, also in several steps', () => {
    cart(added(5, 90)).when(add(5, 9)).then(added(5, 9));
    cart(added(5, 90)).when(add(5, 10)).rejected('QUANTITY_OVER_LIMIT');
  });
  test('a product for members is refused for a visitor who is not a member', () =>
    cart()
      .when(add(5, 1, 'ORIGIN', { hasTier: false, membersOnly: true }))
      .rejected('MEMBER_PRICE_ONLY'));
  test('the tier of a main line follows from the session, so a named one makes no second line (decisions.md 38)', () => {
    cart(added(5))
      .when(add(5, 1, 'MEMBER'))
      .then(added(5));
    expect(cart(added(5), added(5, 2, 'MEMBER')).state.items).toEqual([{ productId: 5, tier: 'ORIGIN', quantity: 3 }]);
  });
});

describe('additional-purchase items', () => {
  test('are refused without a main product', () =>
    cart()
      .when(add(30, 1, 'ADDITIONAL'))
      .rejected('ADDITIONAL_NEEDS_MAIN'));
  test('are added once', () => {
    cart(added(5))
      .when(add(30, 1, 'ADDITIONAL'))
      .then(added(30, 1, 'ADDITIONAL'));
    cart(added(5), added(30, 1, 'ADDITIONAL'))
      .when(add(30, 1, 'ADDITIONAL'))
      .rejected('ADDITIONAL_ALREADY_ADDED');
    cart(added(5))
      .when(add(30, 2, 'ADDITIONAL'))
      .rejected('QUANTITY_OVER_LIMIT');
    const change = (quantity: number): CartCommand => ({ type: 'ChangeQuantity', productId: 30, tier: 'ADDITIONAL', quantity });
    cart(added(5), added(30, 1, 'ADDITIONAL'))
      .when(change(1))
      .then();
    cart(added(5), added(30, 1, 'ADDITIONAL'))
      .when(change(2))
      .rejected('QUANTITY_OVER_LIMIT');
  });
  test('come after the main products', () =>
    expect(cart(added(5), added(30, 1, 'ADDITIONAL'), added(9)).state.items.map((item) => item.productId)).toEqual([5, 9, 30]));
  test('are removed with the last main product, and not before', () => {
    const remove = (productId: number, tier: AddItem['tier'] = 'ORIGIN'): CartCommand => ({
      type: 'ChangeQuantity',
      productId,
      tier,
      quantity: 0,
    });
    cart(added(5), added(30, 1, 'ADDITIONAL'))
      .when(remove(5))
      .then(removed(5), removed(30, 'ADDITIONAL'));
    const three = [added(5), added(30), added(30, 1, 'ADDITIONAL')];
    cart(...three)
      .when(remove(5))
      .then(removed(5));
    cart(...three.slice(1))
      .when(remove(30, 'ADDITIONAL'))
      .then(removed(30, 'ADDITIONAL'));
    cart(...three.slice(1))
      .when(remove(30))
      .then(removed(30), removed(30, 'ADDITIONAL'));
  });
});

describe('changing a quantity', () => {
  const change = (quantity: number): CartCommand => ({ type: 'ChangeQuantity', productId: 5, tier: 'ORIGIN', quantity });
  test('records the new quantity', () =>
    cart(added(5))
      .when(change(7))
      .then({ type: 'CartItemQuantityChanged', data: { productId: 5, tier: 'ORIGIN', quantity: 7 } }));
  test('to 1, to 99, and to what it is', () => {
    for (const quantity of [1, 99])
      cart(added(5, 60))
        .when(change(quantity))
        .then({ type: 'CartItemQuantityChanged', data: { productId: 5, tier: 'ORIGIN', quantity } });
    cart(added(5, 60)).when(change(60)).then();
  });
  test('changes and removes its own line alone', () => {
    const changed: CartEvent = { type: 'CartItemQuantityChanged', data: { productId: 5, tier: 'ORIGIN', quantity: 7 } };
    expect(cart(added(5), added(9), added(8), changed, removed(8)).state.items).toEqual([
      { productId: 5, tier: 'ORIGIN', quantity: 7 },
      { productId: 9, tier: 'ORIGIN', quantity: 1 },
    ]);
  });
  test('below 1 removes', () => cart(added(5)).when(change(0)).then(removed(5)));
  test('removing a missing line changes nothing', () => cart().when(change(0)).then());
  test('a missing line gets no quantity', () => cart().when(change(1)).rejected('NOT_IN_CART'));
  test('over 99 is refused', () => cart(added(5)).when(change(100)).rejected('QUANTITY_OVER_LIMIT'));
});

const line = (productId: number, quantity: number, tier: AddItem['tier'] = 'ORIGIN') => ({ productId, tier, quantity });
const claimed = (orderNo: string, ...items: ReturnType<typeof line>[]): CartEvent => ({
  type: 'CartLinesClaimed',
  data: { orderNo, items },
});
const released = (orderNo: string, ...items: ReturnType<typeof line>[]): CartEvent => ({
  type: 'CartClaimReleased',
  data: { orderNo, items },
});
const checkedOut = (orderNo: string, ...items: ReturnType<typeof line>[]): CartEvent => ({
  type: 'CartCheckedOut',
  data: { orderNo, items },
});
const claim = (orderNo: string, items: ReturnType<typeof line>[], replaces?: string): CartCommand => ({
  type: 'ClaimLines',
  orderNo,
  items,
  ...(replaces !== undefined && { replaces }),
});

test('a cart has at most 100 lines, and its lines still change', () => {
  const lines = Array.from({ length: 100 }, (_, index) => added(index + 1));
  cart(...lines.slice(1))
    .when(add(200))
    .then(added(200));
  cart(...lines)
    .when(add(200))
    .rejected('CART_FULL');
  cart(...lines)
    .when(add(7))
    .then(added(7));
});

test('more than 99 of a product is refused over all its tiers (decisions.md 38)', () => {
  cart(added(5, 60))
    .when(add(5, 39, 'MEMBER'))
    .then(added(5, 39));
  cart(added(5, 60))
    .when(add(5, 40, 'MEMBER'))
    .rejected('QUANTITY_OVER_LIMIT');
  cart(added(5, 60), added(30, 1), added(30, 1, 'ADDITIONAL'))
    .when({ type: 'ChangeQuantity', productId: 30, tier: 'MEMBER', quantity: 99 })
    .rejected('QUANTITY_OVER_LIMIT');
});

describe('claiming', () => {
  const history = [added(5, 3), added(9)];
  test('takes the lines of an order out of the cart', () => {
    cart(...history)
      .when(claim('N1', [line(5, 2)]))
      .then(claimed('N1', line(5, 2)));
    expect(cart(...history, claimed('N1', line(5, 2))).state).toEqual({
      items: [line(5, 1), line(9, 1)],
      claims: [{ orderNo: 'N1', items: [line(5, 2)] }],
      lastOrder: null,
    });
  });
  test('a repeated claim changes nothing', () =>
    cart(...history, claimed('N1', line(5, 2)))
      .when(claim('N1', [line(5, 2)]))
      .then());
  test('adds up the lines of one product and tier', () =>
    cart(...history)
      .when(claim('N1', [line(5, 2), line(5, 2)]))
      .rejected('CART_CHANGED'));
  test('claims no line when one quantity is too large', () =>
    cart(...history)
      .when(claim('N1', [line(9, 1), line(5, 4)]))
      .rejected('CART_CHANGED'));
  test('is refused without a main product', () =>
    cart(added(5), added(30, 1, 'ADDITIONAL'))
      .when(claim('N1', [line(30, 1, 'ADDITIONAL')]))
      .rejected('ADDITIONAL_NEEDS_MAIN'));
  test('takes an additional purchase with its main product', () =>
    cart(added(5), added(30, 1, 'ADDITIONAL'))
      .when(claim('N1', [line(5, 1), line(30, 1, 'ADDITIONAL')]))
      .then(claimed('N1', line(5, 1), line(30, 1, 'ADDITIONAL'))));
  test('a rejection names the order that has the lines', () => {
    const decide = (...events: CartEvent[]) => cartDecider.decide(claim('N2', [line(9, 1)]), cart(...events).state);
    expect(decide(...history, claimed('N1', line(9, 1)))).toMatchObject({
      rejection: { status: 409, code: 'CART_CLAIMED', details: { orderNo: 'N1' } },
    });
    expect(decide(added(5, 3), claimed('N1', line(5, 2)))).toEqual({
      ok: false,
      rejection: { status: 409, code: 'CART_CHANGED', message: expect.anything() },
    });
    expect(decide(...history, claimed('N1', line(9, 1)), checkedOut('N1', line(9, 1)))).toMatchObject({
      rejection: { code: 'CART_CHANGED', details: { orderNo: 'N1' } },
    });
    expect(decide(added(9), claimed('N1', line(9, 1)), checkedOut('N1', line(9, 1)))).toMatchObject({
      rejection: { code: 'CART_EMPTY', details: { orderNo: 'N1' } },
    });
    expect(decide()).toEqual({ ok: false, rejection: { status: 409, code: 'CART_EMPTY', message: '購物車內沒有商品，請先加入商品' } });
  });
  test('a final refusal is recorded, unless the lines were claimed meanwhile', () => {
    cart(...history)
      .when({ type: 'RefuseClaim', orderNo: 'N1' })
      .then({ type: 'CartClaimRefused', data: { orderNo: 'N1' } });
    cart(...history, claimed('N1', line(5, 1)))
      .when({ type: 'RefuseClaim', orderNo: 'N1' })
      .then();
  });
  test('keeps additional-purchase lines until the order of their main product is final', () => {
    const both = [added(5), added(30, 1, 'ADDITIONAL'), claimed('N1', line(5, 1))];
    expect(cart(...both).state.items).toEqual([line(30, 1, 'ADDITIONAL')]);
    cart(...both)
      .when({ type: 'ReleaseClaim', orderNo: 'N1' })
      .then(released('N1', line(5, 1)));
    cart(...both)
      .when({ type: 'CheckOut', orderNo: 'N1', items: [line(5, 1)] })
      .then(checkedOut('N1', line(5, 1)), removed(30, 'ADDITIONAL'));
    for (const other of [[added(9)], [added(9), claimed('N2', line(9, 1))]])
      cart(...both, ...other)
        .when({ type: 'CheckOut', orderNo: 'N1', items: [line(5, 1)] })
        .then(checkedOut('N1', line(5, 1)));
  });
});

describe('releasing a claim', () => {
  const atBank = [added(5, 90), claimed('N1', line(5, 90))];
  const release: CartCommand = { type: 'ReleaseClaim', orderNo: 'N1' };
  test('puts the lines back', () => {
    cart(...atBank)
      .when(release)
      .then(released('N1', line(5, 90)));
    expect(cart(...atBank, released('N1', line(5, 90))).state).toMatchObject({ items: [line(5, 90)], claims: [] });
  });
  test('returns at most 99 pieces of a product over its tiers, with those added meanwhile', () => {
    cart(...atBank, added(5, 20))
      .when(release)
      .then(released('N1', line(5, 79)));
    cart(...atBank, added(5, 20, 'MEMBER'))
      .when(release)
      .then(released('N1', line(5, 79)));
  });
  test('puts no second additional-purchase line beside an existing one', () =>
    cart(added(5), added(30, 1, 'ADDITIONAL'), claimed('N1', line(5, 1), line(30, 1, 'ADDITIONAL')), added(9), added(30, 1, 'ADDITIONAL'))
      .when(release)
      .then(released('N1', line(5, 1))));
  test('a missing or ended claim changes nothing', () => {
    cart(added(5)).when(release).then();
    cart(...atBank, released('N1', line(5, 90)))
      .when(release)
      .then();
    cart(...atBank, checkedOut('N1', line(5, 90)))
      .when(release)
      .then();
  });
});

describe('an order that replaces another order', () => {
  const atBank = [added(5, 90), added(9), claimed('N1', line(5, 90), line(9, 1))];
  test('releases the old claim and claims its own lines in one decision', () =>
    cart(...atBank)
      .when(claim('N2', [line(5, 90), line(9, 1)], 'N1'))
      .then(released('N1', line(5, 90), line(9, 1)), claimed('N2', line(5, 90), line(9, 1))));
  test('keeps the lines that were added meanwhile', () =>
    cart(...atBank, added(5, 20))
      .when(claim('N2', [line(5, 90)], 'N1'))
      .then(released('N1', line(5, 90), line(9, 1)), claimed('N2', line(5, 90))));
  test('returns the other lines as far as they fit', () =>
    cart(...atBank, added(5, 20))
      .when(claim('N2', [line(9, 1)], 'N1'))
      .then(released('N1', line(9, 1), line(5, 79)), claimed('N2', line(9, 1))));
  test('gets no more pieces than cart and claim have', () =>
    cart(...atBank, added(5, 2))
      .when(claim('N2', [line(5, 93)], 'N1'))
      .rejected('CART_CLAIMED'));
  test('succeeds without a claim of the other order', () =>
    cart(added(5, 2))
      .when(claim('N2', [line(5, 2)], 'N1'))
      .then(claimed('N2', line(5, 2))));
});

test('an order without a claim takes its lines and leaves those that were added later', () => {
  const items = [line(5, 2)];
  const history = [added(5, 3), added(9)];
  cart(...history)
    .when({ type: 'CheckOut', orderNo: 'N1', items })
    .then(checkedOut('N1', ...items));
  expect(cart(...history, checkedOut('N1', ...items)).state.items).toEqual([line(5, 1), line(9, 1)]);
});

test('checking out ends the claim and changes nothing else', () =>
  expect(cart(added(5, 4), claimed('N1', line(5, 2)), claimed('N2', line(5, 1)), checkedOut('N1', line(5, 2))).state).toEqual({
    items: [line(5, 1)],
    claims: [{ orderNo: 'N2', items: [line(5, 1)] }],
    lastOrder: { orderNo: 'N1', items: [line(5, 2)] },
  }));

/** The expected pieces by line, counted from the accepted commands. */
class Pieces {
  readonly #pieces = new Map<string, number>();
  static key = ({ productId, tier }: { productId: number; tier: string }): string =>
    `${productId}/${tier === 'ADDITIONAL' ? tier : 'MAIN'}`;
  add(item: { productId: number; tier: string; quantity: number }, sign = 1): void {
    const key = Pieces.key(item);
    const sum = (this.#pieces.get(key) ?? 0) + sign * item.quantity;
    if (sum === 0) this.#pieces.delete(key);
    else this.#pieces.set(key, sum);
  }
  get all(): Record<string, number> {
    return Object.fromEntries([...this.#pieces].toSorted());
  }
}

test('for all commands, no piece is in two places, no piece appears, and the limits hold', () => {
  const productId = fc.integer({ min: 1, max: 4 });
  const tier = fc.constantFrom('ORIGIN' as const, 'MEMBER' as const, 'ADDITIONAL' as const);
  const quantity = fc.integer({ min: 1, max: 99 });
  const orderNo = fc.constantFrom('N1', 'N2', 'N3');
  const items = fc.array(fc.record({ productId, tier, quantity: fc.oneof(quantity, fc.constant(1)) }), { minLength: 1, maxLength: 3 });
  const command = fc.oneof(
    fc
      .record({ productId, quantity, tier })
      .map(
        ({ productId: id, quantity: pieces, tier: of }): CartCommand =>
          add(id, of === 'ADDITIONAL' ? 1 : pieces, of, { membersOnly: false }),
      ),
    fc
      .record({ productId, quantity: fc.integer({ min: -3, max: 120 }), tier })
      .map((change): CartCommand => ({ type: 'ChangeQuantity', ...change })),
    fc
      .record({ orderNo, items, replaces: fc.option(orderNo, { nil: undefined }) })
      .map(({ replaces, ...rest }): CartCommand => claim(rest.orderNo, rest.items, replaces)),
    // A page sends all lines that it shows.
    fc.record({ orderNo, replaces: fc.option(orderNo, { nil: undefined }) }).map((all) => ({ type: 'ClaimAll' as const, ...all })),
    orderNo.map((no): CartCommand => ({ type: 'ReleaseClaim', orderNo: no })),
    fc.record({ orderNo, items }).map((order): CartCommand => ({ type: 'CheckOut', ...order })),
  );
  let claims = 0;
  fc.assert(
    fc.property(fc.array(command, { minLength: 20, maxLength: 60 }), (commands) => {
      let state: Cart = emptyCart;
      let revision = -1;
      for (const one of commands) {
        const given_ =
          one.type === 'ClaimAll'
            ? claim(
                one.orderNo,
                [...state.items, ...(state.claims.find((held) => held.orderNo === one.replaces)?.items ?? [])].map((item) => ({ ...item })),
                one.replaces,
              )
            : one;
        const before = new Pieces();
        for (const item of [...state.items, ...state.claims.flatMap((held) => held.items)]) before.add(item);
        const decision = cartDecider.decide(given_, state);
        const events = decision.ok ? decision.events : [];
        for (const event of events) {
          const held = state;
          revision += 1;
          state = cartDecider.evolve(state, { ...event, revision, position: BigInt(revision), recordedAt: '' });
          // Counts the pieces of each event by its meaning, independently of the state.
          if (event.type === 'CartItemAdded') before.add(event.data);
          if (event.type === 'CartItemRemoved' || event.type === 'CartItemQuantityChanged') {
            const had = held.items.find((item) => Pieces.key(item) === Pieces.key(event.data));
            if (had) before.add(had, -1);
          }
          if (event.type === 'CartItemQuantityChanged') before.add(event.data);
          if (event.type === 'CartCheckedOut') for (const item of event.data.items) before.add(item, -1);
          if (event.type === 'CartLinesClaimed') claims++;
          if (event.type === 'CartClaimReleased') {
            for (const item of held.claims.find((claimOfIt) => claimOfIt.orderNo === event.data.orderNo)?.items ?? []) before.add(item, -1);
            for (const item of event.data.items) before.add(item);
          }
        }
        const after = new Pieces();
        for (const item of [...state.items, ...state.claims.flatMap((held) => held.items)]) after.add(item);
        expect(after.all).toEqual(before.all);

        const keys = state.items.map(Pieces.key);
        expect(new Set(keys).size).toBe(keys.length);
        for (const item of state.items) {
          const ofProduct = state.items.filter((other) => other.productId === item.productId);
          expect(item.quantity).toBeGreaterThanOrEqual(1);
          expect(ofProduct.reduce((sum, other) => sum + other.quantity, 0)).toBeLessThanOrEqual(99);
          if (item.tier === 'ADDITIONAL') expect(item.quantity).toBe(1);
        }
        const numbers = state.claims.map((held) => held.orderNo);
        expect(new Set(numbers).size).toBe(numbers.length);
        if (given_.type === 'ClaimLines' && decision.ok) expect(numbers).toContain(given_.orderNo);
        const mains = [...state.items, ...state.claims.flatMap((held) => held.items)].filter((item) => item.tier !== 'ADDITIONAL');
        if (mains.length === 0) expect(state.items).toEqual([]);
      }
    }),
    { numRuns: 400 },
  );
  expect(claims).toBeGreaterThan(500);
});

describe("a guest's cart at sign-in", () => {
  const line = (productId: number, quantity = 1, tier: CartItem['tier'] = 'ORIGIN'): CartItem => ({ productId, quantity, tier });
  const claimed = (orderNo: string, ...items: CartItem[]): CartEvent => ({ type: 'CartLinesClaimed', data: { orderNo, items } });
  const handedOver = (...items: CartItem[]): CartEvent => ({ type: 'CartHandedOver', data: { to: 'account', items } });
  const adopt = (...items: CartItem[]): CartCommand => ({ type: 'AdoptCart', from: 'guest', items });
  const adopted = (...items: CartItem[]): CartEvent => ({ type: 'CartAdopted', data: { from: 'guest', items } });

  test('hands over its free lines once; claimed lines stay with their order', () => {
    cart(added(5, 3), added(9), claimed('N1', line(5, 2)))
      .when({ type: 'HandOver', to: 'account' })
      .then(handedOver(line(5, 1), line(9)));
    const after = cart(added(5), handedOver(line(5)));
    expect(after.state).toMatchObject({ items: [], handOver: { to: 'account', items: [line(5)], revision: 1 } });
    after.when({ type: 'HandOver', to: 'other' }).then();
    // Lines that were added before the first hand-over ended.
    cart(added(5), handedOver(line(5)), added(9))
      .when({ type: 'HandOver', to: 'other' })
      .then();
    cart().when({ type: 'HandOver', to: 'account' }).then();
    after.when({ type: 'EndHandOver' }).then({ type: 'CartHandOverEnded', data: { to: 'account' } });
    cart().when({ type: 'EndHandOver' }).then();
  });
  test('joins the account with the larger quantity of the two, at most 99 over tiers (decisions.md 96)', () => {
    cart(added(5, 3))
      .when(adopt(line(5, 2), line(9, 4)))
      .then(adopted(line(9, 4)));
    cart(added(5, 3))
      .when(adopt(line(5, 10)))
      .then(adopted(line(5, 7)));
    cart(added(9), added(5, 1, 'ADDITIONAL'))
      .when(adopt(line(5, 99)))
      .then(adopted(line(5, 98)));
    expect(cart(added(5, 3), adopted(line(5, 7))).state.items).toEqual([line(5, 10)]);
  });
  test('brings as many lines as the account’s cart has room for', () => {
    const lines = Array.from({ length: 99 }, (_, index) => added(index + 1));
    cart(...lines)
      .when(adopt(line(200), line(201)))
      .then(adopted(line(200)));
  });
  test('brings more pieces of a line that the account’s cart has, also where the cart is full', () => {
    const lines = Array.from({ length: 100 }, (_, index) => added(index + 1));
    cart(...lines)
      .when(adopt(line(200), line(7, 3)))
      .then(adopted(line(7, 3 - 1)));
    cart(...lines.slice(0, 60))
      .when(adopt(...lines.slice(0, 60).map(({ data }) => line((data as CartItem).productId, 2)), line(200)))
      .then(adopted(...lines.slice(0, 60).map(({ data }) => line((data as CartItem).productId, 1)), line(200)));
  });
  test('brings no additional purchase without a main line', () =>
    cart()
      .when(adopt(line(30, 1, 'ADDITIONAL')))
      .then(adopted()));
});

describe('the correlation id', () => {
  const { correlation } = cartDecider;
  const item = { productId: 5, quantity: 1, tier: 'ORIGIN' as const };
  const claimed: CartEvent = { type: 'CartLinesClaimed', data: { orderNo: 'A', items: [item] } };
  const checkedOut: CartEvent = { type: 'CartCheckedOut', data: { orderNo: 'A', items: [item] } };
  const returned: CartEvent = { type: 'CartClaimReleased', data: { orderNo: 'A', items: [item] } };
  /** The id for the next command, after events with these ids. */
  const after = (...events: [CartEvent, string][]): string | undefined =>
    events.reduce<string | undefined>((current, [event, own]) => correlation?.(current, event, own), undefined);

  test('begins with the first line and lasts until the claim', () => {
    expect(after()).toBeUndefined();
    expect(after([added(5), 'one'], [added(9), 'other'], [removed(9), 'other'])).toBe('one');
    expect(after([added(5), 'one'], [claimed, 'one'])).toBeUndefined();
    const changed: CartEvent = { type: 'CartItemQuantityChanged', data: { ...item, quantity: 2 } };
    const adopted: CartEvent = { type: 'CartAdopted', data: { from: 'guest', items: [item] } };
    for (const first of [changed, adopted]) expect(after([first, 'one'])).toBe('one');
  });

  test('begins anew after a claim, and the end of the claim leaves it', () => {
    const later: [CartEvent, string][] = [
      [added(5), 'one'],
      [claimed, 'one'],
      [added(9), 'two'],
    ];
    expect(after(...later, [checkedOut, 'one'], [removed(9), 'one'])).toBe('two');
    expect(after(...later, [returned, 'one'])).toBe('two');
    expect(after(...later.slice(0, 2), [returned, 'one'])).toBeUndefined();
    expect(after(...later.slice(0, 2), [checkedOut, 'one'], [removed(9), 'one'])).toBeUndefined();
  });
});

describe('the limit of the length', () => {
  const most = (command: CartCommand) => cartDecider.limit?.(command)?.events;
  const items = [{ productId: 5, tier: 'ORIGIN' as const, quantity: 1 }];

  test('leaves room for thousands of orders in a cart that is full of changes', () => {
    const change = most({ type: 'ChangeQuantity', productId: 5, tier: 'ORIGIN', quantity: 2 });
    expect([change, most(add(5))]).toEqual([5_000, 5_000]);
    expect(most({ type: 'ClaimLines', orderNo: 'N1', items })).toBe(20_000);
  });

  test.each<CartCommand>([
    { type: 'ChangeQuantity', productId: 5, tier: 'ORIGIN', quantity: 0 },
    { type: 'RefuseClaim', orderNo: 'N1' },
    { type: 'ReleaseClaim', orderNo: 'N1' },
    { type: 'CheckOut', orderNo: 'N1', items },
    { type: 'HandOver', to: 'account' },
    { type: 'EndHandOver' },
    { type: 'AdoptCart', from: 'guest', items },
  ])('is none for what ends something: $type', (command) => expect(most(command)).toBeUndefined());
});
