import { isGoingBack, isNotCollected } from '@nordhaut/logistics';
import type { Debt } from './money.ts';
import type { OrderEvent } from './order-events.ts';

/** The facts of an order that can lead to a further command (`Decider.fact`). */
export type OrderFact =
  | 'placed'
  | 'payment-started'
  | 'paid'
  | 'payment-failed'
  | 'shipment'
  | 'shipment-rejected'
  | 'parcel'
  | 'not-collected'
  | 'cancelled'
  | 'return-received'
  | 'rewards-taken-back'
  | `linked/${string}`
  | 'linked-ended'
  | `refund/${string}`
  | `stray/${string}`;

export function orderFact(event: OrderEvent): OrderFact | undefined {
  switch (event.type) {
    case 'OrderPlaced':
      return 'placed';
    case 'CardPaymentStarted':
      return 'payment-started';
    case 'CardPaymentAuthorised':
      return 'paid';
    case 'CardPaymentFailed':
      return 'payment-failed';
    case 'ShipmentCreated':
      return 'shipment';
    case 'ShipmentRejected':
      return 'shipment-rejected';
    case 'ParcelStatusReported': {
      const { current, subtype, code } = event.data;
      return current && (isNotCollected(subtype, code) || isGoingBack(subtype, code)) ? 'not-collected' : 'parcel';
    }
    case 'OrderCancelled':
      return 'cancelled';
    case 'ReturnReceived':
      return 'return-received';
    case 'RewardsTakenBack':
      return 'rewards-taken-back';
    case 'LinkedOrderAgreed':
      return `linked/${event.data.linkedOrderNo}`;
    case 'LinkedOrderEnded':
      return 'linked-ended';
    case 'RefundStarted':
      return `refund/${event.data.refundId}`;
    case 'StrayChargeFound':
      return `stray/${event.data.recTradeId}`;
    default:
      return undefined;
  }
}

/** What is known of the parcel: it leads to the next query of the carrier. */
export const PARCEL_FACTS: readonly OrderFact[] = ['shipment', 'parcel', 'not-collected'];

/** The facts from which a debt follows, and with which its refund can begin. */
export function debtFacts({ reason, refundId, started, strayTradeId }: Debt): readonly OrderFact[] {
  if (started) return [`refund/${refundId}`];
  if (strayTradeId !== null) return [`stray/${strayTradeId}`];
  switch (reason) {
    case 'NOT_COLLECTED':
      return ['not-collected'];
    case 'RETURN':
      return ['return-received', 'rewards-taken-back', 'linked-ended'];
    case 'PAYMENT_TOO_LATE':
      return ['payment-failed', 'paid'];
    default:
      return ['cancelled', 'shipment-rejected', 'paid'];
  }
}
