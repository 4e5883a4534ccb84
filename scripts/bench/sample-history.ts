import { shipmentNo, type OrderEvent } from '@nordhaut/ordering';

/** The life of one delivered home order: seven events. */
export function sampleHistory(orderNo: string): OrderEvent[] {
  const at = (hours: number): string => new Date(Date.UTC(2026, 10, 20, 1 + hours)).toISOString();
  const reported = (code: string, hours: number, finished = false): OrderEvent => ({
    type: 'ParcelStatusReported',
    data: {
      at: at(hours),
      tradeNo: shipmentNo(orderNo, 1),
      logisticsId: `L${orderNo}`,
      subtype: 'TCAT',
      code,
      source: 'callback',
      timed: true,
      current: true,
      finished,
    },
  });
  return [
    {
      type: 'OrderPlaced',
      subject: `guest:${orderNo}`,
      data: {
        orderNo,
        cartId: orderNo,
        memberId: null,
        lines: [
          {
            productId: 5,
            nameZh: '溫和潔膚露',
            nameEn: 'Gentle Cleanser',
            image: 'gentle-cleanser',
            tier: 'ORIGIN',
            quantity: 1,
            unitPrice: 880,
            subtotal: 880,
          },
          {
            productId: 9,
            nameZh: '保濕化妝水',
            nameEn: 'Balancing Toner',
            image: 'balancing-toner',
            tier: 'ORIGIN',
            quantity: 1,
            unitPrice: 980,
            subtotal: 980,
          },
        ],
        gifts: [],
        discounts: [],
        credit: 0,
        subtotal: 1860,
        shippingFee: 0,
        total: 1860,
        payment: 'COD',
        delivery: { type: 'HOME', subtype: 'TCAT', store: null },
        invoiceType: 'NORMAL',
        at: at(0),
      },
      personal: {
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
      },
    },
    {
      type: 'ShipmentCreated',
      data: {
        at: at(0),
        tradeNo: shipmentNo(orderNo, 1),
        logisticsId: `L${orderNo}`,
        subtype: 'TCAT',
        code: '300',
        bookingNote: '103315697125',
        cvsPaymentNo: '',
        cvsValidationNo: '',
      },
    },
    reported('310', 2),
    reported('3001', 10),
    reported('3120', 20),
    reported('3006', 26),
    reported('3003', 30, true),
  ];
}
