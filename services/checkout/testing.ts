import type { OrderPersonal, OrderTerms } from '@nordhaut/ordering';

/** An invented buyer and order, for tests of the process. */
export const personal: OrderPersonal = {
  recipient: {
    firstName: '王',
    lastName: '大明',
    phoneE164: '+886912345678',
    email: 'ming@example.com',
    zip: '106',
    city: '臺北市',
    district: '大安區',
    area: '',
    address: '信義路三段134巷1號',
  },
  invoice: { uniformNumber: '', companyTitle: '', mobileBarcode: '' },
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
  delivery: { type: 'HOME', subtype: 'TCAT', store: null },
  invoiceType: 'NORMAL',
};
