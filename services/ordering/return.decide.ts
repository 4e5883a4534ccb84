import { RETURNED_OPENED, type ReturnReason } from '@nordhaut/contracts';
import { isFinished, isLost } from '@nordhaut/logistics';
import { accept, reject, type Decision } from '@nordhaut/platform/decider';
import { isReceiptProposed } from './is-waiting.ts';
import { endedUncollected, isSentAgain, isStuckAtHome, resentInVain } from './linked.ts';
import type { KeepingTable } from './keeping-table.ts';
import { messages } from './messages.ts';
import { cameBack } from './money.ts';
import type { Order } from './order.ts';
import type { BankAccount, Note, OrderEvent, ReturnReceiptReason, ReturnRejectionReason, ReturnSender } from './order-events.ts';
import { isByLaw, keptOf, linkedReturn, returnRefund } from './refund-amount.ts';

export type RequestReturn = {
  type: 'RequestReturn';
  at: string;
  reason: ReturnReason;
  comment: string;
  sender: ReturnSender | null;
  bankAccount: BankAccount | null;
  /** the sender has a proof and is not the owner; how long the proof's order keeps its contact */
  byOthers?: KeepingTable;
};
/** `note`: what the reviewer typed */
export type ApproveReturn = { type: 'ApproveReturn'; at: string; note?: string };
export type RejectReturn = { type: 'RejectReturn'; at: string; reason: ReturnRejectionReason; note?: string };
/** `keptGifts`: pieces of the order's gifts that did not come back with the goods, by product id */
export type ReceiveReturn = {
  type: 'ReceiveReturn';
  at: string;
  reason: ReturnReceiptReason;
  note?: string;
  keptGifts?: Readonly<Record<number, number>>;
};
/** The goods never came back. `note`: what the person typed who ends it */
export type EndReturn = { type: 'EndReturn'; at: string; note?: string };
/** `deducted`: NT$ of the order's rewards that were spent (decisions.md 61) */
export type TakeRewardsBack = { type: 'TakeRewardsBack'; at: string; deducted: number };
export type ReturnCommand = RequestReturn | ApproveReturn | RejectReturn | EndReturn | ReceiveReturn | TakeRewardsBack;

/**
 * Days in which the goods of a return come back: the carrier collects them within three working days of the approval, and the buyer gives
 * them within two more (contracts/legal/returns.ts). The rest is for the way.
 */
export const RETURN_BACK_DAYS = 14;
const DAY = 24 * 3_600_000;

/** The personal part of an event with a note. */
export const noted = ({ subject }: Order, note = ''): { subject?: string; personal?: Note } =>
  note.trim() === '' ? {} : { subject, personal: { support: { note: note.trim() } } };

/**
 * Whether the return form is offered (spec/2-accounts-and-members §4): for a paid card order, or a cash order that is
 * finished, without an earlier return. The review decides whether the shop accepts the goods (decisions.md 8 and 41). A
 * parcel that was not collected already travels back (infra/decisions/006), and goods that were sent again in vain are not with the buyer.
 * Goods that were sent again are given back in the linked order: here, nothing would be owed for them.
 */
export function canReturn(order: Order): boolean {
  const { cancelled, forgotten, parcel, payment, terms } = order;
  // The comment and the account for the money could not be kept any more.
  if (forgotten?.contact || forgotten?.support) return false;
  if (order.return || cancelled || endedUncollected(order) || resentInVain(order) || isSentAgain(order)) return false;
  if (terms.payment === 'CREDIT') return payment.status === 'SUCCESS';
  return parcel !== null && isFinished(terms.delivery.subtype, parcel.code);
}

/** Why the return form is not offered, for the buyer. */
export const whyNoReturn = (order: Order): string => (isSentAgain(order) ? messages.returnSentAgain : messages.returnNotOffered);

export function requestReturn({ at, reason, comment, sender, bankAccount }: RequestReturn, order: Order): Decision<OrderEvent> {
  if (comment.trim() === '') return reject(400, 'RETURN_REASON_REQUIRED', messages.returnReasonRequired);
  // One return per order (spec/2-accounts-and-members §5).
  if (order.return) return reject(409, 'RETURN_ALREADY_REQUESTED', messages.returnAlreadyRequested);
  if (!canReturn(order)) return reject(409, 'RETURN_NOT_OFFERED', whyNoReturn(order));
  return accept<OrderEvent>({
    type: 'ReturnRequested',
    data: { at, reason },
    subject: order.subject,
    personal: { ...(sender && { contact: { sender } }), support: { comment: comment.trim(), bankAccount } },
  });
}

