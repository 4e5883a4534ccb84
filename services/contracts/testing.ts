import type { ErrorCode } from './error-codes.ts';
import type { ShippingFault, ShippingFor, ShippingForm } from './rules/shipping-form.ts';

const taipei: ShippingForm = {
  firstName: '王',
  lastName: '大明',
  phoneArea: '+886',
  phone: '0912345678',
  email: 'ming@example.com',
  city: '臺北市',
  district: '大安區',
  address: '信義路三段134巷1號',
  area: '',
};
const home: ShippingFor = { payment: 'CREDIT', delivery: 'HOME', hasStore: false };
const cash: ShippingFor = { ...home, payment: 'COD' };
const store: ShippingFor = { ...home, delivery: 'CVS', hasStore: true };
const overseas: ShippingFor = { ...home, delivery: 'INTERNATIONAL' };
const kowloon: Partial<ShippingForm> = { phoneArea: '+852', phone: '91234567', city: '香港', district: '九龍', area: '觀塘區' };
const macau: Partial<ShippingForm> = { phoneArea: '+853', phone: '61234567', city: '澳門', district: '' };

/** `fault`: the first fault of the form; undefined where the form is complete. */
export type ShippingCase = {
  name: string;
  form: ShippingForm;
  choice: ShippingFor;
  fault: { field: ShippingFault['field']; code: ErrorCode } | undefined;
};
const fits = (name: string, choice: ShippingFor, more: Partial<ShippingForm> = {}): ShippingCase => ({
  name,
  form: { ...taipei, ...more },
  choice,
  fault: undefined,
});
const fails = (
  [field, code]: readonly [ShippingFault['field'], ErrorCode],
  choice: ShippingFor,
  more: Partial<ShippingForm>,
): ShippingCase => ({ name: `${code} ${JSON.stringify(more)}`, form: { ...taipei, ...more }, choice, fault: { field, code } });

/** Shipping forms with their first fault. The tests of the page and of the server both run all of them. */
export const SHIPPING_CASES: readonly ShippingCase[] = [
  fits('to the door', home),
  fits('cash on delivery, without an e-mail', cash, { email: '' }),
  fits('to a store, without an address', store, { city: '', district: '', address: '' }),
  fits('to Hong Kong', overseas, kowloon),
  fits('to Macau', overseas, macau),
  fits('abroad, with a name that no carrier of Taiwan takes', overseas, { ...kowloon, firstName: 'A', lastName: 'B' }),
  fits('an e-mail with spaces', home, { email: ' ming @example.com ' }),
  fits('names of two and three letters, of a keyboard that writes accents as signs of their own', home, {
    firstName: 'Vu\u0303',
    lastName: 'O\u0302\u0301ng',
  }),
  fits('a name from a document, with other signs for its letters', home, { firstName: '\u2f45', lastName: '\uf90a明' }),
  fits('a name with signs that nobody sees', home, { firstName: '\u202a王', lastName: '大\u200b明\u202c' }),
  fits('a name abroad that was pasted with a line break', overseas, { ...kowloon, firstName: '王', lastName: '大\n明' }),
  fails(['store', 'STORE_REQUIRED'], { ...store, hasStore: false }, {}),
  fails(['firstName', 'FIRST_NAME_REQUIRED'], home, { firstName: ' ' }),
  fails(['firstName', 'NAME_TOO_LONG'], home, { firstName: '歐陽氏' }),
  fails(['lastName', 'LAST_NAME_REQUIRED'], home, { lastName: '' }),
  fails(['lastName', 'NAME_TOO_LONG'], home, { lastName: '一二三四' }),
  fails(['lastName', 'NAME_NOT_DELIVERABLE'], home, { firstName: 'A', lastName: 'Bc' }),
  fails(['firstName', 'FIRST_NAME_REQUIRED'], home, { firstName: '\u3164' }),
  fails(['lastName', 'NAME_NOT_DELIVERABLE'], overseas, { ...kowloon, lastName: '明😀' }),
  fails(['lastName', 'NAME_NOT_DELIVERABLE'], home, { lastName: '大ㄇ' }),
  fails(['lastName', 'NAME_NOT_DELIVERABLE'], home, { lastName: 'ㆠ大' }),
  fails(['lastName', 'LAST_NAME_REQUIRED'], home, { lastName: '˙' }),
  fails(['phone', 'PHONE_INVALID'], home, { phone: '12345' }),
  fails(['phone', 'PHONE_INVALID'], home, { phoneArea: '+852', phone: '91234567' }),
  fails(['phone', 'PHONE_INVALID'], overseas, { ...kowloon, phone: '21' }),
  fails(['email', 'EMAIL_REQUIRED'], home, { email: ' ' }),
  fails(['email', 'EMAIL_INVALID'], cash, { email: 'ming@' }),
  fails(['email', 'EMAIL_INVALID'], home, { email: 'ming@example.com.' }),
  fails(['city', 'CITY_REQUIRED'], home, { city: '' }),
  fails(['city', 'CITY_NOT_SERVED'], home, { city: '香港' }),
  fails(['city', 'CITY_NOT_SERVED'], overseas, { ...kowloon, city: '東京' }),
  fails(['district', 'DISTRICT_REQUIRED'], home, { district: '' }),
  fails(['district', 'DISTRICT_REQUIRED'], overseas, { ...kowloon, district: '' }),
  fails(['district', 'DISTRICT_UNKNOWN'], overseas, { ...kowloon, district: '中環' }),
  fails(['district', 'DISTRICT_UNKNOWN'], overseas, { ...kowloon, district: 'constructor' }),
  fails(['area', 'AREA_REQUIRED'], overseas, { ...kowloon, area: '' }),
  fails(['area', 'AREA_REQUIRED'], overseas, { ...kowloon, district: '新界' }),
  fails(['address', 'ADDRESS_REQUIRED'], home, { address: ' ' }),
  fails(['address', 'ADDRESS_NOT_DELIVERABLE'], home, { address: '長'.repeat(60) }),
  fails(['address', 'ADDRESS_NOT_DELIVERABLE'], home, { city: '臺北', district: '市', address: '1' }),
  fails(['address', 'ADDRESS_NOT_DELIVERABLE'], overseas, { ...kowloon, address: '道 1 號\u200b' }),
];
