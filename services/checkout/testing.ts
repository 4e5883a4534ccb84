import type { OrderTerms } from '@nordhaut/ordering';

export { personal } from '@nordhaut/ordering/testing';

/** An invented order, for tests of the process. */
export const terms: OrderTerms = {
  orderNo: 'N123456789ABCDEF',
  cartId: null,
  memberId: null,
  lines: [],
  gifts: [],
  discounts: [],
  credit: 0,
  subtotal: 100,
  shippingFee: 0,
  total: 100,
  payment: 'CREDIT',
  delivery: { type: 'HOME', subtype: 'TCAT', store: null },
  invoiceType: 'NORMAL',
};
