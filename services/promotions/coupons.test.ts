import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { campaignCoupon } from './campaign-coupon.ts';
import { BIRTHDAY_COUPON, type CouponFields, OLD_MEMBER_COUPON, TIMER_COUPON } from './definition.ts';
import { checkCode, listCoupons } from './engine/coupon-view.ts';
import type { Promotions } from './engine/facts.ts';
import { isMutedFor } from './engine/is-muted.ts';
import { needsLastOrder } from './engine/last-order.ts';
import { shareOut } from './engine/lines.ts';
import { orderPricing } from './engine/order-record.ts';
import { messages } from './messages.ts';
import { priceCart } from './price-cart.ts';
import { priceOrder } from './price-order.ts';
import { coupon, DAY, facts, input, items, line, member, NOW, PRODUCTS, quoteOf, SECONDS } from './testing/fixtures.ts';

const system = { coupon_scope: 'SYSTEM', coupon_auto_loading: '1' } as const;
const gifts = { coupon_type: 'GIVEAWAY', coupon_formula: null } as const;
const ordered = { dropMemberParts: false };

test('a coupon of the shop speaks of a first purchase where it asks for one, and nowhere else (decisions.md 58)', () => {
  const shops = JSON.parse(readFileSync(new URL('./data/coupons.json', import.meta.url), 'utf8')) as CouponFields[];
  const asksForOne = ({ coupon_condition: conditions }: CouponFields): boolean =>
    (conditions ?? []).some(({ property, operator }) => property === 'user_orders' && operator === '==');
  const uids = (found: CouponFields[]): string[] => found.map(({ coupon_uid: uid }) => uid);
  expect(uids(shops.filter(({ coupon_desc: about }) => about?.includes('首次購物')))).toEqual(uids(shops.filter(asksForOne)));
});

test('a campaign’s page tells a code only where it is typed, and only while it can be used', async () => {
  const coupons = [
    coupon({ coupon_id: 1, coupon_uid: 'TYPED', coupon_desc: '打九折' }),
    coupon({ coupon_id: 2, coupon_uid: 'GIVEN', coupon_scope: 'MEMBER' }),
    coupon({ coupon_id: 3, coupon_uid: 'APPLIED', ...system }),
    coupon({ coupon_id: 4, coupon_uid: 'SOLD_OUT' }),
    coupon({ coupon_id: 5, coupon_uid: 'OVER', coupon_exp: SECONDS }),
  ];
  const said = campaignCoupon({ read: () => Promise.resolve({ coupons, left: new Map([[4, 0]]) }) });
  const at = new Date(NOW);
  expect(await said('TYPED', at)).toMatchObject({ desc: '打九折', by: 'CODE', code: 'TYPED' });
  expect(await said('GIVEN', at)).toMatchObject({ by: 'MEMBER', code: null });
  expect(await said('APPLIED', at)).toMatchObject({ by: 'SHOP', code: null });
  for (const uid of ['SOLD_OUT', 'OVER', 'NOBODY']) expect(await said(uid, at)).toBeNull();
});

