import { accept, reject, type Decider, type Decision } from '@nordhaut/platform/decider';
import { messages } from './messages.ts';
import { refundable } from './money.ts';
import { forOthers } from './kept-until.ts';
import { finishForgetting, forgetBuyer, liftHold, placeHold, restoreForgetting, type ForgettingCommand } from './forgetting.decide.ts';
import { orderFact } from './order-causes.ts';
import { evolve, ownerOf, type Order, type OrderState } from './order.ts';
import type {
  CancellationReason,
  OrderAdopted,
  OrderEvent,
  OrderPersonal,
  OrderTerms,
  PaymentFailureReason,
  RecallOutcome,
  ShipmentCancelled,
  ShipmentCreated,
  ShipmentRejectionReason,
} from './order-events.ts';
import { correctInvoice, type CorrectInvoice } from './invoice.decide.ts';
import { correctContactEmail, type CorrectContactEmail } from './contact-email.decide.ts';
import { reportAbroad, type ReportAbroad } from './abroad.decide.ts';
import { agreeLinkedOrder, endLinkedOrder, type LinkedCommand, recordLinkedOrder, tellOrigin } from './linked.decide.ts';
import { isPromisedAgain, withoutAgreed } from './linked.ts';
import { chooseStore, recordStoreChange, type StoreCommand } from './pickup-store.decide.ts';
import { reportParcelStatus, reportStoreProblem, type ReportParcelStatus, type ReportStoreProblem } from './parcel.decide.ts';
import { issueRefund, recordPaidBack, recordStrayCharge, startRefunds, type RefundCommand } from './refund.decide.ts';
import {
  grantGoodwillCredit,
  grantRefund,
  judgeRefund,
  proposeRefund,
  revokeGoodwillCredit,
  type SupportCommand,
  withdrawNote,
  writeNote,
} from './support.decide.ts';
import {
  approveReturn,
  endReturn,
  noted,
  receiveReturn,
  rejectReturn,
  requestReturn,
  takeRewardsBack,
  type ReturnCommand,
} from './return.decide.ts';

/** `at` of every command: ISO instant */
type PlaceOrder = { type: 'PlaceOrder'; at: string; terms: OrderTerms; subject: string; personal: OrderPersonal };
type StartCardPayment = {
  type: 'StartCardPayment';
  at: string;
  recTradeId: string;
  bankTransactionId: string;
  amount: number;
  paymentUrl: string;
};
type AuthoriseCardPayment = {
  type: 'AuthoriseCardPayment';
  at: string;
  recTradeId: string;
  bankTransactionId: string;
  amount: number;
  authCode: string;
};
type FailCardPayment = {
  type: 'FailCardPayment';
  at: string;
  reason: PaymentFailureReason;
  providerCode: number | null;
  recTradeId: string | null;
  charged?: number;
};
type RecordShipment = { type: 'RecordShipment' } & ShipmentCreated['data'];
type RejectShipment = {
  type: 'RejectShipment';
  at: string;
  tradeNo: string;
  reason: ShipmentRejectionReason;
  carrierText: string;
};
/** `note`: what a person typed */
type CancelOrder = { type: 'CancelOrder'; at: string; reason: CancellationReason; note?: string };
/** Records how the parcel of a cancelled order was stopped. */
type CancelShipment = { type: 'CancelShipment'; outcome: Exclude<RecallOutcome, 'KEPT_IN_WAREHOUSE'> } & ShipmentCancelled['data'];
/** Records the warehouse's answer to support: the parcel of a cancelled order stays there. */
type ConfirmKept = { type: 'ConfirmKept'; at: string; note?: string };

/** Gives a guest's order to a member. */
type AdoptOrder = { type: 'AdoptOrder' } & OrderAdopted['data'];

export type OrderCommand =
  | PlaceOrder
  | StartCardPayment
  | AuthoriseCardPayment
  | FailCardPayment
  | RecordShipment
  | RejectShipment
  | ReportParcelStatus
  | ReportStoreProblem
  | ReportAbroad
  | CancelOrder
  | CancelShipment
  | ConfirmKept
  | AdoptOrder
  | ReturnCommand
  | RefundCommand
  | SupportCommand
  | StoreCommand
  | CorrectInvoice
  | CorrectContactEmail
  | LinkedCommand
  | ForgettingCommand;

