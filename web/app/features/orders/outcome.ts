/** How an order stands for somebody who just paid, or comes back to that page (`later`); from the server's word alone, never from the bank's redirect. */
export type Outcome = 'paid' | 'cod' | 'failed' | 'confirming' | 'later';

/** @param code of the order's display status (spec/2-accounts-and-members §4) */
export function outcomeOf(code: string): Outcome {
  switch (code) {
    case 'AWAITING_PAYMENT':
      return 'confirming';
    case 'PAYMENT_FAILED':
    case 'CANCELLED':
      return 'failed';
    case 'COD':
      return 'cod';
    case 'RETURN_APPLY':
    case 'RETURN':
    case 'REFUNDED':
      return 'later';
    default:
      return 'paid';
  }
}

/** An order number as people type or paste it: spaces and dashes out, capitals. */
export const bareOrderNo = (text: string): string => text.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();