/** Of support, who reads why a button is closed. */
const noReturn = (order: Order) => reject(409, 'RETURN_NOT_OFFERED', whyNoOpenReturn(order));

function whyNoOpenReturn({ return: goods, returnState, cancelled }: Order): string {
  if (!goods) return messages.returnNotFound;
  if (goods.receivedAt) return messages.returnReceived;
  if (returnState === 'RETURN') return messages.returnApproved;
  if (goods.rejected) return goods.rejected === 'NOT_RECEIVED_BACK' ? messages.returnWithoutGoods : messages.returnRejected;
  return cancelled ? messages.returnCancelled : messages.returnUncollected;
}
const notApproved = reject(409, 'RETURN_NOT_OFFERED', messages.returnNotApproved);

export function approveReturn({ at, note }: ApproveReturn, order: Order): Decision<OrderEvent> {
  if (order.returnState !== 'RETURN_APPLY') return noReturn(order);
  const reason = isByLaw(order) ? 'SEVEN_DAYS' : 'GOODWILL';
  return accept<OrderEvent>({ type: 'ReturnApproved', data: { at, reason }, ...noted(order, note) });
}

/** The goods are back. Who wants to refuse them, or to record their receipt otherwise, declines the proposal of their receipt first. */
const receiptIsProposed = reject(409, 'PROPOSAL_OPEN', messages.proposalOpen);

/** Whether all goods of the order may come back opened. Samples may too, but they are gifts and never lines. */
const mayBeOpened = ({ terms }: Order): boolean =>
  terms.lines.length > 0 && terms.lines.every(({ productId }) => productId === RETURNED_OPENED);

/**
 * Also rejects an approved return, because the review may see opened goods only after they are back. Within the seven
 * days of the law that is the only reason, and none for goods that may be opened (decisions.md 41).
 */
export function rejectReturn({ at, reason, note = '' }: RejectReturn, order: Order): Decision<OrderEvent> {
  // No reason of a review: it must not end a return before the goods could come.
  if (reason === 'NOT_RECEIVED_BACK') return endReturn({ type: 'EndReturn', at, note }, order);
  const isOpen = order.returnState === 'RETURN_APPLY' || order.returnState === 'RETURN';
  if (!isOpen || order.return?.receivedAt) return noReturn(order);
  if (isReceiptProposed(order)) return receiptIsProposed;
  if (isByLaw(order)) {
    if (reason !== 'OPENED_GOODS') return reject(409, 'RETURN_REJECTION_UNLAWFUL', messages.returnRejectionUnlawful);
    if (mayBeOpened(order)) return reject(409, 'RETURN_REJECTION_UNLAWFUL', messages.returnMayBeOpened);
  }
  return accept<OrderEvent>({ type: 'ReturnRejected', data: { at, reason }, ...noted(order, note) });
}

/**
 * What an open return waits for. `review`: support has not decided about it. `undelivered`: it is approved, and the buyer does not have the
 * goods yet. `on-its-way`: it is approved. `back`: the goods are in the warehouse, also where their receipt waits for a second person.
 */
type ReturnStep = 'review' | 'undelivered' | 'on-its-way' | 'back';
/**
 * `backBy`: ISO, of an approved return whose goods are not back; see `returnBackBy`. `stuck`: why the goods cannot come back: the carrier
 * lost the parcel or cannot deliver it; null: they can.
 */
export type OpenReturn = { step: ReturnStep; backBy: string | null; stuck: 'LOST' | 'UNDELIVERABLE' | null };

/**
 * Pure: the instant (ISO) by which the goods of an approved return come back: `RETURN_BACK_DAYS` after the approval, and after the delivery
 * where that is later. From then on support acts, and may end a return whose goods were delivered. null: no return was approved
 */
