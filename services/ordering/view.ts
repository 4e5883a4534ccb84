import {
  type ClosedDays,
  closedPeriod,
  dayOf,
  expectedArrival,
  type GroupOfOrder,
  type LinkedOrders,
  toNationalPhone,
  type OrderAnswer,
  type OrderFacts,
  type OrderStatusMessage,
  type PickupFacts,
} from '@nordhaut/contracts';
import { districtOf } from '@nordhaut/logistics';
import type { Recorded } from '@nordhaut/platform/decider';
import { displayStatus, timelineLabel } from './display-status.ts';
import { orderFacts } from './facts.ts';
import { isLive } from './linked.ts';
import { maskEmail, maskName, maskPhone } from './mask.ts';
import { chainNames, messages } from './messages.ts';
import { isCertain, type Order, type OrderState } from './order.ts';
import type { BuyerData } from './buyer-data.ts';
import type { OrderContact, OrderEvent } from './order-events.ts';

export type TrackingUrls = { TCAT: string; UNIMARTC2C: string; FAMIC2C: string };

/** `09xxxxxxxx` for Taiwan; `+852 91234567` for other areas. */
const shownPhone = (e164: string): string => (e164.startsWith('+886') ? toNationalPhone(e164) : `${e164.slice(0, 4)} ${e164.slice(4)}`);

function recipientOf({ recipient }: OrderContact, proven: boolean): OrderAnswer['order']['recipient'] {
  const name = recipient.firstName + recipient.lastName;
  const phone = shownPhone(recipient.phoneE164);
  const place = recipient.city + recipient.district + recipient.area;
  return proven
    ? { name, phone, email: recipient.email, address: place + recipient.address }
    : { name: maskName(name), phone: maskPhone(phone), email: maskEmail(recipient.email), address: place };
}

/** Without proof only the chain and the district, because the store reveals where the buyer lives or works (decisions.md 9). */
function storeOf({ terms }: Order, contact: OrderContact | undefined, proven: boolean): PickupFacts['store'] {
  const { subtype } = terms.delivery;
  if (subtype !== 'UNIMARTC2C' && subtype !== 'FAMIC2C') return null;
  const chain = chainNames[subtype];
  const store = contact?.store;
  if (!store) return { id: '', chain, name: '', address: '' };
  return proven ? { ...store, chain } : { id: '', chain, name: '', address: districtOf(store.address) };
}

/** The facts of the pickup with what the caller may see. The codes need proof, because the store asks for nothing else. */
function pickupOf(order: Order, { pickup }: OrderFacts, { proven, personal }: ViewOptions): PickupFacts | null {
  if (!pickup) return null;
  const { cvsPaymentNo, cvsValidationNo } = order.shipment ?? {};
  const known = proven ? { code: cvsPaymentNo || null, validationNo: cvsValidationNo || null } : {};
  return { ...pickup, ...known, store: storeOf(order, personal.contact, proven) };
}

/** The carrier's tracking page, and the number that it asks for (spec/2 §2, "Parcel tracking"). */
function trackingOf({ terms, shipment }: Order, { urls, proven }: ViewOptions): OrderAnswer['order']['tracking'] {
  const { subtype } = terms.delivery;
  if (!shipment || subtype === 'INTERNATIONAL') return null;
  const number = subtype === 'TCAT' ? shipment.bookingNote : shipment.cvsPaymentNo + shipment.cvsValidationNo;
  // The store gives the parcel to anyone with this number and four more digits, so both need proof.
  return { url: urls[subtype], number: proven ? number : '' };
}

/** A parcel to an island takes longer, and the address shows it. */
function arrivalOf({ terms, placedAt }: Order, { personal: { contact }, closedDays, at }: ViewOptions): OrderAnswer['order']['arrival'] {
  const { city = '', district = '' } = contact?.recipient ?? {};
  const address = terms.delivery.type === 'CVS' ? (contact?.store?.address ?? '') : city + district;
  const period = expectedArrival(terms.delivery.type, address, placedAt, closedDays);
  return { ...period, closed: closedPeriod({ from: dayOf(at), to: period.to }, closedDays) ?? null };
}

/** Samples, and what the coupons gave, as the order keeps it. */
function giftsOf({ gifts, promotions, linked }: Order['terms']): OrderAnswer['order']['gifts'] {
  const coupons = new Map(promotions?.coupons.map((coupon) => [String(coupon.couponId), coupon]));
  return gifts.map(({ productId, nameZh, nameEn, image, quantity, couponId }) => {
    const coupon = couponId === null ? undefined : coupons.get(couponId);
    const record = (coupon?.gifts ?? linked?.gifts)?.find((gift) => gift.productId === productId);
    return { couponName: coupon?.name ?? '', nameZh, nameEn, image, quantity, value: record?.deductible ? record.value : 0 };
  });
}

