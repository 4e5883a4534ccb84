import { CARRIER_LIMIT, type PlaceOrderRequest } from '@nordhaut/contracts';
import { SHIPPING_CASES } from '@nordhaut/contracts/testing';
import { describe, expect, test } from 'vitest';
import { homeOrder as home } from './testing.ts';
import { checkCarrierLimit, validateOrder } from './validate.ts';

const store = { id: '131386', name: '建盛門市', address: '台北市大安區建國南路一段1號' };
const credit = { type: 'CREDIT', prime: 'p' } as const;
const cvs: PlaceOrderRequest = { ...home, payment: credit, delivery: { type: 'CVS', subtype: 'UNIMARTC2C', store } };
const hongKong: PlaceOrderRequest = {
  ...home,
  payment: credit,
  delivery: { type: 'INTERNATIONAL', subtype: 'INTERNATIONAL' },
  recipient: { ...home.recipient, phoneArea: '+852', phone: '61234567', city: '香港', district: '港島', area: '中西區' },
};
const who = (base: PlaceOrderRequest, more: Partial<PlaceOrderRequest['recipient']>): PlaceOrderRequest => ({
  ...base,
  recipient: { ...base.recipient, ...more },
});
const verdict = (request: PlaceOrderRequest) => {
  const result = validateOrder(request);
  return result.ok ? 'ok' : result.rejection.code;
};

describe('accepts', () => {
  test.each([
    ['a home delivery', home],
    ['a store delivery without an address', who(cvs, { city: '', district: '', address: '' })],
    ['a delivery to Hong Kong', hongKong],
    [
      'a delivery to Macau, which has no districts',
      who(hongKong, { city: '澳門', district: '', area: '', phoneArea: '+853', phone: '66123456' }),
    ],
    ['a delivery abroad with a Taiwanese phone number', who(hongKong, { phoneArea: '+886', phone: '912345678' })],
    ['a delivery abroad with a name that Taiwanese carriers refuse', who(hongKong, { firstName: 'A', lastName: 'B' })],
    ['cash on delivery without an e-mail address', who(home, { email: '' })],
    ['the longest address, with county and district', who(home, { address: '長'.repeat(54) })],
    ['a Latin name of the minimum width', who(home, { firstName: 'Li', lastName: 'Ann' })],
  ])('%s', (_, request) => expect(verdict(request)).toBe('ok'));

  test('trims typed text and drops fields that the delivery does not need', () => {
    const result = validateOrder(
      who({ ...cvs }, { firstName: ' 王 ', lastName: ' 大明 ', phone: '912-345-678', email: ' ming @example.com ' }),
    );
    expect(result).toMatchObject({
      ok: true,
      recipient: {
        firstName: '王',
        lastName: '大明',
        phoneE164: '+886912345678',
        email: 'ming@example.com',
        city: '',
        district: '',
        address: '',
        zip: '',
      },
    });
  });
  test("drops the uniform number of a consumer's invoice", () => {
    expect(validateOrder({ ...home, invoice: { type: 'NORMAL', uniformNumber: '12345678', companyTitle: 'x' } })).toMatchObject({
      invoice: { uniformNumber: '', companyTitle: '' },
    });
  });
});

test('keeps the mobile barcode of a personal invoice and drops that of a company', () => {
  const barcode = (type: 'NORMAL' | 'UNIFORM_NUMBER') =>
    validateOrder({ ...home, invoice: { type, uniformNumber: '12345678', companyTitle: 'x', mobileBarcode: ' /abc.+-1' } });
  expect(barcode('NORMAL')).toMatchObject({ invoice: { uniformNumber: '', mobileBarcode: '/ABC.+-1' } });
  expect(barcode('UNIFORM_NUMBER')).toMatchObject({ invoice: { uniformNumber: '12345678', mobileBarcode: '' } });
  expect(validateOrder(home)).toMatchObject({ invoice: { mobileBarcode: '' } });
});

test("keeps a company's title without signs that nobody sees", () => {
  const titled = (companyTitle: string) =>
    validateOrder({ ...home, invoice: { type: 'UNIFORM_NUMBER', uniformNumber: '04595257', companyTitle } });
  expect(titled('\u202a北方之家\u200b股份有限公司\u202c')).toMatchObject({ invoice: { companyTitle: '北方之家股份有限公司' } });
  expect(titled('北方之家\t(股)\n')).toMatchObject({ invoice: { companyTitle: '北方之家 (股)' } });
  expect(titled('\u200b')).toMatchObject({ rejection: { code: 'COMPANY_TITLE_REQUIRED' } });
});

