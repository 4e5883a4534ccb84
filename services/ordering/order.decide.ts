import { accept, reject, type Decider, type Decision } from '@nordhaut/platform/decider';
import { messages } from './messages.ts';
import { evolve, type Order, type OrderState } from './order.ts';
import type { OrderEvent, OrderPersonal, OrderTerms, PaymentFailureReason, ShipmentCreated } from './order-events.ts';
import { reportParcelStatus, reportStoreProblem, type ReportParcelStatus, type ReportStoreProblem } from './parcel.decide.ts';
import {
  approveReturn,
  issueRefund,
  receiveReturn,
  rejectReturn,
  requestReturn,
  type RefundCommand,
  type ReturnCommand,
} from './return.decide.ts';

/** `at`: ISO instant, handed in; a decider knows no clock. */
export type PlaceOrder = { type: 'PlaceOrder'; at: string; terms: OrderTerms; subject: string; personal: OrderPersonal };
export type StartCardPayment = {
  type: 'StartCardPayment';
  at: string;
  recTradeId: string;
  bankTransactionId: string;
  amount: number;
  paymentUrl: string;
};
export type AuthoriseCardPayment = {
  type: 'AuthoriseCardPayment';
  at: string;
  recTradeId: string;
  bankTransactionId: string;
  amount: number;
  authCode: string;
};
export type FailCardPayment = {
  type: 'FailCardPayment';
  at: string;
  reason: PaymentFailureReason;
  providerCode: number | null;
  recTradeId: string | null;
  charged?: number;
};
export type RecordShipment = { type: 'RecordShipment' } & ShipmentCreated['data'];
export type RejectShipment = { type: 'RejectShipment'; at: string; tradeNo: string; carrierText: string };
export type CancelOrder = { type: 'CancelOrder'; at: string; reason: string };

export type OrderCommand =
  | PlaceOrder
  | StartCardPayment
  | AuthoriseCardPayment
  | FailCardPayment
  | RecordShipment
  | RejectShipment
  | ReportParcelStatus
  | ReportStoreProblem
  | CancelOrder
  | ReturnCommand
  | RefundCommand;

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
 * The processor's record says paid. It is recorded whenever it comes, also on an order that was given up
 * meanwhile: the money is there, and only a recorded payment can be paid back.
 */
function authoriseCardPayment({ type: _, ...data }: AuthoriseCardPayment, order: Order): Decision<OrderEvent> {
  const { payment } = order;
  if (payment.status === 'SUCCESS' || payment.status === 'RETURN') {
    return payment.recTradeId === data.recTradeId ? nothing : reject(409, 'PAYMENT_MISMATCH', messages.paymentMismatch);
  }
  if (data.amount !== order.terms.total) return reject(409, 'PAYMENT_MISMATCH', messages.paymentMismatch);
  return one({ type: 'CardPaymentAuthorised', data });
}

function failCardPayment({ type: _, ...data }: FailCardPayment, order: Order): Decision<OrderEvent> {
  return order.payment.status === 'HANDLING' ? one({ type: 'CardPaymentFailed', data }) : nothing;
}

function recordShipment({ type: _, ...data }: RecordShipment, order: Order): Decision<OrderEvent> {
  // Also of an order that was cancelled meanwhile: the parcel exists, and support has to know.
  return order.shipment ? nothing : one({ type: 'ShipmentCreated', data });
}

function rejectShipment({ type: _, ...data }: RejectShipment, order: Order): Decision<OrderEvent> {
  return order.shipment || order.shipmentRejected ? nothing : one({ type: 'ShipmentRejected', data });
}

const cancelOrder = ({ at, reason }: CancelOrder, order: Order): Decision<OrderEvent> =>
  order.cancelled ? nothing : one({ type: 'OrderCancelled', data: { at, reason, refundDue: order.payment.paid > order.payment.refunded } });

export function decide(command: OrderCommand, state: OrderState): Decision<OrderEvent> {
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
    case 'CancelOrder':
      return cancelOrder(command, state);
    case 'RequestReturn':
      return requestReturn(command, state);
    case 'ApproveReturn':
      return approveReturn(command, state);
    case 'RejectReturn':
      return rejectReturn(command, state);
    case 'ReceiveReturn':
      return receiveReturn(command, state);
    case 'IssueRefund':
      return issueRefund(command, state);
    default: {
      const _: never = command;
      return nothing;
    }
  }
}

export const orderDecider: Decider<OrderState, OrderCommand, OrderEvent> = { initial: null, decide, evolve };
