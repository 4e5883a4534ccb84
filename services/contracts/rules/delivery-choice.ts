import type { DeliveryType, PaymentType } from '../vocabulary.ts';

export type DeliveryChoice<Store> = { payment: PaymentType; delivery: DeliveryType; store: Store | undefined };

/**
 * The effects of one choice on the others (spec/3-purchase-flow §4, "Payment and delivery type"): COD forces home delivery
 * and clears the store, international forces CREDIT, home clears the store.
 */
export function choosePayment<S>(choice: DeliveryChoice<S>, payment: PaymentType): DeliveryChoice<S> {
  return payment === 'COD' ? { payment, delivery: 'HOME', store: undefined } : { ...choice, payment };
}

export function chooseDelivery<S>(choice: DeliveryChoice<S>, delivery: DeliveryType): DeliveryChoice<S> {
  if (delivery === 'HOME') return { ...choice, delivery, store: undefined };
  // COD needs home delivery, so another delivery clears COD.
  if (delivery === 'INTERNATIONAL') return { payment: 'CREDIT', delivery, store: undefined };
  return { ...choice, payment: 'CREDIT', delivery };
}

/** Whether payment and delivery can be combined. The server checks it too. */
export const choiceIsConsistent = (payment: PaymentType, delivery: DeliveryType): boolean => payment === 'CREDIT' || delivery === 'HOME';
