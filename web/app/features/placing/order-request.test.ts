import { PlaceOrderRequest } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { orderRequest, type OrderInput } from './order-request.ts';
import { EMPTY_SHIPPING } from '../checkout/fields.ts';

const input: OrderInput = {
  orderNo: 'ABCDEFGH12345678',
  items: [{ productId: 5, quantity: 1, tier: 'ORIGIN' }],
  choice: { payment: 'CREDIT', delivery: 'HOME', store: undefined },
  fields: {
    ...EMPTY_SHIPPING,
    firstName: ' 王',
    lastName: '大明 ',
    phone: '0912-345 678',
    email: 'a b@example.com',
    city: '臺北市',
    district: '大安區',
    area: '觀塘區',
    address: ' 路 1 號 ',
    zip: '106',
  },
  invoice: { type: 'NORMAL', uniformNumber: '04595257', companyTitle: '公司', mobileBarcode: '' },
  coupons: [],
  credit: 0,
  prime: 'prime',
  expectedTotal: 1000,
};

test('sends a card order with home delivery', () => {
  const request = orderRequest(input);
  expect(request.recipient).toEqual({
    firstName: '王',
    lastName: '大明',
    phoneArea: '+886',
    phone: '0912345678',
    email: 'ab@example.com',
    city: '臺北市',
    district: '大安區',
    address: '路 1 號',
    zip: '106',
  });
  expect(request).toMatchObject({
    delivery: { type: 'HOME', subtype: 'TCAT' },
    payment: { type: 'CREDIT', prime: 'prime' },
    invoice: { type: 'NORMAL' },
    expectedTotal: 1000,
    termsAccepted: true,
  });
  expect(request.invoice).toEqual({ type: 'NORMAL' });
  expect(PlaceOrderRequest.safeParse(request).success).toBe(true);
});

test('sends the gifts that the page showed', () => {
  const shown = { productId: 91, nameZh: '試用品', quantity: 2 };
  const request = orderRequest({ ...input, gifts: [shown] });
  expect(request.expectedGifts).toEqual([{ productId: 91, quantity: 2 }]);
  expect(PlaceOrderRequest.safeParse(request).success).toBe(true);
});

test.each(['UNIMARTC2C', 'FAMIC2C'] as const)('sends the store of %s and no address for store pickup', (subtype) => {
  const store = { CVSStoreID: '006598', CVSStoreName: '敦南門市', CVSAddress: '新北市', LogisticsSubType: subtype };
  const request = orderRequest({ ...input, choice: { payment: 'CREDIT', delivery: 'CVS', store } });
  expect(request.delivery).toEqual({ type: 'CVS', subtype, store: { id: '006598', name: '敦南門市', address: '新北市' } });
  expect(request.recipient).not.toHaveProperty('address');
  expect(request.recipient).not.toHaveProperty('zip');
});

test('sends no district for Macau, the sub-area for Hong Kong, and no postal code for either', () => {
  const choice = { payment: 'CREDIT', delivery: 'INTERNATIONAL', store: undefined } as const;
  const macau = orderRequest({ ...input, choice, fields: { ...input.fields, city: '澳門' } });
  expect(macau.recipient).not.toHaveProperty('district');
  expect(macau.recipient).not.toHaveProperty('zip');
  const hongKong = orderRequest({ ...input, choice, fields: { ...input.fields, city: '香港', district: '九龍' } });
  expect(hongKong.recipient).toMatchObject({ city: '香港', district: '九龍', area: '觀塘區' });
});

test('sends the phone number without its country code', () => {
  const fields = { ...input.fields, phone: '＋886 (0)912-345-678' };
  expect(orderRequest({ ...input, fields }).recipient.phone).toBe('0912345678');
});

test('names the order that a new payment replaces', () => {
  expect(orderRequest(input)).not.toHaveProperty('replaces');
  expect(orderRequest({ ...input, replaces: 'WAITING1234' })).toMatchObject({ orderNo: 'ABCDEFGH12345678', replaces: 'WAITING1234' });
});

test('sends no card for cash, and the uniform number for a company invoice', () => {
  const request = orderRequest({
    ...input,
    choice: { payment: 'COD', delivery: 'HOME', store: undefined },
    prime: undefined,
    invoice: { ...input.invoice, type: 'UNIFORM_NUMBER', companyTitle: ' 公司 ' },
  });
  expect(request.payment).toEqual({ type: 'COD' });
  expect(request.invoice).toEqual({ type: 'UNIFORM_NUMBER', uniformNumber: '04595257', companyTitle: '公司' });
});

test('sends a mobile barcode in the tax office’s form, and only with a personal invoice', () => {
  const invoice = { type: 'NORMAL', uniformNumber: '04595257', companyTitle: '公司', mobileBarcode: ' ／abc1234' } as const;
  expect(orderRequest({ ...input, invoice }).invoice).toEqual({ type: 'NORMAL', mobileBarcode: '/ABC1234' });
  expect(orderRequest({ ...input, invoice: { ...invoice, type: 'UNIFORM_NUMBER' } }).invoice).not.toHaveProperty('mobileBarcode');
});

test('asks the server to keep the home address only where the member wants it', () => {
  expect(orderRequest({ ...input, remember: true }).rememberShipping).toBe(true);
  for (const remember of [false, undefined]) expect(orderRequest({ ...input, remember })).not.toHaveProperty('rememberShipping');
});

test('sends coupons, gifts and credit, and no card where nothing is due', () => {
  const request = orderRequest({
    ...input,
    coupons: [
      { uid: 'PUBLIC_FIRST_200', type: 'DISCOUNT' },
      { uid: 'WELCOME_1150', type: 'GIVEAWAY', gifts: ['NH01GC050T'] },
    ],
    credit: 1000,
    prime: undefined,
    expectedTotal: 0,
  });
  expect(request).toMatchObject({ coupons: ['PUBLIC_FIRST_200', { uid: 'WELCOME_1150', gifts: ['NH01GC050T'] }], credit: 1000 });
  expect(request.payment).toEqual({ type: 'CREDIT' });
  expect(PlaceOrderRequest.safeParse(request).success).toBe(true);
});
