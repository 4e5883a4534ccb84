import { describe, expect, it, test } from 'vitest';
import { CARRIER_LIMIT } from '@nordhaut/contracts';
import { SHIPPING_CASES } from '@nordhaut/contracts/testing';
import { EMPTY_SHIPPING, type ShippingFields } from '../checkout/fields.ts';
import { carriedOver, shippingProblems, type ShippingChoice } from './shipping-form.ts';

const filled: ShippingFields = {
  ...EMPTY_SHIPPING,
  firstName: '王',
  lastName: '大明',
  phone: '0912345678',
  email: 'ming@example.com',
  city: '臺北市',
  district: '大安區',
  address: '信義路三段134巷1號',
  zip: '106',
};
const home: ShippingChoice = { payment: 'CREDIT', delivery: 'HOME', store: undefined };
const cod: ShippingChoice = { ...home, payment: 'COD' };
const overseas: ShippingChoice = { ...home, delivery: 'INTERNATIONAL' };
const store: ShippingChoice = {
  ...home,
  delivery: 'CVS',
  store: { CVSStoreID: '131386', CVSStoreName: '建盛門市', CVSAddress: '台北市大安區', LogisticsSubType: 'UNIMARTC2C' },
};
const problems = (fields: Partial<ShippingFields>, choice = home) =>
  shippingProblems({ ...filled, ...fields }, choice).map(({ field, message }) => `${field}: ${message}`);

it('finds no problem in a complete form, for each delivery', () => {
  expect(problems({})).toEqual([]);
  expect(problems({}, cod)).toEqual([]);
  expect(problems({ city: '', district: '', address: '' }, store)).toEqual([]);
  expect(
    problems({ phoneArea: '+852', phone: '91234567', city: '香港', district: '九龍', area: '觀塘區', address: '道 1 號' }, overseas),
  ).toEqual([]);
  expect(problems({ phoneArea: '+853', phone: '61234567', city: '澳門', district: '', address: '街 1 號' }, overseas)).toEqual([]);
});

it('lists every missing field in the order of the form', () => {
  expect(shippingProblems(EMPTY_SHIPPING, home)).toMatchObject([
    { field: 'firstName', message: '請填寫收件人姓氏' },
    { field: 'lastName', message: '請填寫收件人名字' },
    { field: 'phone', message: '手機號碼格式錯誤，請輸入 09 開頭的手機號碼' },
    { field: 'email', message: '信用卡付款需填寫電子郵件信箱' },
    { field: 'city', message: '請選擇縣市' },
    { field: 'district', message: '請選擇鄉鎮市區' },
    { field: 'address', message: '請填寫詳細地址' },
  ]);
});

it('names the missing fields abroad by their labels', () => {
  const there = { ...EMPTY_SHIPPING, phoneArea: '+852' } as const;
  const place = (fields: Partial<ShippingFields>) =>
    shippingProblems({ ...there, ...fields }, overseas)
      .filter(({ field }) => ['city', 'district', 'area', 'address'].includes(field))
      .map(({ field, message }) => `${field}: ${message}`);
  expect(place({})).toEqual(['city: 請選擇香港或澳門', 'address: 請填寫詳細地址']);
  expect(place({ city: '香港' })).toEqual(['district: 請選擇區域', 'area: 請選擇分區', 'address: 請填寫詳細地址']);
  expect(place({ city: '澳門' })).toEqual(['address: 請填寫詳細地址']);
});

it('rejects cash and store pickup over the carrier’s limit when the total is known', () => {
  const fieldsOf = (choice: ShippingChoice, total?: number) => shippingProblems(filled, choice, total).map(({ field }) => field);
  expect(fieldsOf(cod, CARRIER_LIMIT)).toEqual([]);
  expect(fieldsOf(cod, CARRIER_LIMIT + 1)).toEqual(['payment']);
  expect(fieldsOf(store, CARRIER_LIMIT + 1)).toEqual(['delivery']);
  expect(fieldsOf(home, CARRIER_LIMIT + 1)).toEqual([]);
  expect(fieldsOf(cod)).toEqual([]);
});

describe('name', () => {
  test.each([
    [{ firstName: '歐陽王' }, 'firstName: 收件人姓氏最多 2 個字、名字最多 3 個字'],
    [{ lastName: '大明明明' }, 'lastName: 收件人姓氏最多 2 個字、名字最多 3 個字'],
    [{ firstName: 'A', lastName: 'B' }, 'lastName: 收件人姓名需為 2 至 5 個中文字或 4 至 5 個英文字母，不可包含空格、注音、數字與符號'],
    [{ lastName: '大1' }, 'lastName: 收件人姓名需為 2 至 5 個中文字或 4 至 5 個英文字母，不可包含空格、注音、數字與符號'],
  ])('%j', (fields, message) => expect(problems(fields)).toEqual([message]));
  it('counts characters, not code units', () => expect(problems({ firstName: '𠮷𠮷' })).toEqual([]));
  it('can be short abroad', () =>
    expect(problems({ firstName: 'A', lastName: 'B', phoneArea: '+853', phone: '61234567', city: '澳門', district: '' }, overseas)).toEqual(
      [],
    ));
});

