import type { OrderFacts } from '@nordhaut/contracts';

/**
 * How an order stands for a buyer who just paid, or who comes back to the result page.
 * `later`: the order has moved on; the look-up shows how.
 */
export type Outcome = 'paid' | 'cod' | 'failed' | 'cancelled' | 'confirming' | 'later';

/** Only a payment that the server reports as paid is shown as paid; the bank's redirect is never believed. */
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

/** An order number as people type or paste it: spaces and dashes out, capitals. */
export const bareOrderNo = (text: string): string => text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();

/** An order number in groups of four, as it is read aloud. */
export const groupsOf = (orderNo: string): string[] => orderNo.match(/.{1,4}/g) ?? [];
