import type { DeliveryType, PaymentType } from '../vocabulary.ts';

export type DeliveryChoice<Store> = { payment: PaymentType; delivery: DeliveryType; store: Store | undefined };

/**
 * What one choice forces on the other (spec/3-purchase-flow §4, "Payment and delivery type"):
 * COD forces home delivery and clears the store, international forces CREDIT, home clears the store.
 */
export function choosePayment<S>(choice: DeliveryChoice<S>, payment: PaymentType): DeliveryChoice<S> {
  return payment === 'COD' ? { payment, delivery: 'HOME', store: undefined } : { ...choice, payment };
}

export function chooseDelivery<S>(choice: DeliveryChoice<S>, delivery: DeliveryType): DeliveryChoice<S> {
  if (delivery === 'HOME') return { ...choice, delivery, store: undefined };
  // COD is for home delivery alone, so leaving home leaves COD as well.
  if (delivery === 'INTERNATIONAL') return { payment: 'CREDIT', delivery, store: undefined };
  return { ...choice, payment: 'CREDIT', delivery };
}

/** Whether payment and delivery go together; the server refuses what the page would never send. */
export const choiceIsConsistent = (payment: PaymentType, delivery: DeliveryType): boolean => payment === 'CREDIT' || delivery === 'HOME';