describe('discounts', () => {
  test('the chosen one first, then the shop’s by number, each with its base, its shares and its cause', () => {
    const chosen = coupon({ coupon_id: 120, coupon_formula: 'x*0.9', coupon_name: '九折券' });
    const shop = [
      coupon({ coupon_id: 110, ...system, coupon_formula: 'x-10' }),
      coupon({ coupon_id: 102, ...system, coupon_formula: 'x-5' }),
    ];
    const quote = quoteOf([line(2), line(1)], facts({ coupons: [...shop, chosen] }), { coupons: [chosen.uid] });
    expect(quote.discounts).toEqual([
      {
        couponId: '120',
        name: '九折券',
        base: 1_200,
        amount: 120,
        shares: [
          { productId: 2, tier: 'MEMBER', amount: 80 },
          { productId: 1, tier: 'MEMBER', amount: 40 },
        ],
      },
      // 5 and 10 at two to one: the larger remainder gets the dollar.
      expect.objectContaining({
        couponId: '102',
        base: 1_080,
        amount: 5,
        shares: [3, 2].map((amount) => expect.objectContaining({ amount })),
      }),
      expect.objectContaining({
        couponId: '110',
        base: 1_075,
        amount: 10,
        shares: [7, 3].map((amount) => expect.objectContaining({ amount })),
      }),
    ]);
    expect(quote.causes?.discounts).toEqual([
      '「九折券」折抵，適用商品金額 NT$1,200',
      '「券102」自動折抵，適用商品金額 NT$1,080',
      '「券110」自動折抵，適用商品金額 NT$1,075',
    ]);
    expect(quote).toMatchObject({ price: 1_065, shippingFee: 0, goodsPaid: 1_065 });
    expect(quote.causes).toMatchObject({ shippingFee: expect.stringContaining('免運'), vouchers: '' });
    expect(quote.coupons?.map(({ removable }) => removable)).toEqual([true, false, false]);
  });

  test('a dollar goes to the lower of two equal products, and nothing is left for the shop’s coupon after all was taken off', () => {
    const [dollar, all] = [coupon({ coupon_formula: 'x-1' }), coupon({ coupon_formula: 'x*0' })];
    const own = coupon({ ...system, coupon_formula: 'x-5' });
    const priced = (one: typeof dollar) => quoteOf([line(2), line(1, 2)], facts({ coupons: [one, own] }), { coupons: [one.uid] });
    expect(priced(dollar).discounts[0]?.shares).toEqual([{ productId: 1, tier: 'MEMBER', amount: 1 }]);
    expect(priced(all).discounts.map(({ amount }) => amount)).toEqual([1_600, 0]);
  });
  test('a DISCOUNT, a GIVEAWAY and a BONUS combine; a chosen BONUS takes the place of the shop’s', () => {
    const given = coupon({ ...gifts, coupon_items: items('g1') });
    const [bonus, own] = [{}, system].map((more, index) =>
      coupon({ ...gifts, coupon_type: 'BONUS', coupon_bonus_min_standard: 1, coupon_items: items(`g${index + 2}`), ...more }),
    ) as [typeof given, typeof given];
    const less = coupon({ coupon_formula: 'x-9' });
    const coupons = [given, bonus, own, less];
    const quote = quoteOf([line(1)], facts({ coupons }), { coupons: [given, bonus, less].map(({ uid }) => uid) });
    expect(quote.notices).toEqual([]);
    expect(quote.coupons?.map(({ uid }) => uid)).toEqual([given.uid, bonus.uid, less.uid]);
    expect(quoteOf([line(1)], facts({ coupons })).coupons?.map(({ uid }) => uid)).toEqual([own.uid]);
  });

  test('free shipping looks at the goods after discounts and before credit', () => {
    const one = coupon({ coupon_formula: 'x-101' });
    const rich = member({ credit: [{ grantId: 'a', left: 500, endsAt: NOW + DAY }] });
    expect(quoteOf([line(4)], facts({ coupons: [one] }), { coupons: [one.uid] })).toMatchObject({
      shippingFee: 120,
      missingForFreeShipping: 1,
      causes: { shippingFee: '宅配運費，折扣後商品金額 NT$999，未滿 NT$1,000' },
    });
    expect(quoteOf([line(4)], facts({ member: rich }), { credit: 500 })).toMatchObject({
      shippingFee: 0,
      price: 600,
      causes: { vouchers: '購物金折抵商品 NT$500' },
    });
  });

  test('credit is clamped, pays goods first, and spends what ends first', () => {
    const credit = [
      { grantId: 'late', left: 900, endsAt: NOW + 9 * DAY },
      { grantId: 'ended', left: 900, endsAt: NOW },
      { grantId: 'soon', left: 90, endsAt: NOW + DAY },
    ];
    const quote = quoteOf([line(3)], facts({ member: member({ credit }) }), { credit: 99_999 });
    expect(quote).toMatchObject({
      credit: [
        { grantId: 'soon', goods: 90, shipping: 0 },
        { grantId: 'late', goods: 10, shipping: 120 },
      ],
      vouchers: 220,
      goodsPaid: 0,
      price: 0,
      causes: { vouchers: '購物金折抵商品 NT$100、運費 NT$120' },
    });
    const cash = facts({ member: member({ credit }), payment: 'COD' });
    expect(priceCart(input([line(3)], cash, { credit: 220, ...ordered }))).toMatchObject({
      ok: false,
      rejection: { code: 'COD_NOT_OFFERED' },
    });
    expect(quoteOf([line(3)], cash, { credit: 220 }).notices).toMatchObject([{ code: 'COD_NOT_OFFERED' }]);
  });
});

