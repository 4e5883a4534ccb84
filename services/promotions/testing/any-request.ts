import fc from 'fast-check';
import type * as naive from '../../../scripts/naive-prices/types.ts';

/** Friday, 15 May 2026, 12:00 in Taipei. */
export const NOW = Date.parse('2026-05-15T04:00:00Z');
const DAY = 86_400_000;
const MINUTE = 60_000;

const plain: Pick<naive.Product, 'type' | 'setItems' | 'sample' | 'launched' | 'soldOut'> = {
  type: 'PRODUCT',
  setItems: [],
  sample: null,
  launched: true,
  soldOut: false,
};
const one = (
  id: number,
  [ORIGIN, MEMBER, ADDITIONAL]: [number, number, number | null],
  more: Partial<naive.Product> = {},
): naive.Product => ({
  ...plain,
  id,
  uid: `p${id}`,
  prices: { ORIGIN, MEMBER, ADDITIONAL },
  ...more,
});
const PRODUCTS: naive.Product[] = [
  one(1, [500, 400, 300], { sample: 'trial1' }),
  one(2, [1_000, 800, null]),
  one(3, [120, 99, 60]),
  one(4, [1_400, 1_101, null], { type: 'SET', setItems: [1, 2] }),
  one(5, [900, 900, 1]),
  one(6, [1, 1, null]),
  one(7, [500, 400, null], { soldOut: true }),
  ...[11, 12, 13].map((id) => one(id, [50, 40, null], { uid: `gift${id}`, launched: false })),
];

const anyFormula = fc.constantFrom(
  'x-100',
  'x*0.9',
  'x * 0.85 - 7',
  'x//3',
  'x/7*6',
  '-(x-900)',
  '0',
  'x+5',
  'x-0.5',
  '(x-1)//2*1.999',
  'x-x/3',
  '777',
);

const anyStamp = fc.constantFrom(NOW / 1_000, NOW, NOW / 1_000 - 1, NOW / 1_000 + 1, NOW - 9 * DAY, (NOW + 9 * DAY) / 1_000);
const condition = (property: string, operator: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<naive.Condition> =>
  value.map((given) => ({ property, operator, value: given, msg: `${property} ${operator}` }));
const anyNumber = fc.constantFrom('==', '!=', '>', '<', '>=', '<=');
const numeric = (property: string, value: fc.Arbitrary<number>): fc.Arbitrary<naive.Condition> =>
  fc.oneof(
    anyNumber.chain((operator) => condition(property, operator, value)),
    condition(property, 'in', fc.array(value, { minLength: 1, maxLength: 3 })),
  );
const list = (property: string, value: fc.Arbitrary<number | string>): fc.Arbitrary<naive.Condition> =>
  fc
    .constantFrom('includes', 'not includes', 'not only includes', 'has length', 'no length')
    .chain((operator) => condition(property, operator, fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 2 }))));
const instant = (property: string): fc.Arbitrary<naive.Condition> =>
  fc.oneof(
    numeric(property, anyStamp),
    condition(property, 'weekday', fc.integer({ min: 0, max: 6 })),
    condition(property, 'days ago', fc.integer({ min: 0, max: 40 })),
    condition(property, 'month ago', fc.integer({ min: 0, max: 2 })),
    condition(property, 'exists', fc.constant(null)),
  );
const anyCondition = fc.oneof(
  numeric('total', fc.constantFrom(0, 99, 400, 800, 1_101, 1_200)),
  numeric('quantity', fc.integer({ min: 0, max: 6 })),
  list('product_ids', fc.integer({ min: 1, max: 6 })),
  list('product_types', fc.constantFrom('PRODUCT', 'SET')),
  fc.constantFrom('==', '!=').chain((operator) => condition('user_group', operator, fc.constantFrom('ORIGINAL', 'FRIEND'))),
  numeric('user_orders', fc.integer({ min: 0, max: 2 })),
  instant('user_last_order_at'),
  instant('user_created_at'),
  numeric('user_birthday_month', fc.constantFrom(4, 5)),
  numeric('weekday', fc.constantFrom(4, 5)),
  condition('weekday', 'weekday', fc.constantFrom(4, 5)),
  fc.constantFrom('==', '!=').chain((operator) => condition('pay_type', operator, fc.constantFrom('CREDIT', 'COD'))),
  condition('logistics_type', 'in', fc.constantFrom(['HOME'], ['CVS', 'INTERNATIONAL'])),
);

