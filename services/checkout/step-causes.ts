import { debtFacts, linkedToPlace, moneyOf, type Order, type OrderFact } from '@nordhaut/ordering';
import { causeIn } from '@nordhaut/platform/envelope';
import type { Step } from './next-step.ts';
import type { Snapshot } from './run.ts';

/** What the processor said about an order's payment: it leads to the next question. */
const PAYMENT: readonly OrderFact[] = ['payment-started', 'paid', 'payment-failed'];

const cardDebts = (order: Order, areStarted: boolean): readonly OrderFact[] =>
  moneyOf(order)
    .debts.filter(({ way, started }) => way === 'card' && started === areStarted)
    .slice(0, areStarted ? 1 : undefined)
    .flatMap(debtFacts);

/** The facts of the order that lead to a step. The newest of them is its cause. */
function factsOf(step: Step, order: Order): readonly OrderFact[] {
  switch (step) {
    case 'pay':
    case 'await-payment':
      return ['placed', ...PAYMENT];
    case 'ship':
      return ['placed', 'paid'];
    case 'cancel':
      if (order.shipmentRejected) return ['shipment-rejected'];
      return order.payment.failure ? ['payment-failed', 'paid'] : [];
    case 'recall':
      return ['cancelled', 'shipment'];
    case 'find-parcel':
      return ['cancelled'];
    case 'link':
      return [`linked/${linkedToPlace(order)?.linkedOrderNo ?? ''}`, 'return-received'];
    case 'tell-origin':
      return ['cancelled', 'not-collected', 'return-received', 'linked-ended'];
    case 'take-rewards-back':
      return ['return-received', 'linked-ended'];
    case 'start-refund':
      return cardDebts(order, false);
    case 'refund':
      return cardDebts(order, true);
    case 'complete':
      return ['placed', 'paid', 'shipment'];
    case 'fail':
      return ['payment-failed', 'cancelled'];
    case 'claim':
    case 'reserve':
    case 'place':
    case 'done':
      return [];
  }
}

/**
 * The id of the event that leads to a step of the process, from the history alone. So the step has the same cause,
 * whether a request, a notify or the sweeper takes it.
 */
export function causeOf(step: Step, { claim, order, trails }: Snapshot): string | undefined {
  // The charge is announced after the order is placed, and before the processor says anything.
  const isPayment = step === 'pay' || step === 'await-payment';
  const announced = isPayment && causeIn(trails.order, PAYMENT) === undefined ? causeIn(trails.checkout, ['charge']) : undefined;
  if (announced !== undefined) return announced;
  const inOrder = order ? causeIn(trails.order, factsOf(step, order)) : undefined;
  return inOrder ?? (order ? undefined : claim?.eventId) ?? causeIn(trails.checkout, ['started', 'failed']);
}
