import type { PlaceOrderRequest, Quote } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { checkForm, lacksCard, termsOf } from './order-terms.ts';
import type { PlaceOrderDeps } from './place-order-deps.ts';
import { homeOrder } from './testing.ts';
import { validateOrder } from './validate.ts';

const home: PlaceOrderRequest = { ...homeOrder, payment: { type: 'CREDIT', prime: 'p' } };
const quote = {
  products: [],
  gifts: [],
  discounts: [],
  subtotal: 880,
  shippingFee: 120,
  vouchers: 0,
  price: 1_000,
} as unknown as Quote;
type Found = Awaited<ReturnType<PlaceOrderDeps['findStore']>>;
const check = (request: PlaceOrderRequest, found?: Found) =>
  checkForm({ findStore: () => Promise.resolve(found) } as unknown as PlaceOrderDeps, request, validateOrder(request), quote);
const at = (more: Partial<PlaceOrderRequest['recipient']>): PlaceOrderRequest => ({ ...home, recipient: { ...home.recipient, ...more } });

test.each([
  ['106', '106'],
  ['10661', '10661'],
  ['', '106'],
  ['100', '106'],
  ['11066', '106'],
  ['1066', '106'],
])('the postal code "%s" of a buyer in a district that has 106 goes to the carrier as %s', async (zip, sent) => {
  expect(await check(at({ zip }))).toMatchObject({ ok: true, recipient: { zip: sent } });
});

test('a district that does not exist is refused before anything is paid', async () => {
  expect(await check(at({ district: '大安鄉' }))).toMatchObject({ ok: false, rejection: { code: 'DISTRICT_UNKNOWN' } });
});

test("a store has the carrier's name and address, whatever the browser says, and its number alone where the carrier has no list", async () => {
  const store = { id: '131386', name: '別的門市', address: '別處' };
  const toStore: PlaceOrderRequest = { ...home, delivery: { type: 'CVS', subtype: 'UNIMARTC2C', store } };
  const listed = { name: '建盛門市', address: '台北市大安區建國南路一段1號' };
  expect(await check(toStore, listed)).toMatchObject({ ok: true, store: { id: '131386', ...listed } });
  expect(await check(toStore, undefined)).toMatchObject({ ok: true, store: { id: '131386', name: '門市 131386', address: '' } });
  expect(await check(toStore, 'unknown-store')).toMatchObject({ ok: false, rejection: { code: 'STORE_UNKNOWN' } });
  expect(await check(home, 'unknown-store')).toMatchObject({ ok: true, store: null });
});

test('an order by card needs the token of a card, unless nothing is due', async () => {
  const without: PlaceOrderRequest = { ...home, payment: { type: 'CREDIT' } };
  expect(await check(without)).toMatchObject({ ok: false, rejection: { code: 'VALIDATION_FAILED' } });
  expect([without, home, { ...without, expectedTotal: 0 }, { ...without, payment: { type: 'COD' as const } }].map(lacksCard)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('the order of a guest can be adopted by its address, and needs no key where there is none; that of a member is the member’s', () => {
  const keys = { emailKey: (email: string) => `key of ${email}`, phoneKey: (phone: string) => `key of ${phone}` };
  const agreed = (memberId: string | null, email: string) =>
    termsOf(keys, home, { cartId: 'c1', memberId }, { email, phoneE164: '+886912345678' }, { quote });
  expect(agreed(null, 'Ming@Example.com')).toMatchObject({ emailKey: 'key of ming@example.com', phoneKey: 'key of +886912345678' });
  for (const terms of [agreed('m1', 'ming@example.com'), agreed(null, '')]) expect(terms).not.toHaveProperty('emailKey');
});