/** The group project of an order, for its pages; nothing for an order of the shop. */
export function groupOf({ terms: { group } }: Pick<Order, 'terms'>): { group?: GroupOfOrder } {
  return group ? { group: { name: group.name, address: group.address } } : {};
}

/** The orders that belong to it, once they exist; nothing for an order on its own. */
export function linkedOf({ terms, linked = [] }: Pick<Order, 'terms' | 'linked'>): { linked?: LinkedOrders } {
  const from = terms.linked ? { orderNo: terms.linked.orderNo, kind: terms.linked.kind } : null;
  const orders = linked
    .filter(({ state }) => state !== 'AGREED' && state !== 'NOT_PLACED')
    .map((link) => ({ orderNo: link.linkedOrderNo, kind: link.kind, ended: !isLive(link) }));
  return from || orders.length > 0 ? { linked: { from, orders } } : {};
}

const paymentLabel = ({ payment, total, linked }: Order['terms']): string =>
  linked ? messages.nothingDue : payment === 'COD' ? messages.cod : total === 0 ? messages.shoppingCredit : messages.credit;

/** `at`: ISO instant of the look-up */
export type ViewOptions = { proven: boolean; personal: BuyerData; urls: TrackingUrls; closedDays: ClosedDays; at: string };

/**
 * An order for the look-up. A caller without proof gets name, phone and e-mail masked, the address without street, the
 * store's chain and district, and no numbers for payment, tracking or pick-up. The goods, amounts and the timeline are
 * the same for every caller.
 */
export function orderView(order: Order, options: ViewOptions): OrderAnswer['order'] {
  const { proven } = options;
  const { contact } = options.personal;
  const { terms, payment } = order;
  const { subtype, type } = terms.delivery;
  const facts = orderFacts(order);
  return {
    orderNo: terms.orderNo,
    createdAt: order.placedAt,
    paymentType: terms.payment,
    paymentLabel: paymentLabel(terms),
    delivery: { type, subtype },
    recipient: contact ? recipientOf(contact, proven) : { name: '', phone: '', email: '', address: '' },
    personal: contact ? (proven ? 'full' : 'masked') : 'forgotten',
    invoiceType: order.invoice?.type ?? terms.invoiceType,
    items: terms.lines,
    gifts: giftsOf(terms),
    coupons: (terms.promotions?.coupons ?? []).map(({ couponId, name, type: kind, discount }) => ({
      couponId: String(couponId),
      name,
      type: kind,
      amount: discount?.amount ?? 0,
    })),
    subtotal: terms.subtotal,
    discount: terms.discounts.reduce((sum, discount) => sum + discount.amount, 0),
    credit: terms.credit,
    shippingFee: terms.shippingFee,
    total: terms.total,
    paymentUrl: proven ? payment.paymentUrl : null,
    notCharged: payment.status === 'FAILED' && payment.failure !== null && isCertain(payment.failure.reason),
    facts: { ...facts, pickup: pickupOf(order, facts, options) },
    arrival: arrivalOf(order, options),
    tracking: trackingOf(order, options),
    ...groupOf(order),
    ...linkedOf(order),
  };
}

export const timelineOf = (order: Order): OrderAnswer['timeline'] =>
  order.timeline.map(({ code, at, revision, late = false }) => ({ code, label: timelineLabel(order, code), at, revision, late }));

/** What an order's page shows. The name of another pick-up store is personal data, so the time of its change stands for it. */
const shown = (order: Order): string =>
  JSON.stringify([displayStatus(order), orderFacts(order), linkedOf(order), order.storeChange?.state === 'DONE' && order.storeChange.at]);

/** The socket message for followers after an event; undefined where the order's page shows nothing new. */
export function statusMessage(before: OrderState, order: Order, event: Recorded<OrderEvent>): OrderStatusMessage | undefined {
  const { revision, position } = event;
  const entry = order.timeline.find((step) => step.revision === revision);
  if (!entry && before && shown(before) === shown(order)) return undefined;
  return {
    orderNo: order.terms.orderNo,
    revision,
    position: String(position),
    status: displayStatus(order),
    at: entry?.at ?? event.recordedAt,
    facts: orderFacts(order),
    entry: entry ? { code: entry.code, label: timelineLabel(order, entry.code), late: entry.late ?? false } : null,
  };
}