const one = (event: OrderEvent): Decision<OrderEvent> => accept<OrderEvent>(event);
const nothing = accept<OrderEvent>();

function placeOrder({ terms, at, subject, personal }: PlaceOrder, order: OrderState): Decision<OrderEvent> {
  if (order) return reject(409, 'ORDER_EXISTS', messages.orderExists);
  return one({ type: 'OrderPlaced', data: { ...terms, at }, subject, personal });
}

function startCardPayment({ type: _, ...data }: StartCardPayment, order: Order): Decision<OrderEvent> {
  if (order.payment.recTradeId === data.recTradeId || order.payment.status !== 'HANDLING') return nothing;
  if (data.amount !== order.terms.total) return reject(409, 'PAYMENT_MISMATCH', messages.paymentMismatch);
  return one({ type: 'CardPaymentStarted', data });
}

/**
 * The processor's record says paid. It is always recorded, also for a cancelled order, because only a recorded payment
 * can be paid back. A charge for an order that is already paid, or that is due in cash, is a second charge.
 */
function authoriseCardPayment({ type: _, ...data }: AuthoriseCardPayment, order: Order): Decision<OrderEvent> {
  const { at, recTradeId, bankTransactionId, amount } = data;
  if (order.payment.paid > 0 || order.terms.payment === 'COD')
    return recordStrayCharge({ type: 'RecordStrayCharge', at, recTradeId, bankTransactionId, amount }, order);
  if (order.strays.some((stray) => stray.recTradeId === recTradeId)) return nothing;
  if (amount !== order.terms.total) return reject(409, 'PAYMENT_MISMATCH', messages.paymentMismatch);
  return one({ type: 'CardPaymentAuthorised', data });
}

function failCardPayment({ type: _, ...data }: FailCardPayment, order: Order): Decision<OrderEvent> {
  return order.payment.status === 'HANDLING' ? one({ type: 'CardPaymentFailed', data }) : nothing;
}

function recordShipment({ type: _, ...data }: RecordShipment, order: Order): Decision<OrderEvent> {
  // Also for a cancelled order, because the parcel exists and has to be stopped.
  return order.shipment ? nothing : one({ type: 'ShipmentCreated', data });
}

function rejectShipment({ type: _, carrierText, ...data }: RejectShipment, order: Order): Decision<OrderEvent> {
  // No parcel was asked for where the payment failed.
  if (order.shipment || order.shipmentRejected || order.payment.failure) return nothing;
  const text = carrierText === '' ? {} : { subject: order.subject, personal: { support: { carrierText } } };
  return one({ type: 'ShipmentRejected', data, ...text });
}

/** An order can be cancelled until the carrier has its parcel (decisions.md 37, 40). */
function cancelOrder({ at, reason, note }: CancelOrder, order: Order): Decision<OrderEvent> {
  if (order.cancelled) return nothing;
  if (order.handedOverAt) return reject(409, 'PARCEL_HANDED_OVER', messages.parcelHandedOver);
  if (isPromisedAgain(order)) return reject(409, 'ORDER_SENT_AGAIN', messages.orderSentAgain);
  const refundDue = refundable(withoutAgreed(order), null) > 0;
  return one({ type: 'OrderCancelled', data: { at, reason, refundDue }, ...noted(order, note) });
}

function cancelShipment({ type: _, ...data }: CancelShipment, order: Order): Decision<OrderEvent> {
  if (!order.cancelled) return reject(409, 'ORDER_NOT_CANCELLED', messages.orderNotCancelled);
  // A parcel that was found after `NEVER_CREATED` has to be stopped as well.
  const isNews = order.recall === null || (order.recall === 'NEVER_CREATED' && order.shipment !== null);
  return isNews ? one({ type: 'ShipmentCancelled', data }) : nothing;
}

function confirmKept({ at, note }: ConfirmKept, order: Order): Decision<OrderEvent> {
  const { forgotten, handedOverAt, recall, shipment, terms } = order;
  if (handedOverAt) return reject(409, 'PARCEL_HANDED_OVER', messages.parcelLeft);
  if (recall !== 'DO_NOT_SHIP' && recall !== 'CARRIER_REFUSED') return nothing;
  const data = { at, tradeNo: shipment?.tradeNo ?? terms.orderNo, outcome: 'KEPT_IN_WAREHOUSE' } as const;
  // The parcel may be a matter after the texts of support were forgotten. Their key is gone then.
  return one({ type: 'ShipmentCancelled', data, ...(forgotten?.support ? {} : noted(order, note)) });
}

