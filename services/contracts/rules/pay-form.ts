import type { InvoiceType } from '../vocabulary.ts';
import { formMessages as messages } from './form-messages.ts';

export type PayForm = { invoice: { type: InvoiceType; uniformNumber: string; companyTitle: string }; termsAccepted: boolean };
export type PayFault = {
  field: 'uniformNumber' | 'companyTitle' | 'terms';
  code: 'UNIFORM_NUMBER_INVALID' | 'COMPANY_TITLE_REQUIRED' | 'TERMS_NOT_ACCEPTED';
  message: string;
};

/** What the pay step lacks beside the card, in the order of the fields (spec/3-purchase-flow §5, "Pay step"). */
export function payFaults({ invoice, termsAccepted }: PayForm): PayFault[] {
  const found: PayFault[] = [];
  if (invoice.type === 'UNIFORM_NUMBER') {
    if (!/^\d{8}$/.test(invoice.uniformNumber.trim()))
      found.push({ field: 'uniformNumber', code: 'UNIFORM_NUMBER_INVALID', message: messages.uniformNumber });
    if (!invoice.companyTitle.trim()) found.push({ field: 'companyTitle', code: 'COMPANY_TITLE_REQUIRED', message: messages.companyTitle });
  }
  if (!termsAccepted) found.push({ field: 'terms', code: 'TERMS_NOT_ACCEPTED', message: messages.terms });
  return found;
}