describe('refuses with', () => {
  test.each([
    ['TERMS_NOT_ACCEPTED', { ...home, termsAccepted: false }],
    ['DELIVERY_MISMATCH', { ...cvs, payment: { type: 'COD' } }],
    ['DELIVERY_MISMATCH', { ...hongKong, payment: { type: 'COD' } }],
    ['DELIVERY_MISMATCH', { ...home, delivery: { type: 'HOME', subtype: 'INTERNATIONAL' } }],
    ['STORE_REQUIRED', { ...cvs, delivery: { type: 'CVS', subtype: 'FAMIC2C' } }],
    ['FIRST_NAME_REQUIRED', who(home, { firstName: ' ' })],
    ['LAST_NAME_REQUIRED', who(home, { lastName: ' ' })],
    ['NAME_TOO_LONG', who(home, { firstName: '歐陽氏' })],
    ['NAME_TOO_LONG', who(home, { lastName: '一二三四' })],
    ['NAME_NOT_DELIVERABLE', who(home, { firstName: 'A', lastName: 'Bc' })],
    ['NAME_NOT_DELIVERABLE', who(home, { lastName: '大😀' })],
    ['NAME_NOT_DELIVERABLE', who(home, { lastName: '大 A' })],
    ['PHONE_INVALID', who(home, { phone: '12345' })],
    ['PHONE_INVALID', who(home, { phoneArea: '+852', phone: '61234567' })],
    ['PHONE_INVALID', who(hongKong, { phone: '21' })],
    ['EMAIL_REQUIRED', who(cvs, { email: ' ' })],
    ['EMAIL_INVALID', who(home, { email: 'ming' })],
    ['CITY_REQUIRED', who(home, { city: '' })],
    ['CITY_NOT_SERVED', who(hongKong, { city: '東京' })],
    ['DISTRICT_REQUIRED', who(home, { district: '' })],
    ['AREA_REQUIRED', who(hongKong, { area: '' })],
    ['AREA_REQUIRED', who(hongKong, { district: '新界', area: '觀塘區' })],
    ['DISTRICT_UNKNOWN', who(hongKong, { district: '中環' })],
    ['CITY_NOT_SERVED', who(home, { city: '香港' })],
    ['ADDRESS_REQUIRED', who(home, { address: '' })],
    ['ADDRESS_NOT_DELIVERABLE', who(home, { address: '長'.repeat(55) })],
    ['UNIFORM_NUMBER_INVALID', { ...home, invoice: { type: 'UNIFORM_NUMBER', uniformNumber: '1234567' } }],
    ['MOBILE_BARCODE_INVALID', { ...home, invoice: { type: 'NORMAL', mobileBarcode: '/ABC12345' } }],
    ['MOBILE_BARCODE_INVALID', { ...home, invoice: { type: 'NORMAL', mobileBarcode: 'ABC1234' } }],
    ['COMPANY_TITLE_REQUIRED', { ...home, invoice: { type: 'UNIFORM_NUMBER', uniformNumber: '12345678', companyTitle: ' ' } }],
  ] as [string, PlaceOrderRequest][])('%s', (code, request) => expect(verdict(request)).toBe(code));
});

describe('has the same result as the page for', () => {
  const subtypes = { HOME: 'TCAT', CVS: 'FAMIC2C', INTERNATIONAL: 'INTERNATIONAL' } as const;
  test.each(SHIPPING_CASES)('$name', ({ form, choice, fault }) => {
    const request: PlaceOrderRequest = {
      ...home,
      recipient: form,
      payment: choice.payment === 'COD' ? { type: 'COD' } : credit,
      delivery: { type: choice.delivery, subtype: subtypes[choice.delivery], ...(choice.hasStore && { store }) },
    };
    expect(verdict(request)).toBe(fault?.code ?? 'ok');
  });
});

describe("the carrier's limit", () => {
  test.each([
    [home, CARRIER_LIMIT, undefined],
    [home, CARRIER_LIMIT + 1, 'COD_LIMIT'],
    [cvs, CARRIER_LIMIT + 1, 'STORE_LIMIT'],
    [hongKong, CARRIER_LIMIT + 1, undefined],
    [{ ...home, payment: credit }, CARRIER_LIMIT + 1, undefined],
  ] as [PlaceOrderRequest, number, string | undefined][])('%#', (request, total, code) =>
    expect(checkCarrierLimit(request, total)?.code).toBe(code),
  );
});