/** The first owner stays. */
function adoptOrder({ type: _, ...data }: AdoptOrder, order: Order): Decision<OrderEvent> {
  const owner = ownerOf(order);
  // The read model may still offer the order by the address that was corrected.
  const isByWrongEmail = data.by === 'EMAIL' && order.emailCorrectedAt !== undefined;
  if (owner === null && isByWrongEmail) return reject(409, 'EMAIL_CORRECTED', messages.emailCorrected);
  if (owner === null) return one({ type: 'OrderAdopted', data });
  return owner === data.memberId ? nothing : reject(409, 'ORDER_HAS_OWNER', messages.orderHasOwner);
}

function decide(command: OrderCommand, state: OrderState): Decision<OrderEvent> {
  if (command.type === 'PlaceOrder') return placeOrder(command, state);
  if (state === null) return reject(404, 'ORDER_NOT_FOUND', messages.orderNotFound);
  switch (command.type) {
    case 'StartCardPayment':
      return startCardPayment(command, state);
    case 'AuthoriseCardPayment':
      return authoriseCardPayment(command, state);
    case 'FailCardPayment':
      return failCardPayment(command, state);
    case 'RecordShipment':
      return recordShipment(command, state);
    case 'RejectShipment':
      return rejectShipment(command, state);
    case 'ReportParcelStatus':
      return reportParcelStatus(command, state);
    case 'ReportStoreProblem':
      return reportStoreProblem(command, state);
    case 'ReportAbroad':
      return reportAbroad(command, state);
    case 'ChooseStore':
      return chooseStore(command, state);
    case 'RecordStoreChange':
      return recordStoreChange(command, state);
    case 'CorrectInvoice':
      return correctInvoice(command, state);
    case 'CorrectContactEmail':
      return correctContactEmail(command, state);
    case 'CancelOrder':
      return cancelOrder(command, state);
    case 'CancelShipment':
      return cancelShipment(command, state);
    case 'ConfirmKept':
      return confirmKept(command, state);
    case 'AdoptOrder':
      return adoptOrder(command, state);
    case 'RequestReturn':
      return requestReturn(command, command.byOthers ? forOthers(state, command.at, command.byOthers) : state);
    case 'ApproveReturn':
      return approveReturn(command, state);
    case 'RejectReturn':
      return rejectReturn(command, state);
    case 'EndReturn':
      return endReturn(command, state);
    case 'ReceiveReturn':
      return receiveReturn(command, state);
    case 'TakeRewardsBack':
      return takeRewardsBack(command, state);
    case 'StartRefunds':
      return startRefunds(command, state);
    case 'IssueRefund':
      return issueRefund(command, state);
    case 'RecordStrayCharge':
      return recordStrayCharge(command, state);
    case 'RecordPaidBack':
      return recordPaidBack(command, state);
    case 'WriteNote':
      return writeNote(command, state);
    case 'WithdrawNote':
      return withdrawNote(command, state);
    case 'GrantRefund':
      return grantRefund(command, state);
    case 'GrantGoodwillCredit':
      return grantGoodwillCredit(command, state);
    case 'RevokeGoodwillCredit':
      return revokeGoodwillCredit(command, state);
    case 'ProposeRefund':
      return proposeRefund(command, state);
    case 'JudgeRefund':
      return judgeRefund(command, state);
    case 'AgreeLinkedOrder':
      return agreeLinkedOrder(command, state);
    case 'RecordLinkedOrder':
      return recordLinkedOrder(command, state);
    case 'EndLinkedOrder':
      return endLinkedOrder(command, state);
    case 'TellOrigin':
      return tellOrigin(command, state);
    case 'PlaceHold':
      return placeHold(command, state);
    case 'LiftHold':
      return liftHold(command, state);
    case 'ForgetBuyer':
      return forgetBuyer(command, state);
    case 'FinishForgetting':
      return finishForgetting(command, state);
    case 'RestoreForgetting':
      return restoreForgetting(command, state);
    default: {
      const _: never = command;
      return nothing;
    }
  }
}

export const orderDecider: Decider<OrderState, OrderCommand, OrderEvent> = { initial: null, decide, evolve, fact: orderFact };