const anyItems = fc.uniqueArray(
  fc.record({ uid: fc.constantFrom('gift11', 'gift12', 'gift13', 'p1', 'p4'), quantity: fc.integer({ min: 1, max: 60 }) }),
  {
    minLength: 1,
    maxLength: 3,
    selector: ({ uid }) => uid,
  },
);

const rarely = <T>(value: fc.Arbitrary<T>) => fc.oneof({ arbitrary: fc.constant(null), weight: 5 }, { arbitrary: value, weight: 1 });

export const anyCoupon = (id: number): fc.Arbitrary<naive.Coupon> =>
  fc
    .record({
      type: fc.constantFrom('DISCOUNT' as const, 'DISCOUNT' as const, 'GIVEAWAY' as const, 'BONUS' as const),
      scope: fc.constantFrom('SYSTEM' as const, 'SYSTEM' as const, 'MEMBER' as const, 'ALL' as const, 'ALL' as const),
      named: fc.constantFrom(
        '',
        '',
        '',
        '',
        'WELCOME_1150',
        'PUBLIC_FIRST_200',
        'INVITE',
        'OLD_MEMBER',
        'pay_in_5_min',
        'original_birthday',
      ),
      start: rarely(anyStamp.filter((stamp) => stamp !== (NOW + 9 * DAY) / 1_000)),
      end: rarely(fc.constantFrom((NOW + 10 * DAY) / 1_000, NOW / 1_000 + 2, NOW / 1_000 + 20 * 86_400)),
      products: fc.oneof(
        fc.constantFrom('ALL' as const, 'ALL' as const, 'PRODUCT' as const, 'SET' as const),
        fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1 }),
      ),
      autoLoading: fc.constantFrom(true, true, false),
      period: rarely(fc.constantFrom(86_400, 7 * 86_400)),
      maxUsage: rarely(fc.integer({ min: 0, max: 2 })),
      quantity: rarely(fc.integer({ min: 0, max: 2 })),
      formula: anyFormula,
      conditions: fc.oneof(
        { arbitrary: fc.constant<naive.Condition[]>([]), weight: 3 },
        { arbitrary: fc.array(anyCondition, { maxLength: 2 }), weight: 1 },
      ),
      items: anyItems,
      bonusMinimum: fc.integer({ min: 1, max: 5 }),
      most: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
    })
    .map(({ named, most, type, items, formula, bonusMinimum, ...rest }) => ({
      ...rest,
      id: String(id),
      uid: named === 'pay_in_5_min' || named === 'original_birthday' ? named : `coupon-${id}`,
      name: `coupon ${id}`,
      type,
      super: named === 'WELCOME_1150' || named === 'PUBLIC_FIRST_200' || named === 'INVITE' || named === 'OLD_MEMBER' ? named : null,
      formula: type === 'DISCOUNT' ? formula : null,
      items: type === 'DISCOUNT' ? [] : items,
      maxProductsChosen: type === 'GIVEAWAY' ? most && Math.min(most, items.length) : null,
      bonusMinimum: type === 'BONUS' ? bonusMinimum : null,
    }));

const anyInstant = fc.constantFrom(NOW - 40 * DAY, NOW - 30 * DAY, NOW - 7 * DAY, NOW - 2 * DAY, NOW - DAY, NOW - 1, NOW - 400 * DAY);