describe('gifts', () => {
  const giveaway = coupon({ ...gifts, coupon_max_product_chosen: 2, coupon_items: items('g1', 'g2', 'g3') });
  const choose = (...uids: string[]) => [{ uid: giveaway.uid, gifts: uids }];

  test('a choice is kept while it fits; without one the picker opens', () => {
    const known = facts({ coupons: [giveaway] });
    const open = quoteOf([line(1)], known, { coupons: [giveaway.uid] });
    expect(open.picks).toMatchObject([{ uid: giveaway.uid, choose: 2, chosen: [], offered: [{ productUid: 'g1', value: 350 }, {}, {}] }]);
    expect(open).toMatchObject({ gifts: [], notices: [{ code: 'COUPON_GIFTS_INCOMPLETE', message: '您尚未選完贈品，可選擇 2 項' }] });
    const kept = quoteOf([line(1)], known, { coupons: choose('g3', 'g1') });
    expect(kept.gifts.map(({ productId, value }) => [productId, value])).toEqual([
      [901, 350],
      [903, 350],
    ]);
    expect(kept).toMatchObject({
      notices: [],
      picks: [{ chosen: ['g1', 'g3'] }],
      causes: { gifts: [`「${giveaway.name}」由您選擇的贈品`, expect.anything()] },
    });
    // A gift is muted since: the rest is given without a choice.
    const muted = facts({ coupons: [giveaway], member: member({ muted: new Set([903]) }) });
    expect(quoteOf([line(1)], muted, { coupons: choose('g3', 'g1') })).toMatchObject({
      picks: [],
      gifts: [{ productId: 901 }, { productId: 902 }],
    });
  });
  test.each([[['g1']], [['g1', 'g1']], [['g1', 'g2', 'g2']], [['g1', 'g2', 'g3']], [['g1', 'g2', 'other']], [['g1', 'other']], [[]]])(
    'the order refuses the choice %j',
    (uids) => {
      expect(priceCart(input([line(1)], facts({ coupons: [giveaway] }), { coupons: choose(...uids), ...ordered }))).toMatchObject({
        ok: false,
        rejection: { code: 'COUPON_GIFTS_INCOMPLETE' },
      });
    },
  );
  test('a guest chooses the gifts of the shop’s own coupon, and no coupon', () => {
    const own = coupon({ ...gifts, ...system, coupon_max_product_chosen: 1, coupon_items: items('g1', 'g2') });
    const guest = facts({ coupons: [own, giveaway], member: null });
    expect(quoteOf([line(1)], guest, { coupons: [{ uid: own.uid, gifts: ['g2'] }] })).toMatchObject({
      gifts: [{ productId: 902 }],
      notices: [],
    });
    expect(priceCart(input([line(1)], guest, { coupons: choose('g1', 'g2'), ...ordered }))).toMatchObject({
      rejection: { code: 'COUPON_MEMBERS_ONLY' },
    });
  });
  test('a BONUS counts the matching pieces of all lines together', () => {
    const bonus = coupon({ coupon_type: 'BONUS', coupon_formula: null, coupon_bonus_min_standard: 3, coupon_items: items('g1') });
    const priced = (cart: Parameters<typeof quoteOf>[0]) => quoteOf(cart, facts({ coupons: [bonus] }), { coupons: [bonus.uid] });
    expect(priced([line(1, 4), line(2, 2)])).toMatchObject({
      gifts: [{ quantity: 2 }],
      causes: { gifts: [`「${bonus.name}」：適用商品共 6 件，每滿 3 件贈送一份`] },
    });
    expect(priced([line(1, 2), line(3, 1, 'ADDITIONAL')])).toMatchObject({ gifts: [], notices: [{ message: '適用商品需滿 3 件' }] });
  });
});

test('a change of the cart drops the coupon with its reason, and the order refuses it', () => {
  const welcome = coupon({
    ...gifts,
    coupon_scope: 'MEMBER',
    coupon_super: 'WELCOME_1150',
    coupon_period: 7 * 86_400,
    coupon_items: items('g1'),
  });
  const owned = member({ copies: [{ couponId: welcome.couponId, endsAt: NOW + 6 * DAY, extendedTo: null }] });
  const known = facts({ coupons: [welcome], member: owned });
  const chosen = { coupons: [welcome.uid] };
  expect(quoteOf([line(4)], known, chosen).gifts).toHaveLength(1);
  expect(quoteOf([line(2)], known, chosen)).toMatchObject({
    gifts: [],
    notices: [{ code: 'COUPON_CONDITION', coupon: welcome.uid, message: '未達優惠券使用標準，商品金額需滿 NT$1,000' }],
  });
  expect(priceCart(input([line(2)], known, { ...chosen, ...ordered }))).toMatchObject({
    ok: false,
    rejection: { status: 503, code: 'COUPON_CONDITION' },
  });
});

