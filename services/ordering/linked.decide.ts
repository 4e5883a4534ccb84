import { accept, reject, type Decision } from '@nordhaut/platform/decider';
import { isLive, isStuck, leftToSend, linkedOutcome, linkedValue } from './linked.ts';
import { messages } from './messages.ts';
import { awaitsRewards, refundable } from './money.ts';
import type { LinkedItem, LinkedKind, LinkedOutcome, LinkedReturn, OrderEvent } from './order-events.ts';
import type { Order } from './order-state.ts';
import { refundOf } from './refund-amount.ts';
import { noted } from './return.decide.ts';

/** `linkedOrderNo`: the number that the new order will have. */
export type AgreeLinkedOrder = {
  type: 'AgreeLinkedOrder';
  at: string;
  linkedOrderNo: string;
  kind: LinkedKind;
  items: readonly LinkedItem[];
  note: string;
};
/** The new order exists. */
export type RecordLinkedOrder = { type: 'RecordLinkedOrder'; at: string; linkedOrderNo: string };
/** The new order came to nothing; to the origin. `returned`: how its goods came back. `withdrawn`: see `LinkedOrderEnded`. */
export type EndLinkedOrder = {
  type: 'EndLinkedOrder';
  at: string;
  linkedOrderNo: string;
  outcome: LinkedOutcome;
  returned?: LinkedReturn;
  withdrawn?: true;
};
/** The origin knows it; to the linked order. */
export type TellOrigin = { type: 'TellOrigin'; at: string };
export type LinkedCommand = AgreeLinkedOrder | RecordLinkedOrder | EndLinkedOrder | TellOrigin;

type Refusal = Extract<Decision<never>, { ok: false }>;

function refusalOf(kind: LinkedKind, order: Order): Refusal | undefined {
  const { cancelled, forgotten, payment, returnState, return: goods } = order;
  if (forgotten?.contact || forgotten?.support) return reject(409, 'BUYER_FORGOTTEN', messages.linkedForgotten);
  if (kind === 'EXCHANGE') {
    if (!goods || goods.rejected || cancelled || (returnState !== 'RETURN' && goods.receivedAt === null))
      return reject(409, 'LINKED_NOT_OFFERED', messages.exchangeNeedsReturn);
    return isPaidElsewhere(order) || isAnswered(order) ? reject(409, 'LINKED_PAID_BACK', messages.linkedPaidBack) : undefined;
  }
  // A correction of the carrier does not change that the goods came back.
  if (!isStuck(order) || cancelled || goods?.receivedAt) return reject(409, 'LINKED_NOT_OFFERED', messages.resendNeedsLoss);
  // A cash order was not paid, so goods with nothing due would be a gift.
  if (payment.status === 'COLLECT') return reject(409, 'LINKED_NOT_PAID', messages.linkedNotPaid);
  const isPaid = payment.status === 'SUCCESS' && !isPaidElsewhere(order);
  return isPaid ? undefined : reject(409, 'LINKED_PAID_BACK', messages.linkedPaidBack);
}

/** Whether other streams pay for the order's goods: the coupons and the credit of a wallet, or what its origin was paid. */
const isPaidByOthers = ({ terms }: Order): boolean => terms.credit > 0 || terms.total === 0;

/**
 * Whether the order came to nothing, so that the credit went back to the wallet, or the origin owes the money. This stream has no
 * amount for it. Both are final, so a later code of the carrier does not make the goods free again.
 */
const isPaidElsewhere = (order: Order): boolean =>
  isPaidByOthers(order) && (order.uncollected === true || order.originTold === true || linkedOutcome(order) !== undefined);

/** Whether the return was answered with money. What its refund lacks, such as the cost of a late return, pays for no goods. */
const isAnswered = ({ refunds, startedRefunds }: Order): boolean =>
  [...refunds, ...startedRefunds].some(({ reason }) => reason === 'RETURN');

