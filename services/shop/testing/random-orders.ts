import { statusesOf } from '@nordhaut/logistics';
import type { OrderCommand, OrderTerms } from '@nordhaut/ordering';
import fc from 'fast-check';

/** Commands that an order may get from anyone, in no sensible order. Amounts in NT$. */
const START = Date.parse('2026-11-20T01:00:00Z');
const instant = fc.integer({ min: 0, max: 40 * 24 * 60 }).map((minutes) => new Date(START + minutes * 60_000).toISOString());

const personal = {
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

const termsOf = (orderNo: string): fc.Arbitrary<OrderTerms> =>
  fc
    .record({
      total: fc.integer({ min: 1, max: 60_000 }),
      payment: fc.constantFrom('CREDIT' as const, 'COD' as const),
      subtype: fc.constantFrom('TCAT' as const, 'FAMIC2C' as const, 'INTERNATIONAL' as const),
    })
    .map(({ total, payment, subtype }) => ({
      orderNo,
      cartId: null,
      memberId: null,
      lines: [
        {
          productId: 5,
          nameZh: '溫和潔膚露',
          nameEn: 'Gentle Cleanser',
          image: '',
          tier: 'ORIGIN' as const,
          quantity: 1,
          unitPrice: total,
          subtotal: total,
        },
      ],
      gifts: [],
      discounts: [],
      credit: 0,
      subtotal: total,
      shippingFee: 0,
      total,
      payment,
      delivery: {
        type: subtype === 'TCAT' ? ('HOME' as const) : subtype === 'FAMIC2C' ? ('CVS' as const) : ('INTERNATIONAL' as const),
        subtype,
        store: null,
      },
      invoiceType: 'NORMAL' as const,
    }));

const subjectOf = (orderNo: string): string => `guest:${orderNo}`;

/** The first places the order; what follows comes as it comes. */
export const orderCommands = (orderNo: string): fc.Arbitrary<OrderCommand[]> =>
  termsOf(orderNo).chain((terms) => {
    const { subtype } = terms.delivery;
    const paid = { recTradeId: 'D1', bankTransactionId: 'TP1', amount: terms.total };
    const parcel = { tradeNo: orderNo, logisticsId: 'L1', subtype };
    const code = fc.constantFrom(...statusesOf(subtype).map((status) => status.code), '999999');
    const command = fc.oneof(
      instant.map((at): OrderCommand => ({ type: 'StartCardPayment', at, ...paid, paymentUrl: 'https://bank.example/3ds' })),
      instant.map((at): OrderCommand => ({ type: 'AuthoriseCardPayment', at, ...paid, authCode: '1' })),
      instant.map((at): OrderCommand => ({ type: 'FailCardPayment', at, reason: 'ABANDONED', providerCode: null, recTradeId: 'D1' })),
      instant.map(
        (at): OrderCommand => ({
          type: 'RecordShipment',
          at,
          ...parcel,
          code: '300',
          bookingNote: '1',
          cvsPaymentNo: '',
          cvsValidationNo: '',
        }),
      ),
      instant.map((at): OrderCommand => ({ type: 'RejectShipment', at, tradeNo: orderNo, carrierText: 'x' })),
      instant.map((at): OrderCommand => ({ type: 'CancelOrder', at, reason: 'x' })),
      instant.map((at): OrderCommand => ({ type: 'RequestReturn', at, comment: '不適合', sender: null })),
      ...(['ApproveReturn', 'RejectReturn', 'ReceiveReturn'] as const).map((type) =>
        instant.map((at): OrderCommand => ({ type, at, reason: 'x' })),
      ),
      fc
        .tuple(instant, fc.integer({ min: 1, max: terms.total }))
        .map(([at, amount]): OrderCommand => ({ type: 'IssueRefund', at, refundId: `R${amount}`, amount, reason: '' })),
      ...[0, 1, 2, 3].map(() =>
        fc.tuple(instant, code, fc.boolean(), fc.constantFrom('callback' as const, 'poll' as const, 'support' as const)).map(
          ([at, what, timed, source]): OrderCommand => ({
            type: 'ReportParcelStatus',
            at,
            ...parcel,
            code: what,
            carrierAt: timed ? at : null,
            source,
          }),
        ),
      ),
    );
    const place: OrderCommand = { type: 'PlaceOrder', at: new Date(START).toISOString(), terms, subject: subjectOf(orderNo), personal };
    return fc.array(command, { maxLength: 14 }).map((rest) => [place, ...rest]);
  });

/** Its checkout, begun and perhaps ended. */
export const checkoutCommands = (orderNo: string) =>
  fc
    .tuple(termsOf(orderNo), fc.subarray(['CompleteCheckout', 'FailCheckout'] as const))
    .map(([terms, ends]) => [
      { type: 'StartCheckout' as const, at: new Date(START).toISOString(), terms, subject: subjectOf(orderNo), personal },
      ...ends.map((type) =>
        type === 'FailCheckout' ? { type, at: new Date(START).toISOString(), code: 'X' } : { type, at: new Date(START).toISOString() },
      ),
    ]);