const anyMember = (ids: readonly number[]): fc.Arbitrary<naive.Buyer> =>
  fc.record({
    kind: fc.constant('MEMBER' as const),
    group: fc.constantFrom('ORIGINAL' as const, 'FRIEND' as const),
    createdAt: anyInstant,
    birthday: fc.option(fc.record({ month: fc.constantFrom(4, 5), day: fc.constant(3), setAt: anyInstant }), { nil: null }),
    birthdayYears: fc.constantFrom<number[]>([], [2025], [2026]),
    standingOrders: fc.integer({ min: 0, max: 1 }),
    lastOrderAt: fc.option(anyInstant, { nil: null }),
    deliveredOrders: fc.integer({ min: 0, max: 1 }),
    mutedProducts: fc.oneof(
      { arbitrary: fc.constant<number[]>([]), weight: 3 },
      { arbitrary: fc.constantFrom<number[]>([1], [2], [11], [12, 6]), weight: 1 },
    ),
    copies: fc.array(
      fc.record({
        couponId: fc.constantFrom(...ids.map(String)),
        gotAt: fc.constantFrom(NOW / 1_000 - 7 * 86_400, NOW / 1_000 - 86_400, NOW / 1_000 - 60),
        extendedTo: fc.constantFrom(null, null, NOW, NOW + DAY),
        giftYear: fc.constantFrom(2025, 2026),
      }),
      { maxLength: 4 },
    ),
    uses: fc.dictionary(fc.constantFrom(...ids.map(String)), fc.integer({ min: 0, max: 2 }), { maxKeys: 1 }),
    credit: fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c'),
        value: fc.integer({ min: 1, max: 900 }),
        used: fc.constantFrom(0, 0, 1),
        endsAt: fc.constantFrom(NOW, NOW + 1, NOW + DAY, NOW + DAY),
      }),
      { maxLength: 3, selector: ({ id }) => id },
    ),
  });

/** A coupon has one rule of its own at most, and no two coupons have one uid: a second one becomes a plain one. */
export function withOwnUids(coupons: readonly naive.Coupon[]): naive.Coupon[] {
  const seen = new Set<string>();
  return coupons.map((given) => {
    const hasRule = given.uid === 'pay_in_5_min' || given.uid === 'original_birthday';
    const coupon = hasRule ? { ...given, super: null } : given;
    const name = coupon.super === 'OLD_MEMBER' ? coupon.super : coupon.uid;
    if (seen.has(name)) return { ...coupon, uid: `coupon-${coupon.id}`, super: coupon.super === 'OLD_MEMBER' ? null : coupon.super };
    seen.add(name);
    return coupon;
  });
}

/** Carts, coupons, times and buyers whose edges meet often. */
export const anyRequest: fc.Arbitrary<naive.Request> = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 })
  .chain((ids) =>
    fc.record({
      mode: fc.constantFrom('CART' as const, 'ORDER' as const),
      now: fc.constantFrom(NOW, NOW, NOW, NOW - 1, NOW + 1_000, NOW - 5 * DAY),
      lines: fc.array(
        fc.record({
          productId: fc.constantFrom(1, 2, 3, 4, 5, 6),
          tier: fc.constantFrom('ORIGIN' as const, 'MEMBER' as const, 'MEMBER' as const, 'ADDITIONAL' as const),
          quantity: fc.constantFrom(1, 1, 1, 2, 3, 7, 50),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      products: fc.constant(PRODUCTS),
      buyer: fc.oneof(
        { arbitrary: anyMember(ids), weight: 5 },
        { arbitrary: fc.constant<naive.Buyer>({ kind: 'GUEST', uses: {} }), weight: 1 },
      ),
      coupons: fc.tuple(...ids.map(anyCoupon)).map(withOwnUids),
      chosen: fc.array(fc.constantFrom(...ids, 99), { maxLength: 3 }).map((chosen) => chosen.map(String)),
      giftChoices: fc.dictionary(
        fc.constantFrom(...ids.map(String)),
        fc.uniqueArray(fc.constantFrom('gift11', 'gift12', 'p1', 'p4', 'gift14'), { maxLength: 2 }),
      ),
      creditAsked: fc.constantFrom(0, 0, 1, 300, 5_000),
      delivery: fc.constantFrom('HOME' as const, 'CVS' as const, 'INTERNATIONAL' as const),
      payment: fc.constantFrom('CREDIT' as const, 'CREDIT' as const, 'COD' as const, null),
      timer: fc.option(
        fc.record({
          startedAt: fc.constantFrom(NOW, NOW - MINUTE, NOW - 2 * MINUTE, NOW - 5 * MINUTE, NOW - 10 * MINUTE, NOW - 12 * MINUTE),
          extendedAt: fc.constantFrom(null, null, NOW - 3 * MINUTE, NOW - 5 * MINUTE),
          endedAt: fc.constantFrom(null, null, null, NOW - 1),
          usedBefore: fc.constantFrom(false, false, true),
        }),
        { nil: null },
      ),
    }),
  );
