import { describe, expect, it, test } from 'vitest';
import { EMPTY_INVOICE, EMPTY_SHIPPING } from './fields.ts';
import { readCoupons, readStored } from './stored.ts';

const stored = {
  payment: 'CREDIT',
  delivery: 'CVS',
  chain: 'FAMIC2C',
  fields: { ...EMPTY_SHIPPING, phoneArea: '+886', phone: '0912345678' },
  invoice: { ...EMPTY_INVOICE, companyTitle: '好日子有限公司' },
  credit: 120,
  seen: { of: 'HOME|5-ORIGIN-1|0', price: 1860 },
  agreed: { of: 'HOME|5-ORIGIN-1|0', quoted: 1860, price: 1810, discount: '結帳倒數折 NT$50' },
  unknownOrder: 'N1234567',
  atBank: { orderNo: 'N1234567', paymentUrl: 'https://bank.example/' },
  remember: true,
  register: false,
  finished: true,
};

describe('what the storage has of a checkout', () => {
  it('is read as it was written', () => expect(readStored(JSON.parse(JSON.stringify(stored)))).toEqual(stored));

  it('may be of a version that had neither credit nor the carrier of an invoice', () => {
    const { mobileBarcode: _, ...invoice } = stored.invoice;
    const { payment, delivery, chain, fields } = stored;
    expect(readStored({ payment, delivery, chain, fields, invoice })).toMatchObject({ credit: 0, invoice: { mobileBarcode: '' } });
  });

  test.each([
    [undefined],
    [null],
    ['text'],
    [[]],
    [{ ...stored, payment: 'GOLD' }],
    [{ ...stored, payment: 'COD' }],
    [{ ...stored, delivery: undefined }],
    [{ ...stored, chain: 7 }],
    [{ ...stored, fields: null }],
    [{ ...stored, fields: { ...stored.fields, phone: 912_345_678 } }],
    [{ ...stored, fields: { ...stored.fields, phoneArea: '+1' } }],
    [{ ...stored, invoice: { ...stored.invoice, type: 'NONE' } }],
    [{ ...stored, invoice: { ...stored.invoice, companyTitle: null } }],
    [{ ...stored, credit: 0.5 }],
    [{ ...stored, seen: null }],
    [{ ...stored, seen: { of: 'x' } }],
    [{ ...stored, agreed: { of: 'x', price: 1810 } }],
    [{ ...stored, unknownOrder: 5 }],
    [{ ...stored, atBank: { orderNo: 'N1234567' } }],
    [{ ...stored, register: 'yes' }],
  ])('is ignored where it does not fit: %j', (json) => expect(readStored(json)).toBeUndefined());
});

test('kept coupons that do not fit are none', () => {
  const coupons = [
    { uid: 'PICK', type: 'GIVEAWAY', gifts: ['NHCP080'] },
    { uid: 'ONE', type: 'BONUS' },
  ];
  expect(readCoupons(coupons)).toEqual(coupons);
  for (const wrong of [null, {}, [null], [{ uid: 'ONE' }], [{ uid: 1, type: 'BONUS' }], [{ ...coupons[0], gifts: 'NHCP080' }]])
    expect(readCoupons(wrong)).toBeUndefined();
});
