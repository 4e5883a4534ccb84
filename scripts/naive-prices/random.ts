/** Random requests for property tests. Amounts, counts and instants are often at a bound, one below or one above. */
import fc from 'fast-check';
import { days, GUEST, member, NOW, PRODUCTS, stored } from './fixtures.ts';
import type { Buyer, CartLine, Condition, Coupon, Grant, Request, Timer } from './types.ts';

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
/** Instants around `NOW`. */
const instants = fc.constantFrom(-30 * 86_400_000, -86_400_000, -1000, -1, 0, 1, 1000, 86_400_000).map((distance) => NOW + distance);
const stamps = instants.map((at) => (at % 1000 === 0 ? stored(at) : at));

const numbers = fc.oneof(fc.integer({ min: 1, max: 2000 }).map(String), fc.constantFrom('0.9', '0.85', '0.333', '3', '1000'));
/** Formulas of the grammar of decision 46. */
export const formulas: fc.Arbitrary<string> = fc
  .letrec<{ sum: string; product: string; signed: string }>((tie) => ({
    sum: fc.oneof(
      { depthSize: 'small' },
      tie('product'),
      fc.tuple(tie('product'), fc.constantFrom(' + ', ' - '), tie('sum')).map((all) => all.join('')),
    ),
    product: fc.oneof(
      { depthSize: 'small' },
      tie('signed'),
      fc.tuple(tie('signed'), fc.constant(' * '), tie('signed')).map((all) => all.join('')),
      fc.tuple(tie('signed'), fc.constantFrom(' / ', ' // '), numbers).map((all) => all.join('')),
    ),
    signed: fc.oneof(
      { depthSize: 'small' },
      fc.constant('x'),
      numbers,
      tie('signed').map((all) => `-${all}`),
      tie('sum').map((all) => `(${all})`),
    ),
  }))
  .sum.filter((formula) => formula.length <= 100);

const offers = fc.oneof(formulas, fc.constantFrom('x - 50', 'x - 100', 'x * 0.9', 'x - x // 1000 * 100', 'x * 0.85 - 30', 'x + 10', '0'));

const conditions: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    property: fc.constantFrom('total', 'quantity', 'user_orders', 'user_birthday_month', 'weekday'),
    operator: fc.constantFrom('==', '!=', '>', '<', '>=', '<='),
    value: fc.constantFrom(0, 1, 2, 5, 900, 1000, 1100, 1800),
    msg: fc.constant('number'),
  }),
  fc.record({
    property: fc.constant('product_ids'),
    operator: fc.constantFrom('includes', 'not includes', 'not only includes'),
    value: fc.constantFrom(1, 2, [1, 2], [3]),
    msg: fc.constant('products'),
  }),
  fc.record({
    property: fc.constantFrom('user_last_order_at', 'user_created_at'),
    operator: fc.constantFrom('days ago', 'month ago', 'exists'),
    value: fc.constantFrom(0, 1, 30),
    msg: fc.constant('instant'),
  }),
  fc.record({
    property: fc.constantFrom('user_group', 'pay_type', 'logistics_type'),
    operator: fc.constantFrom('==', '!=', 'has length', 'no length'),
    value: fc.constantFrom('FRIEND', 'ORIGINAL', 'CREDIT', 'CVS'),
    msg: fc.constant('text'),
  }),
);

const items = fc.uniqueArray(
  fc.record({ uid: fc.constantFrom('gift11', 'gift12', 'gift13', 'gift14'), quantity: fc.integer({ min: 1, max: 3 }) }),
  { selector: (item) => item.uid, minLength: 2, maxLength: 4 },
);

/** Well-defined coupons. Ids 1–30, so that 3 and 10 sort differently as text. */
export const coupons: fc.Arbitrary<Coupon> = fc
  .record({
    id: fc.integer({ min: 1, max: 30 }).map(String),
    type: fc.constantFrom('DISCOUNT', 'DISCOUNT', 'GIVEAWAY', 'BONUS'),
    scope: fc.constantFrom('SYSTEM', 'MEMBER', 'ALL', 'ALL'),
    super: fc.constantFrom(null, null, null, 'WELCOME_1150', 'PUBLIC_FIRST_200', 'INVITE', 'OLD_MEMBER'),
    uid: fc.constantFrom('', '', '', 'pay_in_5_min', 'original_birthday'),
    end: maybe(stamps.filter((stamp) => stamp > 0)),
    products: fc.oneof(fc.constantFrom('ALL', 'PRODUCT', 'SET'), fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1 })),
    autoLoading: fc.boolean(),
    period: maybe(fc.constantFrom(1, 86_400, 2_592_000)),
    maxUsage: maybe(fc.integer({ min: 0, max: 2 })),
    quantity: maybe(fc.integer({ min: 0, max: 2 })),
    formula: offers,
    conditions: fc.array(conditions, { maxLength: 2 }),
    maxProductsChosen: fc.integer({ min: 1, max: 2 }),
    bonusMinimum: fc.integer({ min: 1, max: 4 }),
    items,
  })
  .map(
    (coupon): Coupon => ({ ...coupon, name: coupon.id, uid: coupon.uid === '' ? `coupon${coupon.id}` : coupon.uid, start: null }) as Coupon,
  );