/** Whether these pieces let the purchase stand as a whole after its rewards were taken back. A wallet grants the rewards of an order once. */
const standsWithoutRewards = (order: Order, items: readonly LinkedItem[]): boolean =>
  (awaitsRewards(order) || order.rewardsDeducted !== undefined) &&
  leftToSend(order).every(
    ({ productId, tier, quantity }) =>
      quantity === 0 || items.some((item) => item.productId === productId && item.tier === tier && item.quantity === quantity),
  );

function refusalOfItems(items: readonly LinkedItem[], order: Order): Refusal | undefined {
  const left = leftToSend(order);
  const isOne = (item: LinkedItem): boolean => {
    const line = left.find(({ productId, tier }) => productId === item.productId && tier === item.tier);
    const asked = items.filter(({ productId, tier }) => productId === item.productId && tier === item.tier);
    return asked.length === 1 && Number.isInteger(item.quantity) && item.quantity >= 1 && item.quantity <= (line?.quantity ?? 0);
  };
  if (items.length === 0 || !items.every(isOne)) return reject(409, 'LINKED_ITEMS_INVALID', messages.linkedItems);
  const pieces = (list: readonly { quantity: number }[]): number => list.reduce((sum, { quantity }) => sum + quantity, 0);
  // Wallet and origin take back an order as a whole, so the rest of the goods would stay unpaid.
  const isAll = pieces(items) === pieces(order.terms.lines);
  return isPaidByOthers(order) && !isAll ? reject(409, 'LINKED_NEEDS_ALL', messages.linkedNeedsAll) : undefined;
}

/**
 * Goods are sent again in an order of their own. From this event on their value is not paid back, so a refund and a linked order
 * at once cannot both happen: both are decided in this stream (infra/decisions/101).
 */
export function agreeLinkedOrder({ at, linkedOrderNo, kind, items, note }: AgreeLinkedOrder, order: Order): Decision<OrderEvent> {
  const refusal = refusalOf(kind, order) ?? refusalOfItems(items, order);
  if (refusal) return refusal;
  const value = linkedValue(order, items);
  if (value > refundable(order, null) || standsWithoutRewards(order, items))
    return reject(409, 'LINKED_PAID_BACK', messages.linkedPaidBack);
  return accept<OrderEvent>({
    type: 'LinkedOrderAgreed',
    data: { at, linkedOrderNo, kind, items: [...items], value },
    ...noted(order, note),
  });
}

export function recordLinkedOrder({ at, linkedOrderNo }: RecordLinkedOrder, order: Order): Decision<OrderEvent> {
  const link = order.linked?.find((one) => one.linkedOrderNo === linkedOrderNo);
  if (!link) return reject(409, 'LINKED_UNKNOWN', messages.linkedUnknown);
  return link.state === 'AGREED' ? accept<OrderEvent>({ type: 'LinkedOrderPlaced', data: { at, linkedOrderNo } }) : accept();
}

export function endLinkedOrder({ at, linkedOrderNo, outcome, returned, withdrawn }: EndLinkedOrder, order: Order): Decision<OrderEvent> {
  const link = order.linked?.find((one) => one.linkedOrderNo === linkedOrderNo);
  if (!link) return reject(409, 'LINKED_UNKNOWN', messages.linkedUnknown);
  if (!isLive(link)) return accept();
  const data = { at, linkedOrderNo, outcome, ...(returned && { returned }), ...(withdrawn && { withdrawn }) };
  // An order that is linked itself was not paid: its origin has the rules, and is told the same.
  const due = returned && !order.terms.linked && { due: refundOf(order.terms, link.value, returned) };
  return accept<OrderEvent>({ type: 'LinkedOrderEnded', data: { ...data, ...due } });
}

export function tellOrigin({ at }: TellOrigin, order: Order): Decision<OrderEvent> {
  const outcome = linkedOutcome(order);
  if (!order.terms.linked || order.originTold || outcome === undefined) return accept();
  return accept<OrderEvent>({ type: 'OriginTold', data: { at, outcome } });
}