describe('states', () => {
  const late = { coupon_exp: SECONDS };
  const state = (one: ReturnType<typeof coupon>, more: Parameters<typeof facts>[0] = {}) =>
    checkCode(one.uid, input([line(4)], facts({ coupons: [one], ...more }))).state;
  test.each([
    [200, {}, {}],
    [400, { coupon_scope: 'SYSTEM' }, {}],
    [400, { coupon_scope: 'MEMBER' }, {}],
    [400, {}, { member: null }],
    [400, { ...late, coupon_scope: 'MEMBER' }, {}],
    [501, { ...late, coupon_quantity: 0 }, { stock: () => 0 }],
    [501, { coupon_start: SECONDS + 1 }, {}],
    [200, { coupon_start: SECONDS, coupon_exp: SECONDS + 1 }, {}],
    [500, { coupon_quantity: 3, coupon_max_usage: 1 }, { stock: () => 0, uses: () => 1 }],
    [502, { coupon_max_usage: 1, coupon_product: [3] }, { uses: () => 1 }],
    [200, { coupon_max_usage: 0 }, { uses: () => 99 }],
    [503, { coupon_product: [3] }, {}],
    [200, { coupon_product: [3, 4] }, {}],
    [503, { ...gifts, coupon_items: items('g1') }, { member: member({ muted: new Set([901]) }) }],
    [200, {}, { timer: { startedAt: NOW, extendedAt: null, endedAt: null, usedBefore: true } }],
    [503, { coupon_super: 'PUBLIC_FIRST_200' }, { member: member({ standingOrders: 1 }) }],
    [503, { coupon_uid: OLD_MEMBER_COUPON }, { member: member({ deliveredOrders: 1 }) }],
  ] as [number, Partial<CouponFields>, Partial<Promotions>][])('%i for %j', (expected, fields, more) =>
    expect(state(coupon(fields), more)).toBe(expected),
  );
  test('an unknown code, and the picker of a GIVEAWAY', () => {
    expect(checkCode('nothing', input([line(4)], facts()))).toEqual({ state: 400, message: '查無此優惠券代碼' });
    const one = coupon({ ...gifts, coupon_max_product_chosen: 1, coupon_items: items('g1', 'g2') });
    expect(checkCode(` ${one.uid} `, input([line(4)], facts({ coupons: [one] })))).toMatchObject({
      state: 200,
      message: '優惠已套用',
      pick: { choose: 1 },
    });
    for (const type of ['GIVEAWAY', 'BONUS'] as const) {
      const all = coupon({ ...gifts, coupon_type: type, coupon_bonus_min_standard: 1, coupon_items: items('g1', 'g2') });
      expect(checkCode(all.uid, input([line(4)], facts({ coupons: [all] })))).not.toHaveProperty('pick');
    }
  });
  test.each(['once_10', 'ＯＮＣＥ＿１０', 'ONCE 10_', ' on ce_10\u200b'])(
    'a code as a phone or a Chinese keyboard types it: %s',
    (typed) => {
      const other = coupon({ coupon_uid: 'ONCE10_' });
      const one = coupon({ coupon_uid: 'ONCE_10' });
      const found = checkCode(typed, input([line(4)], facts({ coupons: [other, one] }))).coupon;
      expect(found?.uid).toBe(typed === 'ONCE 10_' ? 'ONCE10_' : 'ONCE_10');
    },
  );
  test('of two codes that differ in the size of a letter, each is found as it is written', () => {
    const coupons = ['May_10', 'MAY_10'].map((coupon_uid) => coupon({ coupon_uid }));
    const found = (typed: string) => checkCode(typed, input([line(4)], facts({ coupons }))).coupon?.uid;
    expect(['May_10', 'MAY_10'].map(found)).toEqual(['May_10', 'MAY_10']);
  });
  test('the member’s list: usable, invalid with its reason, expired; the earlier end of copy and offer', () => {
    const copy = (one: ReturnType<typeof coupon>, gotAt: number, extendedTo: number | null = null) => ({
      couponId: one.couponId,
      endsAt: gotAt + 7 * DAY,
      extendedTo,
    });
    const week = { coupon_scope: 'MEMBER', coupon_period: 7 * 86_400 } as const;
    const [good, old, small, returned, twice, ahead] = [
      coupon({ ...week, coupon_exp: SECONDS + 60 }),
      // The start counts, so this one began.
      coupon({ ...week, coupon_start: SECONDS }),
      coupon({ ...week, coupon_product: [3] }),
      coupon(week),
      coupon(week),
      coupon({ ...week, coupon_start: SECONDS + 60 }),
    ];
    const copies = [copy(good, NOW), copy(old, NOW - 7 * DAY), copy(small, NOW), copy(returned, NOW - 9 * DAY, NOW + DAY)];
    copies.push(copy(twice, NOW - 9 * DAY), copy(twice, NOW), copy(ahead, NOW));
    const coupons = [good, old, small, returned, twice, ahead, coupon()];
    const listed = listCoupons(input([line(4)], facts({ coupons, member: member({ copies }) })));
    expect(listed.at(-1)?.state).toEqual({ state: 'invalid', reason: messages.couponNotStarted });
    expect(listed.slice(0, -1).map(({ state: { state: one }, endsAt }) => [one, endsAt])).toEqual([
      ['usable', NOW + 60_000],
      ['expired', NOW],
      ['invalid', NOW + 7 * DAY],
      ['usable', NOW + DAY],
      ['usable', NOW + 7 * DAY],
    ]);
  });
});

