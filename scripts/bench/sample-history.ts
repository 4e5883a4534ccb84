import { shipmentNo, type OrderEvent } from '@nordhaut/ordering';
import { line, personal, shipped, subjectOf, terms } from '@nordhaut/ordering/testing';

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
  const tradeNo = shipmentNo(orderNo, 1);
  const toner = { ...line, productId: 9, nameZh: '保濕化妝水', nameEn: 'Balancing Toner', image: 'balancing-toner' };
  const lines = [{ ...line, unitPrice: 880, subtotal: 880 }, toner];
  const order = terms({ orderNo, cartId: orderNo, lines, subtotal: 1860, shippingFee: 0, total: 1860, payment: 'COD' });
  return [
    { type: 'OrderPlaced', subject: subjectOf(orderNo), data: { ...order, at: at(0) }, personal },
    shipped({ at: at(0), tradeNo, logisticsId: `L${orderNo}`, bookingNote: '103315697125' }),
    reported('310', 2),
    reported('3001', 10),
    reported('3120', 20),
    reported('3006', 26),
    reported('3003', 30, true),
  ];
}
