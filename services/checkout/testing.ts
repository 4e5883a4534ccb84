import type { PlaceOrderRequest } from '@nordhaut/contracts';
import type { OrderPersonal, OrderTerms } from '@nordhaut/ordering';

const person = {
  firstName: '王',
  lastName: '大明',
  email: 'ming@example.com',
  zip: '106',
  city: '臺北市',
  district: '大安區',
  address: '信義路三段134巷1號',
};

/** An invented buyer and order, for tests of the process. */
export const personal: OrderPersonal = {
  contact: {
    recipient: { ...person, phoneE164: '+886912345678', area: '' },
    store: null,
  },
};

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
  delivery: { type: 'HOME', subtype: 'TCAT' },
  invoiceType: 'NORMAL',
};

/** A request for a cash order to the door, of the same buyer. */
export const homeOrder: PlaceOrderRequest = {
  orderNo: terms.orderNo,
  items: [{ productId: 5, quantity: 1, tier: 'ORIGIN' }],
  coupons: [],
  credit: 0,
  delivery: { type: 'HOME', subtype: 'TCAT' },
  recipient: { ...person, phoneArea: '+886', phone: '0912345678' },
  invoice: { type: 'NORMAL' },
  payment: { type: 'COD' },
  expectedTotal: 1_000,
  termsAccepted: true,
};