test('the odd dollar of a discount goes to the lower product, and of one product to the line of visitors (decisions.md 43)', () => {
  const half = (productId: number, tier: 'ORIGIN' | 'MEMBER') =>
    ({ productId, tier, type: 'PRODUCT', quantity: 1, amount: 9, left: 9 }) as const;
  expect(shareOut(1, [half(6, 'ORIGIN'), half(5, 'MEMBER'), half(5, 'ORIGIN')])).toEqual([0, 0, 1]);
  expect(shareOut(1, [half(6, 'ORIGIN'), half(5, 'MEMBER')])).toEqual([0, 1]);
});

test('the days of a returned coupon outlast its offer, whoever applies it; a longer offer stays as it is (decisions.md 60)', () => {
  const [typed, applied, long] = [
    coupon({ coupon_scope: 'ALL', coupon_exp: SECONDS }),
    coupon({ ...system, coupon_exp: SECONDS }),
    coupon({ coupon_scope: 'ALL', coupon_exp: SECONDS + 9 * 86_400 }),
  ];
  const coupons = [typed, applied, long];
  const copies = coupons.map(({ couponId }) => ({ couponId, endsAt: null, extendedTo: NOW + DAY }));
  const wanted = { coupons: [typed.uid] };
  const usedIn = (more: Partial<Promotions>) => quoteOf([line(4)], facts({ coupons, ...more }), wanted).coupons?.map(({ uid }) => uid);
  expect(usedIn({})).toEqual([]);
  expect(usedIn({ member: member({ copies }) })).toEqual([typed.uid, applied.uid]);
  expect(usedIn({ member: member({ copies }), at: NOW + DAY })).toEqual([]);
  const listed = listCoupons(input([line(4)], facts({ coupons, member: member({ copies }) })));
  expect(listed.map(({ coupon: { uid }, endsAt }) => [uid, endsAt])).toEqual([
    [typed.uid, NOW + DAY],
    [long.uid, NOW + 9 * DAY],
  ]);
});