describe('phone', () => {
  test.each([
    '912345678',
    '0912345678',
    '0912-345-678',
    '0912 345 678',
    '+886912345678',
    '886912345678',
    '０９１２－３４５６７８',
    '(+886) 912 345 678',
  ])('accepts %s', (phone) => expect(problems({ phone })).toEqual([]));
  test.each(['', '12345678', '812345678', '09123456789'])('rejects %j', (phone) =>
    expect(problems({ phone })).toEqual(['phone: 手機號碼格式錯誤，請輸入 09 開頭的手機號碼']),
  );
  it('must be Taiwanese at home', () =>
    expect(problems({ phoneArea: '+852', phone: '91234567' })).toEqual(['phone: 國內配送請填寫台灣手機號碼']));
});

it('needs no e-mail for cash, but rejects an invalid one', () => {
  expect(problems({ email: '' }, cod)).toEqual([]);
  expect(problems({ email: 'ming@' }, cod)).toEqual(['email: 請輸入有效的電子郵件信箱']);
  expect(problems({ email: ' ming @example.com ' })).toEqual([]);
});

describe('place', () => {
  it('needs a district and an address', () =>
    expect(problems({ district: '', address: ' ' })).toEqual(['district: 請選擇鄉鎮市區', 'address: 請填寫詳細地址']));
  it('must fit the carrier’s limits', () => {
    expect(problems({ city: '臺北', district: '市', address: '1' })).toEqual(['address: 地址連同縣市與鄉鎮市區需為 6 至 60 個字']);
    expect(problems({ address: '巷'.repeat(60) })).toEqual(['address: 地址連同縣市與鄉鎮市區需為 6 至 60 個字']);
  });
  it('needs a sub-area of the chosen district in Hong Kong', () => {
    const there = { phoneArea: '+852', phone: '91234567', city: '香港', district: '港島', address: '道' } as const;
    expect(problems({ ...there, area: '' }, overseas)).toEqual(['area: 請選擇分區']);
    expect(problems({ ...there, area: '觀塘區' }, overseas)).toEqual(['area: 請選擇分區']);
  });
  it('rejects a county of Taiwan abroad, and the reverse', () => {
    expect(problems({}, overseas)).toEqual(['city: 請選擇香港或澳門']);
    expect(problems({ city: '香港' })).toEqual(['city: 請選擇縣市', 'district: 請選擇鄉鎮市區']);
  });
});

describe('has the same rules as the server', () => {
  it.each(SHIPPING_CASES)('$name', ({ form, choice, fault }) => {
    const chosen = { ...choice, store: choice.hasStore ? store.store : undefined };
    expect(shippingProblems({ ...form, zip: '' }, chosen)[0]?.field).toBe(fault?.field);
  });
});

it('needs a store for store pickup', () => expect(problems({}, { ...store, store: undefined })).toEqual(['store: 尚未選擇門市']));

describe('a change of delivery', () => {
  const nowhere = { zip: '', city: '', district: '', address: '', area: '' };
  const hongKong: ShippingFields = {
    ...filled,
    phoneArea: '+852',
    phone: '91234567',
    zip: '',
    city: '香港',
    district: '九龍',
    area: '觀塘區',
    address: '道 1 號',
  };
  it('to abroad removes the address and the number in Taiwan and keeps the person', () =>
    expect(carriedOver(filled, 'HOME', 'INTERNATIONAL')).toEqual({ ...filled, ...nowhere, phoneArea: '+852', phone: '' }));
  it('from abroad does the same', () =>
    expect(carriedOver(hongKong, 'INTERNATIONAL', 'HOME')).toEqual({ ...hongKong, ...nowhere, phoneArea: '+886', phone: '' }));
  it('to store pickup keeps the address for a later change back', () => {
    expect(carriedOver(carriedOver(filled, 'HOME', 'CVS'), 'CVS', 'HOME')).toEqual(filled);
    const there = carriedOver(carriedOver(hongKong, 'INTERNATIONAL', 'CVS'), 'CVS', 'INTERNATIONAL');
    expect(there).toEqual({ ...hongKong, phone: '' });
    expect(carriedOver(carriedOver(hongKong, 'INTERNATIONAL', 'CVS'), 'CVS', 'HOME')).toMatchObject(nowhere);
    expect(carriedOver(carriedOver(filled, 'HOME', 'CVS'), 'CVS', 'INTERNATIONAL')).toMatchObject(nowhere);
  });
  it('also removes a street without a county', () =>
    expect(carriedOver({ ...filled, city: '' }, 'HOME', 'INTERNATIONAL').address).toBe(''));
  it('keeps a number that is valid in both places', () =>
    expect(carriedOver({ ...filled, phone: '+85291234567' }, 'HOME', 'INTERNATIONAL').phone).toBe('+85291234567'));
  it('to the same delivery changes nothing', () => expect(carriedOver(filled, 'HOME', 'HOME')).toEqual(filled));
});