const grants: fc.Arbitrary<Grant[]> = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      value: fc.integer({ min: 1, max: 900 }),
      used: fc.integer({ min: 0, max: 300 }),
      endsAt: instants,
    }),
    { selector: (grant) => grant.id },
  )
  .map((all) => all.map((grant) => ({ ...grant, used: Math.min(grant.used, grant.value) })));

const members: fc.Arbitrary<Buyer> = fc
  .record({
    group: fc.constantFrom('ORIGINAL', 'FRIEND'),
    createdAt: instants,
    birthday: maybe(
      fc.record({ month: fc.constantFrom(4, 5, 6), day: fc.constant(15), setAt: fc.constantFrom(days(-400), days(-50), NOW) }),
    ),
    birthdayYears: fc.constantFrom<number[]>([], [2025], [2026]),
    standingOrders: fc.integer({ min: 0, max: 2 }),
    lastOrderAt: maybe(instants),
    deliveredOrders: fc.integer({ min: 0, max: 1 }),
    mutedProducts: fc.constantFrom<number[]>([], [], [12], [11, 12, 13], [3]),
    copies: fc.array(
      fc.record(
        {
          couponId: fc.integer({ min: 1, max: 30 }).map(String),
          gotAt: stamps,
          extendedTo: maybe(instants),
          giftYear: fc.constantFrom(2025, 2026),
        },
        { requiredKeys: ['couponId', 'gotAt', 'extendedTo'] },
      ),
      { maxLength: 12 },
    ),
    uses: fc.dictionary(fc.integer({ min: 1, max: 30 }).map(String), fc.integer({ min: 0, max: 2 }), { noNullPrototype: true }),
    credit: grants,
  })
  .map((fields) => member(fields));

const lines: fc.Arbitrary<CartLine[]> = fc.array(
  fc.record({
    productId: fc.oneof(
      { weight: 30, arbitrary: fc.integer({ min: 1, max: 6 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 15 }) },
    ),
    tier: fc.constantFrom('MEMBER', 'MEMBER', 'ORIGIN', 'ADDITIONAL'),
    quantity: fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 1, max: 3 }) },
      { weight: 1, arbitrary: fc.constantFrom(0, 1.5, 50, 99) },
    ),
  }) as fc.Arbitrary<CartLine>,
  { minLength: 1, maxLength: 5 },
);

const timers: fc.Arbitrary<Timer | null> = maybe(
  fc.record({
    startedAt: fc.constantFrom(0, 1, 2, 5, 9, 10).map((minutes) => NOW - minutes * 60_000),
    extendedAt: fc.constant(null),
    endedAt: maybe(instants),
    usedBefore: fc.boolean(),
  }),
);

export const requests: fc.Arbitrary<Request> = fc
  .record({
    mode: fc.constantFrom('CART', 'CART', 'ORDER'),
    now: fc.constant(NOW),
    lines,
    products: fc.constant(PRODUCTS),
    buyer: fc.oneof({ weight: 5, arbitrary: members }, { weight: 1, arbitrary: fc.constant<Buyer>(GUEST) }),
    coupons: fc.uniqueArray(coupons, { selector: (coupon) => coupon.id, maxLength: 10 }),
    creditAsked: fc.integer({ min: -5, max: 3000 }),
    delivery: fc.constantFrom('HOME', 'CVS', 'INTERNATIONAL'),
    payment: maybe(fc.constantFrom('CREDIT', 'COD')),
    timer: timers,
    picks: fc.array(fc.nat({ max: 9 }), { maxLength: 6 }),
    choice: fc.array(fc.constantFrom('gift11', 'gift12', 'gift13', 'gift14'), { maxLength: 3 }),
  })
  .map(({ picks, choice, ...request }) => {
    const chosen = picks.map((at) => request.coupons[at]?.id ?? '31');
    return { ...request, chosen, giftChoices: Object.fromEntries(chosen.map((id) => [id, choice])) } as Request;
  });
