import {
  accountEmail,
  bareEmail,
  bareName,
  type GroupFault,
  groupFaults,
  groupRefusals as messages,
  groupSums,
  type PlaceGroupOrderRequest,
  type PricedLine,
  toE164,
} from '@nordhaut/contracts';
import type { OrderContact, OrderStore, OrderTerms } from '@nordhaut/ordering';
import type { Rejection } from '@nordhaut/platform/decider';
import { type Project, stateOf } from './project.ts';
import { type Catalogue, soldIn } from './view.ts';

type Asked = PlaceGroupOrderRequest;
/** `projectId`: where the request names the project by its number; its address may change between two requests. */
export type AskedOrder = Asked & { projectId?: number };
export type StoreChoice = NonNullable<Asked['store']>;
type Ready = { ok: true; project: Project; store: StoreChoice; total: number };

const refused = (status: number, code: Rejection['code'], message: string) =>
  ({ ok: false, rejection: { status, code, message } }) as const;

/** Whether the order asks for a product that the project does not have, as after a change by staff. */
function hasOthers(project: Project, catalogue: Catalogue, { items }: Asked): boolean {
  const sold = new Set(soldIn(project, catalogue).map(({ card: { productId } }) => productId));
  return items.some(({ productId, quantity }) => quantity > 0 && !sold.has(productId));
}

/** NT$ and pieces of what is asked. What the project does not sell, and what is given, counts for nothing. */
function sumsOf(project: Project, catalogue: Catalogue, { items }: Asked) {
  const prices = soldIn(project, catalogue).map(({ card: { productId }, groupPrice }) => ({ productId, groupPrice }));
  const quantities = new Map<number, number>();
  for (const { productId, quantity } of items) quantities.set(productId, quantity);
  return { ...groupSums(prices, quantities), quantities };
}

/**
 * Whether the order can be placed: the project sells, the form has no fault, and the page showed the present amount. The
 * first fault in the specification's order is the answer (spec/3-purchase-flow §5, decisions.md 67, 68).
 */
export function checkGroupOrder(
  project: Project | undefined,
  catalogue: Catalogue,
  asked: Asked,
  now: Date,
): Ready | { ok: false; rejection: Rejection } {
  if (!project) return refused(404, 'GROUP_NOT_FOUND', messages.notFound);
  const state = stateOf(project, now);
  if (state === 'ENDED') return refused(409, 'GROUP_ENDED', messages.ended);
  if (state === 'ANNOUNCED') return refused(409, 'GROUP_NOT_BEGUN', messages.notBegun);
  const { total } = sumsOf(project, catalogue, asked);
  const { store, recipient, expectedTotal } = asked;
  const chosen = asked.items.some(({ quantity }) => quantity > 0);
  // A product that was taken out of the project leaves a cart that is not empty for its buyer.
  const changed = chosen && (total !== expectedTotal || hasOthers(project, catalogue, asked));
  const [fault] = groupFaults({ ...recipient, hasStore: store !== undefined }, changed && total === 0 ? expectedTotal : total);
  if (fault) return refused(statusOf(fault), fault.code, fault.message);
  if (changed || store === undefined)
    return {
      ok: false,
      rejection: { status: 409, code: 'AMOUNT_MISMATCH', message: messages.pricesChanged, details: { price: String(total) } },
    };
  return { ok: true, project, store, total };
}

const statusOf = ({ code }: GroupFault): number => (code === 'STORE_LIMIT' ? 409 : 400);

type Buyer = { memberId: string | null; emailKey: (email: string) => string; phoneKey: (phone: string) => string };

/** The order as it is kept: names and prices of this moment (decisions.md 68), paid in cash at the store, invoice NORMAL. */
export function groupTerms(
  { project, store }: Ready,
  catalogue: Catalogue,
  asked: Asked,
  { memberId, emailKey, phoneKey }: Buyer,
): OrderTerms {
  const { goods, fee, total, gifts, quantities } = sumsOf(project, catalogue, asked);
  const account = accountEmail(bareEmail(asked.recipient.email));
  const sold = soldIn(project, catalogue);
  const shown = ({ card: { productId, nameZh, nameEn, images } }: (typeof sold)[number]) => ({
    productId,
    nameZh,
    nameEn,
    image: images[0] ?? '',
  });
  const lines = sold.flatMap((one): PricedLine[] => {
    const quantity = quantities.get(one.card.productId) ?? 0;
    const { groupPrice: unitPrice } = one;
    if (unitPrice === null || quantity === 0) return [];
    return [{ ...shown(one), tier: 'ORIGIN', quantity, unitPrice, subtotal: unitPrice * quantity }];
  });
  const phone = toE164('+886', asked.recipient.phone);
  return {
    orderNo: asked.orderNo,
    cartId: null,
    memberId,
    ...(memberId === null && account !== undefined && { emailKey: emailKey(account) }),
    ...(phone !== undefined && { phoneKey: phoneKey(phone) }),
    lines,
    gifts: sold.filter(({ card }) => gifts.includes(card.productId)).map((one) => ({ ...shown(one), quantity: 1, couponId: null })),
    discounts: [],
    credit: 0,
    subtotal: goods,
    shippingFee: fee,
    total,
    payment: 'COD',
    delivery: { type: 'CVS', subtype: store.subtype },
    invoiceType: 'NORMAL',
    group: { projectId: project.id, address: project.address, name: project.name },
  };
}

/** The form has one field for the name, which the order keeps as the given name. */
export function groupContact({ recipient: { name, email, phone } }: Asked, store: OrderStore): OrderContact {
  const phoneE164 = toE164('+886', phone);
  if (phoneE164 === undefined) throw new Error('groupFaults let a phone number through that has no E.164 form');
  const place = { zip: '', city: '', district: '', area: '', address: '' };
  return { recipient: { firstName: '', lastName: bareName(name), phoneE164, email: bareEmail(email), ...place }, store };
}

/** Whether the buyer's request asks for what was ordered. Another request must not get this order's answer. */
export function isSameOrder(asked: AskedOrder, terms: OrderTerms, { recipient, store }: OrderContact): boolean {
  const ordered = new Map(terms.lines.map(({ productId, quantity }) => [productId, quantity]));
  const gifts = new Set(terms.gifts.map(({ productId }) => productId));
  const wanted = asked.items.filter(({ productId, quantity }) => quantity > 0 && !gifts.has(productId));
  return (
    (asked.projectId === undefined ? terms.group?.address === asked.address : terms.group?.projectId === asked.projectId) &&
    terms.total === asked.expectedTotal &&
    terms.delivery.subtype === asked.store?.subtype &&
    store?.id === asked.store.id &&
    recipient.lastName === bareName(asked.recipient.name) &&
    recipient.email === bareEmail(asked.recipient.email) &&
    recipient.phoneE164 === toE164('+886', asked.recipient.phone) &&
    wanted.length === ordered.size &&
    wanted.every(({ productId, quantity }) => ordered.get(productId) === quantity)
  );
}