describe('the shop’s own coupons', () => {
  const timed = coupon({ coupon_uid: TIMER_COUPON, coupon_scope: 'SYSTEM', coupon_formula: 'x-50' });
  const minutes = (count: number) => NOW - count * 60_000;
  const timer = (startedAt: number, more = {}) => ({ timer: { startedAt, extendedAt: null, endedAt: null, usedBefore: false, ...more } });
  const applies = (more: Parameters<typeof facts>[0], isOrder = false) =>
    quoteOf([line(4)], facts({ coupons: [timed], ...more }), { dropMemberParts: !isOrder }).discounts.length > 0;
  test('an order in the first seconds of the timer hears the price with its coupon, not the one that the page showed', () => {
    const asked = (startedAt: number) => input([line(4)], facts({ coupons: [timed], ...timer(startedAt) }), ordered);
    for (const startedAt of [NOW - 29_000, NOW])
      expect(priceOrder(asked(startedAt), { price: 1_100 })).toMatchObject({
        ok: false,
        rejection: { code: 'AMOUNT_MISMATCH' },
        quote: { price: 1_050 },
      });
    expect(priceOrder(asked(NOW), { price: 1_050 })).toMatchObject({ ok: true, pricedAt: NOW });
    // Another tab began it after this order was received.
    expect(priceOrder(asked(NOW + 1), { price: 1_100 })).toMatchObject({ ok: true, pricedAt: NOW });
    expect(priceOrder(asked(NOW + 1), { price: 1_050 })).toMatchObject({ ok: false });
  });
  test('the timer gives its coupon from the reminder on, to an order from the start, to a guest too', () => {
    expect([minutes(2) + 1, minutes(2), minutes(10) + 1, minutes(10)].map((at) => applies(timer(at)))).toEqual([false, true, true, false]);
    expect(applies(timer(minutes(0)), true)).toBe(true);
    expect(applies({ ...timer(minutes(3)), member: null })).toBe(true);
    expect(applies(timer(minutes(12), { extendedAt: minutes(4) }))).toBe(true);
  });
  test('not twice, not after a sign-in, not for a member who has ordered', () => {
    expect(applies(timer(minutes(3), { usedBefore: true }))).toBe(false);
    expect(applies(timer(minutes(3), { endedAt: minutes(1) }))).toBe(false);
    expect(applies({ ...timer(minutes(3)), member: member({ standingOrders: 1 }) })).toBe(false);
  });
  test('the birthday once a year, and not in the month in which it was set', () => {
    const birthday = coupon({ coupon_uid: BIRTHDAY_COUPON, ...system, ...gifts, coupon_items: items('g1') });
    const born = (more: object, setAt = NOW - 300 * DAY) => member({ group: 'ORIGINAL', birthday: { month: 5, setAt }, ...more });
    const given = (one: ReturnType<typeof member>) => quoteOf([line(1)], facts({ coupons: [birthday], member: one })).gifts.length;
    expect([born({}), born({ lastOrderAt: NOW - 365 * DAY })].map(given)).toEqual([1, 1]);
    expect(
      [born({ birthdayYears: [2026] }), born({ group: 'FRIEND' }), born({ lastOrderAt: NOW - DAY }), born({}, NOW)].map(given),
    ).toEqual([0, 0, 0, 0]);
  });
  test('the birthday month ends for an order after the seconds of grace, so the last order is asked for until then', () => {
    const june = Date.parse('2026-05-31T16:00:00Z');
    const isAsked = (at: number) => needsLastOrder([], { member: { birthday: { month: 5, setAt: 0 } }, at });
    expect([june - 1, june + 29_000, june + 31_000].map(isAsked)).toEqual([true, true, false]);
    const about = (...properties: string[]) =>
      coupon({
        coupon_condition: properties.map((property) => ({ property, operator: property === 'total' ? '>' : 'days ago', value: 1 })),
      });
    const asks = (one: ReturnType<typeof coupon>) => needsLastOrder([one], { member: { birthday: null }, at: NOW });
    expect([about('total'), about('total', 'user_last_order_at')].map(asks)).toEqual([false, true]);
  });
});

test('an order without a gift that the page showed is refused, after the seconds of grace', () => {
  const gift = coupon({ ...system, ...gifts, coupon_items: items('g1'), coupon_exp: SECONDS });
  const [given] = quoteOf([line(4)], facts({ coupons: [gift], at: NOW - 1_000 })).gifts;
  const { productId } = given ?? expect.fail('no gift');
  const order = (at: number, quantity: number) =>
    priceOrder(input([line(4)], facts({ coupons: [gift], at }), ordered), { price: 1_100, gifts: [{ productId, quantity }] });
  expect(order(NOW - 1_000, 1)).toMatchObject({ ok: true });
  expect(order(NOW + 29_000, 1)).toMatchObject({ ok: true, pricedAt: NOW - 1_000, quote: { gifts: [{ productId }] } });
  expect(order(NOW + 60_000, 1)).toMatchObject({ ok: false, rejection: { status: 409, code: 'GIFT_GONE' } });
  expect(order(NOW - 1_000, 2)).toMatchObject({ ok: false, rejection: { code: 'GIFT_GONE' } });
  const other = { price: 1_100, gifts: [{ productId: productId + 1, quantity: 1 }] };
  expect(priceOrder(input([line(4)], facts({ coupons: [gift], at: NOW - 1_000 }), ordered), other)).toMatchObject({ ok: false });
});

