import { expect, it, test } from 'vitest';
import { EMPTY_SHIPPING } from '../checkout/fields.ts';
import { reviewTexts } from './review-texts.ts';

const typed = {
  ...EMPTY_SHIPPING,
  firstName: ' 王',
  lastName: '大明 ',
  phone: '912345678',
  email: 'ming @example.com',
  zip: '106',
  city: '臺北市',
  district: '大安區',
  address: ' 信義路三段134巷1號 ',
};
const home = { payment: 'CREDIT', delivery: 'HOME', store: undefined } as const;

it('shows the recipient as the order will have it', () =>
  expect(reviewTexts(typed, home)).toEqual({
    name: '王大明',
    phone: '0912345678',
    email: 'ming@example.com',
    place: '106 臺北市大安區信義路三段134巷1號',
  }));

test.each(['+886912345678', '886 912 345 678', ' ０９１２－３４５－６７８ '])('shows the number %j as a national one', (phone) =>
  expect(reviewTexts({ ...typed, phone }, home).phone).toBe('0912345678'),
);

it('shows the country code of a number abroad once', () => {
  const there = { ...typed, phoneArea: '+852', phone: '+852 9123-4567', city: '香港', district: '九龍', area: '觀塘區' } as const;
  const { phone, place } = reviewTexts(there, { ...home, delivery: 'INTERNATIONAL' });
  expect(phone).toBe('+852 91234567');
  expect(place).toBe('香港九龍觀塘區信義路三段134巷1號');
});

it('shows the store in place of the address', () => {
  const store = { CVSStoreID: '131386', CVSStoreName: '建盛門市', CVSAddress: '台北市大安區', LogisticsSubType: 'UNIMARTC2C' } as const;
  expect(reviewTexts(typed, { ...home, delivery: 'CVS', store }).place).toBe('建盛門市 台北市大安區');
});
