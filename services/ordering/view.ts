import { toNationalPhone, type OrderAnswer, type OrderStatusMessage } from '@nordhaut/contracts';
import { displayStatus, timelineLabel } from './display-status.ts';
import { orderFacts } from './facts.ts';
import { maskEmail, maskName, maskPhone, maskStore } from './mask.ts';
import { chainNames, messages } from './messages.ts';
import { isCertain, type Order } from './order.ts';
import type { OrderPersonal } from './order-events.ts';

export type TrackingUrls = { TCAT: string; UNIMARTC2C: string; FAMIC2C: string };

/** As people dial it: `09xxxxxxxx` at home, `+852 91234567` with the area of any other. */
const shownPhone = (e164: string): string => (e164.startsWith('+886') ? toNationalPhone(e164) : `${e164.slice(0, 4)} ${e164.slice(4)}`);

function recipientOf({ recipient }: OrderPersonal, proven: boolean): OrderAnswer['order']['recipient'] {
  const name = recipient.firstName + recipient.lastName;
  const phone = shownPhone(recipient.phoneE164);
  const place = recipient.city + recipient.district + recipient.area;
  return proven
    ? { name, phone, email: recipient.email, address: place + recipient.address }
    : { name: maskName(name), phone: maskPhone(phone), email: maskEmail(recipient.email), address: place };
}

/** Where the buyer follows the parcel, and the number the carrier's page asks for (spec/2 §2, "Parcel tracking"). */
function trackingOf({ terms, shipment }: Order, { urls, proven }: ViewOptions): OrderAnswer['order']['tracking'] {
  const { subtype } = terms.delivery;
  if (!shipment || subtype === 'INTERNATIONAL') return null;
  const number = subtype === 'TCAT' ? shipment.bookingNote : shipment.cvsPaymentNo + shipment.cvsValidationNo;
  // With its number and four digits more a parcel is handed out at the store: both are the buyer's alone.
  return { url: urls[subtype], number: proven ? number : '' };
}

export type ViewOptions = { proven: boolean; personal: OrderPersonal | undefined; urls: TrackingUrls };

/** An order as the look-up shows it. Without proof nothing in it identifies the buyer. */
export function orderView(order: Order, options: ViewOptions): OrderAnswer['order'] {
  const { proven, personal } = options;
  const { terms, payment } = order;
  const { subtype, type, store } = terms.delivery;
  const chain = subtype === 'UNIMARTC2C' || subtype === 'FAMIC2C' ? chainNames[subtype] : '';
  return {
    orderNo: terms.orderNo,
    createdAt: order.placedAt,
    paymentType: terms.payment,
    paymentLabel: terms.payment === 'CREDIT' ? messages.credit : messages.cod,
    delivery: { type, subtype, store: store && { ...(proven ? store : maskStore(store)), chain } },
    recipient: personal ? recipientOf(personal, proven) : { name: '', phone: '', email: '', address: '' },
    personal: personal ? (proven ? 'full' : 'masked') : 'forgotten',
    invoiceType: terms.invoiceType,
    items: terms.lines,
    gifts: terms.gifts.map(({ nameZh, nameEn, image, quantity, couponId }) => ({
      couponName: terms.discounts.find((discount) => discount.couponId === couponId)?.name ?? '',
      nameZh,
      nameEn,
      image,
      quantity,
    })),
    subtotal: terms.subtotal,
    discount: terms.discounts.reduce((sum, discount) => sum + discount.amount, 0),
    credit: terms.credit,
    shippingFee: terms.shippingFee,
    total: terms.total,
    paymentUrl: proven ? payment.paymentUrl : null,
    notCharged: payment.status === 'FAILED' && payment.failure !== null && isCertain(payment.failure.reason),
    facts: orderFacts(order),
    tracking: trackingOf(order, options),
    pickup:
      proven && order.shipment?.cvsPaymentNo
        ? { paymentNo: order.shipment.cvsPaymentNo, validationNo: order.shipment.cvsValidationNo }
        : null,
    returnedAt: order.return?.requestedAt ?? null,
  };
}

export const timelineOf = (order: Order): OrderAnswer['timeline'] =>
  order.timeline.map(({ code, at, revision, late = false }) => ({ code, label: timelineLabel(order, code), at, revision, late }));

/** What followers of an order are told after the event of this revision; undefined where it is no news for a buyer. */
export function statusMessage(order: Order, revision: number, position: bigint): OrderStatusMessage | undefined {
  const entry = order.timeline.find((step) => step.revision === revision);
  if (!entry) return undefined;
  return {
    orderNo: order.terms.orderNo,
    revision,
    position: String(position),
    status: displayStatus(order),
    at: entry.at,
    facts: orderFacts(order),
    entry: { code: entry.code, label: timelineLabel(order, entry.code), late: entry.late ?? false },
  };
}
