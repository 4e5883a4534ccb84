import type { OrderCommand } from './order.decide.ts';
import type {
  CardPaymentAuthorised,
  CardPaymentStarted,
  OrderEvent,
  OrderPersonal,
  OrderPlaced,
  OrderTerms,
  ShipmentCreated,
} from './order-events.ts';

/** An invented order with its buyer, for tests and benches. Amounts in NT$. */
export const AT = '2026-11-20T01:00:00.000Z';

export const line: OrderTerms['lines'][number] = {
  productId: 5,
  nameZh: '溫和潔膚露',
  nameEn: 'Gentle Cleanser',
  image: 'gentle-cleanser',
  tier: 'ORIGIN',
  quantity: 1,
  unitPrice: 980,
  subtotal: 980,
};

export const terms = (more: Partial<OrderTerms> = {}): OrderTerms => ({
  orderNo: 'N123456789ABCDEF',
  cartId: 'c1',
  memberId: null,
  lines: [line],
  gifts: [],
  discounts: [],
  credit: 0,
  subtotal: 980,
  shippingFee: 120,
  total: 1100,
  payment: 'CREDIT',
  delivery: { type: 'HOME', subtype: 'TCAT' },
  invoiceType: 'NORMAL',
  ...more,
});

export const personal: OrderPersonal = {
  contact: {
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
    store: null,
  },
};

export const subjectOf = (orderNo: string): string => `guest:${orderNo}`;

export const placed = (more: Partial<OrderTerms> = {}): OrderPlaced => ({
  type: 'OrderPlaced',
  data: { ...terms(more), at: AT },
  subject: subjectOf('N123456789ABCDEF'),
  personal,
});
export const started: CardPaymentStarted = {
  type: 'CardPaymentStarted',
  data: { at: AT, recTradeId: 'D1', bankTransactionId: 'TP1', amount: 1100, paymentUrl: 'https://bank.example/3ds' },
};
export const authorised: CardPaymentAuthorised = {
  type: 'CardPaymentAuthorised',
  data: { at: AT, recTradeId: 'D1', bankTransactionId: 'TP1', amount: 1100, authCode: '826374' },
};
export const failed: OrderEvent = {
  type: 'CardPaymentFailed',
  data: { at: AT, reason: 'ABANDONED', providerCode: null, recTradeId: 'D1' },
};
export const shipped = (more: Partial<ShipmentCreated['data']> = {}): ShipmentCreated => ({
  type: 'ShipmentCreated',
  data: {
    at: AT,
    tradeNo: 'N123456789ABCDEF',
    logisticsId: 'L1',
    subtype: 'TCAT',
    code: '300',
    bookingNote: '8800412',
    cvsPaymentNo: '',
    cvsValidationNo: '',
    ...more,
  },
});

const parcel = { tradeNo: 'N123456789ABCDEF', logisticsId: 'L1', subtype: 'TCAT' } as const;
/** The commands of `authorised` and `shipped`. */
export const authorise = {
  type: 'AuthoriseCardPayment',
  at: AT,
  recTradeId: 'D1',
  bankTransactionId: 'T1',
  amount: 1_100,
  authCode: '1',
} as const satisfies OrderCommand;
export const ship = {
  type: 'RecordShipment',
  at: AT,
  ...parcel,
  code: '300',
  bookingNote: '',
  cvsPaymentNo: '',
  cvsValidationNo: '',
} as const satisfies OrderCommand;
/** The carrier's report about this parcel. @param at ISO */
export const reported = (code: string, at: string): OrderCommand => ({
  type: 'ReportParcelStatus',
  at,
  ...parcel,
  code,
  carrierAt: at,
  source: 'callback',
});