function returnBackBy({ timeline, receivedAt }: Order): string | null {
  const approvedAt = timeline.findLast(({ code }) => code === 'RETURN')?.at;
  if (approvedAt === undefined) return null;
  const from = Math.max(Date.parse(approvedAt), Date.parse(receivedAt ?? approvedAt));
  return new Date(from + RETURN_BACK_DAYS * DAY).toISOString();
}

/** Pure: what the return of an order waits for; null: none is open. */
export function openReturn(order: Order): OpenReturn | null {
  const { returnState, return: goods, receivedAt, parcel, terms } = order;
  if (returnState === 'RETURN' && (goods?.receivedAt || isReceiptProposed(order))) return { step: 'back', backBy: null, stuck: null };
  const isGone = parcel && isStuckAtHome(order);
  const stuck = !isGone ? null : isLost(terms.delivery.subtype, parcel.code) ? 'LOST' : 'UNDELIVERABLE';
  if (returnState === 'RETURN_APPLY') return { step: 'review', backBy: null, stuck };
  if (returnState !== 'RETURN') return null;
  return { step: receivedAt === null ? 'undelivered' : 'on-its-way', backBy: returnBackBy(order), stuck };
}

/**
 * Ends an approved return whose goods never came back, or it would stay open without an end. So do goods that the carrier lost or cannot
 * deliver, for which nobody has to wait. It refuses nothing: goods that come later are
 * received as before, and their money is paid back (decisions.md 41).
 */
export function endReturn({ at, note }: EndReturn, order: Order): Decision<OrderEvent> {
  if (order.return?.receivedAt || order.returnState !== 'RETURN')
    return order.returnState === 'RETURN_APPLY' ? notApproved : noReturn(order);
  if (isReceiptProposed(order)) return receiptIsProposed;
  const isStuck = isStuckAtHome(order);
  if (order.receivedAt === null && !isStuck) return reject(409, 'RETURN_NOT_SENT', messages.returnNotArrived);
  const from = returnBackBy(order);
  if (!isStuck && (from === null || at < from)) return reject(409, 'RETURN_NOT_OFFERED', messages.returnMayCome);
  return accept<OrderEvent>({ type: 'ReturnRejected', data: { at, reason: 'NOT_RECEIVED_BACK' }, ...noted(order, note) });
}

/** Whether the return ended because its goods did not come. They may come all the same. */
const endedWithoutGoods = (order: Order): boolean =>
  order.returnState === null &&
  order.cancelled === null &&
  order.return?.rejected === 'NOT_RECEIVED_BACK' &&
  order.receivedAt !== null &&
  returnBackBy(order) !== null;

/** A receipt beside its proposal would leave a proposal that nobody can approve. */
export const receiveReturn = (command: ReceiveReturn, order: Order): Decision<OrderEvent> =>
  isReceiptProposed(order) && !order.return?.receivedAt ? receiptIsProposed : receive(command, order);

/** The goods are back and checked, or their proposed receipt is approved. The event records what the shop owes for them. */
export function receive({ at, reason, note, keptGifts }: ReceiveReturn, order: Order): Decision<OrderEvent> {
  if (order.return?.receivedAt) return accept<OrderEvent>();
  if (order.returnState !== 'RETURN' && !endedWithoutGoods(order))
    return order.returnState === 'RETURN_APPLY' ? notApproved : noReturn(order);
  // A buyer may apply before the parcel is sent. Such goods cannot come back, and the parcel would still be sent.
  if (!order.handedOverAt) return reject(409, 'RETURN_NOT_SENT', messages.returnNotSent);
  const linked = order.terms.linked && { linked: linkedReturn(order, keptGifts) };
  const kept = keptOf(order.terms, keptGifts ?? {});
  const data = { at, reason, due: returnRefund(order, keptGifts), ...linked, ...(kept.length > 0 && { kept }) };
  return accept<OrderEvent>({ type: 'ReturnReceived', data, ...noted(order, note) });
}

/** Recorded once: what the wallet says first. Only the refund of a return lacks it. */
export function takeRewardsBack({ at, deducted }: TakeRewardsBack, order: Order): Decision<OrderEvent> {
  if (!cameBack(order) || order.rewardsDeducted !== undefined) return accept<OrderEvent>();
  return accept<OrderEvent>({ type: 'RewardsTakenBack', data: { at, deducted } });
}
