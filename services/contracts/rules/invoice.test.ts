import { expect, test } from 'vitest';
import { isMobileBarcode, mobileBarcodeOf } from './invoice.ts';

test.each(['/ABC1234', '/1234567', '/.+-ABC1', '/-------'])('%s is a mobile barcode', (text) => expect(isMobileBarcode(text)).toBe(true));

test.each(['', '/', 'ABC12345', '/ABC123', '/ABC12345', '/abc1234', '/ABC 234', '/ABC_123', '//ABC123', '/ABC1234\n', '／ABC1234'])(
  '%j is none',
  (text) => expect(isMobileBarcode(text)).toBe(false),
);

test.each([
  [' /abc1234 ', '/ABC1234'],
  ['／ＡＢＣ１２３４', '/ABC1234'],
  ['/ab c.+-1', '/ABC.+-1'],
  ['\u200b/ABC1234\u202c', '/ABC1234'],
])('%j is read as %s', (typed, barcode) => {
  expect(mobileBarcodeOf(typed)).toBe(barcode);
  expect(isMobileBarcode(mobileBarcodeOf(typed))).toBe(true);
});
