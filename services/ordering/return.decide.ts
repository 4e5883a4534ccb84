import { isFinished, isNotCollected } from '@nordhaut/logistics';
import { accept, reject, type Decision } from '@nordhaut/platform/decider';
import { messages } from './messages.ts';
import type { Order } from './order.ts';
import type { OrderEvent, ReturnSender } from './order-events.ts';

export type RequestReturn = { type: 'RequestReturn'; at: string; comment: string; sender: ReturnSender | null };
export type ApproveReturn = { type: 'ApproveReturn'; at: string; reason: string };
export type RejectReturn = { type: 'RejectReturn'; at: string; reason: string };
export type ReceiveReturn = { type: 'ReceiveReturn'; at: string; reason: string };
export type ReturnCommand = RequestReturn | ApproveReturn | RejectReturn | ReceiveReturn;
/** Amount in NT$; `refundId` is the processor's idempotency key. */
export type RefundCommand = { type: 'IssueRefund'; at: string; refundId: string; amount: number; reason: string };

/**
 * Whether the return form is offered (spec/2-accounts-and-members §4): a paid order that is not already in a
 * return, or a cash order that was handed over. Whether goods are taken back is the review's decision (#8).
 * A parcel that nobody collected is on its way back already (infra/decisions/006).
 */
export function canReturn({ return: applied, cancelled, parcel, payment, terms }: Order): boolean {
  const { subtype } = terms.delivery;
  if (applied || cancelled || (parcel && isNotCollected(subtype, parcel.code))) return false;
  if (terms.payment === 'CREDIT') return payment.status === 'SUCCESS';
  return parcel !== null && isFinished(subtype, parcel.code);
}

export function requestReturn({ at, comment, sender }: RequestReturn, order: Order): Decision<OrderEvent> {
  if (comment.trim() === '') return reject(400, 'RETURN_REASON_REQUIRED', messages.returnReasonRequired);
  // One return per order (spec/2-accounts-and-members §5).
  if (order.return) return reject(409, 'RETURN_ALREADY_REQUESTED', messages.returnAlreadyRequested);
  if (!canReturn(order)) return reject(409, 'RETURN_NOT_OFFERED', messages.returnNotOffered);
  return accept<OrderEvent>({
    type: 'ReturnRequested',
    data: { at },
    subject: order.subject,
    personal: { comment: comment.trim(), sender },
  });
}

const notInReturn = reject(409, 'RETURN_NOT_OFFERED', messages.returnNotOffered);

export const approveReturn = ({ at, reason }: ApproveReturn, order: Order): Decision<OrderEvent> =>
  order.returnState === 'RETURN_APPLY' ? accept<OrderEvent>({ type: 'ReturnApproved', data: { at, reason } }) : notInReturn;

export const rejectReturn = ({ at, reason }: RejectReturn, order: Order): Decision<OrderEvent> =>
  order.returnState === 'RETURN_APPLY' ? accept<OrderEvent>({ type: 'ReturnRejected', data: { at, reason } }) : notInReturn;

export const receiveReturn = ({ at, reason }: ReceiveReturn, order: Order): Decision<OrderEvent> =>
  order.returnState === 'RETURN' ? accept<OrderEvent>({ type: 'ReturnReceived', data: { at, reason } }) : notInReturn;

export function issueRefund({ type: _, ...data }: RefundCommand, order: Order): Decision<OrderEvent> {
  if (data.amount > order.payment.paid - order.payment.refunded) return reject(409, 'REFUND_TOO_HIGH', messages.refundTooHigh);
  return accept<OrderEvent>({ type: 'RefundIssued', data });
}
