import type { InvoiceType } from '../vocabulary.ts';
import { formMessages as messages } from './form-messages.ts';
import { companyTitleOf, isMobileBarcode, mobileBarcodeOf } from './invoice.ts';

export type PayForm = {
  invoice: { type: InvoiceType; uniformNumber: string; companyTitle: string; mobileBarcode: string };
  termsAccepted: boolean;
};
export type PayFault = {
  field: 'uniformNumber' | 'companyTitle' | 'mobileBarcode' | 'terms';
  code: 'UNIFORM_NUMBER_INVALID' | 'COMPANY_TITLE_REQUIRED' | 'MOBILE_BARCODE_INVALID' | 'TERMS_NOT_ACCEPTED';
  message: string;
};

/** The faults of the pay step without the card, in the order of the fields (spec/3-purchase-flow §5, "Pay step"). */
export function payFaults({ invoice, termsAccepted }: PayForm): PayFault[] {
  const found: PayFault[] = [];
  if (invoice.type === 'UNIFORM_NUMBER') {
    if (!/^\d{8}$/.test(invoice.uniformNumber.trim()))
      found.push({ field: 'uniformNumber', code: 'UNIFORM_NUMBER_INVALID', message: messages.uniformNumber });
    if (!companyTitleOf(invoice.companyTitle))
      found.push({ field: 'companyTitle', code: 'COMPANY_TITLE_REQUIRED', message: messages.companyTitle });
  }
  const barcode = mobileBarcodeOf(invoice.mobileBarcode);
  if (invoice.type === 'NORMAL' && barcode && !isMobileBarcode(barcode))
    found.push({ field: 'mobileBarcode', code: 'MOBILE_BARCODE_INVALID', message: messages.mobileBarcode });
  if (!termsAccepted) found.push({ field: 'terms', code: 'TERMS_NOT_ACCEPTED', message: messages.terms });
  return found;
}
