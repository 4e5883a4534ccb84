import { expect, test } from 'vitest';
import { usesIn, walletBeside } from './buyer-facts.ts';
import { couponRefusal } from './reserve.decide.ts';
import { takesOf } from './takes.ts';
import { coupon, DAY, items, NOW } from './testing/fixtures.ts';
import { emptyWallet, type Wallet } from './wallet.ts';

const at = (days: number): string => new Date(NOW + days * DAY).toISOString();
const copy = (copyId: string, days: number | null): Wallet['copies'][number] => ({
  copyId,
  couponId: '7',
  cause: { kind: 'CODE' },
  grantedAt: at(-9),
  endsAt: days === null ? null : at(days),
});
const withUse = (copyId: string): Wallet['orders'][number] => ({
  orderNo: 'N',
  state: 'redeemed',
  stands: true,
  coupons: [{ couponId: '7', copyId }],
  credit: [],
  returned: [],
  delivered: null,
  counted: null,
});

test('an order uses the copy that ends first, of those that can be used', () => {
  const own = coupon({ coupon_id: 7, coupon_scope: 'MEMBER', coupon_max_usage: 1 });
  const copyOf = (wallet: Wallet) => takesOf([own], wallet, at(0))[0]?.copyId;
  const copies = [copy('never', null), copy('late', 5), copy('soon', 1), copy('over', 0)];
  expect(copyOf({ ...emptyWallet, copies })).toBe('soon');
  expect(copyOf({ ...emptyWallet, copies, orders: [withUse('soon')] })).toBe('late');
  expect(copyOf({ ...emptyWallet, copies: [{ ...copy('other', 1), couponId: '8' }, copy('late', 5)] })).toBe('late');
  const unlimited = coupon({ coupon_id: 7, coupon_scope: 'MEMBER', coupon_max_usage: 0 });
  expect(takesOf([unlimited], { ...emptyWallet, copies }, at(0))[0]?.copyId).toBe('soon');
  // Without one that can be used, the wallet names the reason.
  expect(copyOf({ ...emptyWallet, copies: [copy('over', -1)] })).toBe('over');
  expect(copyOf(emptyWallet)).toBeNull();
});

test('an order keeps what each stream decides about', () => {
  const timer = coupon({ coupon_id: 1, coupon_uid: 'pay_in_5_min', coupon_scope: 'SYSTEM', coupon_max_usage: 1 });
  const flash = coupon({ coupon_id: 2, coupon_quantity: 3 });
  const first = coupon({ coupon_id: 3, coupon_super: 'PUBLIC_FIRST_200', coupon_scope: 'MEMBER' });
  const birthday = coupon({
    coupon_id: 4,
    coupon_uid: 'original_birthday',
    coupon_type: 'GIVEAWAY',
    coupon_scope: 'SYSTEM',
    coupon_items: items('g1'),
  });
  // New Year in Taipei, still the old year in UTC.
  const takes = takesOf([timer, flash, first, birthday], null, '2026-12-31T16:00:00.000Z');
  expect(takes.map(({ year }) => year)).toEqual([undefined, undefined, undefined, 2027]);
  expect(takes).toMatchObject([
    { couponId: '1', oncePerPerson: true, counted: false, maxUsage: 1 },
    { couponId: '2', oncePerPerson: false, counted: true, needsCopy: false },
    { couponId: '3', firstPurchase: true, needsCopy: true },
    { couponId: '4', firstPurchase: false },
  ]);
});

test('of a coupon that looks at earlier orders, an order keeps how many stood in its price', () => {
  const looksAt = (property: string, operator: string, value: number) =>
    coupon({ coupon_condition: [{ property, operator, value, msg: '' }] });
  const both = coupon({
    coupon_condition: ['total', 'user_orders'].map((property) => ({ property, operator: property === 'total' ? '>' : '<', value: 2 })),
  });
  const timer = coupon({ coupon_uid: 'pay_in_5_min', coupon_scope: 'SYSTEM' });
  const looking = [looksAt('user_orders', '==', 1), looksAt('user_last_order_at', 'days ago', 90), both, timer];
  const coupons = [...looking, looksAt('total', '>', 0)];
  const orders = [withUse('a'), { ...withUse('b'), stands: false }];
  expect(takesOf(coupons, { ...emptyWallet, orders }, at(0)).map((take) => take.orders)).toEqual([1, 1, 1, 1, undefined]);
  expect(takesOf(coupons, null, at(0)).every((take) => take.orders === undefined)).toBe(true);
});

test.each(['>', '>='])('a coupon for at least so many orders is not refused to the second of two orders at once: %s', (operator) => {
  const loyal = coupon({ coupon_condition: [{ property: 'user_orders', operator, value: 0, msg: '' }] });
  const before = { ...emptyWallet, orders: [withUse('a')] };
  const [take] = takesOf([loyal], before, at(0));
  const after = { ...before, orders: [...before.orders, { ...withUse('b'), coupons: [] }] };
  expect(take && couponRefusal(take, after, at(0), {})).toBeUndefined();
});

test('beside an order at the bank, the wallet is as if that order had ended', () => {
  const atBank = { ...withUse('a'), state: 'reserved' as const };
  const wallet = { ...emptyWallet, copies: [copy('a', null)], orders: [atBank] };
  const seen = (held: Wallet, orderNo: string | undefined) =>
    walletBeside(held, orderNo, at(0)).orders.map(({ stands, coupons }) => [stands, coupons.length]);
  expect(seen(wallet, 'N')).toEqual([[false, 0]]);
  for (const other of ['other', undefined]) expect(walletBeside(wallet, other, at(0))).toBe(wallet);
  // A guest began it.
  expect(seen({ ...wallet, orders: [{ ...atBank, state: 'noted', coupons: [] }] }, 'N')).toEqual([[false, 0]]);
  // It is complete since.
  expect(seen({ ...wallet, orders: [withUse('a')] }, 'N')).toEqual([[true, 1]]);
});

test('the price counts the uses of a coupon for all members over all copies, those of an own one by copy', () => {
  const wallet = { ...emptyWallet, copies: [copy('used', null), copy('other', null)], orders: [withUse('used')] };
  expect(usesIn(wallet, '7', 'MEMBER')).toBe(0);
  expect(usesIn({ ...wallet, copies: [copy('used', null), { ...copy('other', null), couponId: '8' }] }, '7', 'MEMBER')).toBe(1);
  expect(usesIn(wallet, '7', 'ALL')).toBe(1);
});