test('a muted product, also in a set, is refused for its member', () => {
  const muted = member({ muted: new Set([1]) });
  for (const id of [1, 4])
    expect(priceCart(input([line(id)], facts({ member: muted })))).toMatchObject({ ok: false, rejection: { code: 'PRODUCT_UNAVAILABLE' } });
  expect(quoteOf([line(1)], facts({ member: null })).price).toBe(620);
  expect(isMutedFor({ productId: 4, setItems: [1, 2] }, new Set([2]))).toBe(true);
  expect(isMutedFor({ productId: 4, setItems: [1, 2] }, new Set())).toBe(false);
});

test('an order holds the price of the last 30 seconds, and else answers with the new quote', () => {
  const ends = coupon({ ...system, coupon_formula: 'x-100', coupon_exp: SECONDS - 29 });
  const asked = input([line(4)], facts({ coupons: [ends] }), ordered);
  expect(priceOrder(asked, { price: 1_000 })).toMatchObject({ ok: true, pricedAt: NOW - 30_000 });
  expect(priceOrder(asked, { price: 1_100 })).toMatchObject({ ok: true, pricedAt: NOW });
  expect(priceOrder({ ...asked, promotions: { ...asked.promotions, at: NOW + 2_000 } }, { price: 1_000 })).toMatchObject({
    ok: false,
    rejection: { code: 'AMOUNT_MISMATCH' },
    quote: { price: 1_100 },
  });
  // A refused order still gets the price of the page, without what was refused.
  const gone = input([line(4)], facts(), { ...ordered, coupons: ['gone'] });
  expect(priceOrder(gone, { price: 1_100 })).toMatchObject({ rejection: { code: 'COUPON_NOT_FOUND' }, quote: { price: 1_100 } });
});

test('the history keeps each coupon as it was used', () => {
  const one = coupon({ coupon_formula: 'x-100' });
  const set = coupon({ ...system, ...gifts, coupon_super: 'WELCOME_1150', coupon_items: items('g1') });
  const credit = [{ grantId: 'a', left: 40, endsAt: NOW + DAY }];
  const quote = quoteOf([line(4)], facts({ coupons: [one, set], member: member({ credit }) }), { coupons: [one.uid], credit: 40 });
  const record = orderPricing(quote, [one, set], NOW);
  expect(record).toMatchObject({
    pricedAt: '2026-05-15T04:00:00.000Z',
    coupons: [
      { uid: one.uid, discount: { formula: 'x-100', base: 1_100, amount: 100, shares: [{ productId: 4, amount: 100 }] }, gifts: [] },
      { uid: set.uid, discount: null, gifts: [{ quantity: 1, value: 350, deductible: false }] },
    ],
    credit: [{ grantId: 'a', goods: 40, shipping: 0 }],
    goodsPaid: 960,
  });
  expect(JSON.parse(JSON.stringify(record))).toEqual(record);
  expect(orderPricing(quoteOf([line(1)], facts()), [], NOW)).toBeUndefined();
  const creditAlone = quoteOf([line(4)], facts({ member: member({ credit }) }), { credit: 40 });
  expect(orderPricing(creditAlone, [], NOW)).toMatchObject({ coupons: [], goodsPaid: 1_060 });
  // Each has its own discount, and another gift than the travel set is deducted where it stays.
  const [next, gift] = [coupon({ ...system, coupon_formula: 'x-7' }), coupon({ ...system, ...gifts, coupon_items: items('g1') })];
  const coupons = [one, next, gift];
  expect(orderPricing(quoteOf([line(4)], facts({ coupons }), { coupons: [one.uid] }), coupons, NOW)).toMatchObject({
    coupons: [{ discount: { amount: 100 } }, { discount: { amount: 7 } }, { discount: null, gifts: [{ deductible: true }] }],
  });
});

test('without coupons and credit the price is the same with and without promotions', () => {
  for (const member_ of [null, member()]) {
    const asked = input([line(1, 2), line(3, 1, 'ADDITIONAL')], facts({ member: member_ }));
    const { promotions: _, ...plain } = asked;
    const [result, without] = [priceCart(asked), priceCart({ ...plain, product: (id) => PRODUCTS.get(id) })];
    expect(result).toMatchObject(without);
  }
});
