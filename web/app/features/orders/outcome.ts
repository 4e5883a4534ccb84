import { type OrderFacts, typedCode } from '@nordhaut/contracts';

/**
 * The outcome of an order, for a buyer who has just paid or who opens the result page again. `later`: the order is past
 * the payment, and the look-up shows its state.
 */
export type Outcome = 'paid' | 'cod' | 'failed' | 'cancelled' | 'confirming' | 'later';

/** Only a payment that the server reports as paid is shown as paid. The bank's redirect is never trusted. */
export function outcomeOf({ phase, payment }: Pick<OrderFacts, 'phase' | 'payment'>): Outcome {
  switch (phase) {
    case 'awaiting-payment':
      return 'confirming';
    case 'payment-failed':
      return 'failed';
    case 'cancelled':
      return 'cancelled';
    case 'preparing':
    case 'on-its-way':
    case 'at-store':
      return ON_ITS_WAY[payment];
    case 'delivered':
    case 'not-collected':
    case 'return-requested':
    case 'returning':
    case 'refunded':
      return 'later';
  }
}

const ON_ITS_WAY: Readonly<Record<OrderFacts['payment'], Outcome>> = {
  pending: 'confirming',
  paid: 'paid',
  failed: 'failed',
  'on-delivery': 'cod',
  collected: 'cod',
};

/** A typed order number without spaces and dashes, in capitals. Who copies it from a mail may copy its label 訂單編號 too. */
export const bareOrderNo = (text: string): string =>
  typedCode(text)
    .replaceAll(/\p{Pd}/gu, '')
    .replace(/^(?:\p{Script=Han}+:?|#)(?=[A-Z\d])/u, '');

/** An order number in groups of four, to be read aloud. */
export const groupsOf = (orderNo: string): string[] => orderNo.match(/.{1,4}/g) ?? [];
