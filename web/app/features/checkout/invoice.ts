import { INVOICE_TYPES, isMobileBarcode, mobileBarcodeOf } from '@nordhaut/contracts';
import * as z from 'zod/mini';
import { messages } from './messages.ts';

export const InvoiceFields = z.object({
  type: z.enum(INVOICE_TYPES),
  uniformNumber: z.string(),
  companyTitle: z.string(),
  /** as typed; empty for none */
  mobileBarcode: z._default(z.string(), ''),
});
export type InvoiceFields = z.infer<typeof InvoiceFields>;

/** Digits only, at most 8; full-width ones count, as Chinese keyboards write them. */
export const bareUniformNumber = (text: string): string => text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, 8);

export type PayProblem = { field: 'card' | 'uniformNumber' | 'companyTitle' | 'mobileBarcode' | 'terms'; message: string };

/**
 * Of the fields that were named at the last try, those that have been wrong ever since: what is put right is named no
 * more, and what nobody has tried to send is not named yet.
 */
export const stillWrong = (told: readonly PayProblem['field'][], problems: readonly PayProblem[]): PayProblem['field'][] =>
  told.filter((field) => problems.some((problem) => problem.field === field));

/** What the pay step still needs besides the card (spec/3-purchase-flow §5, "Pay step"). */
export function payProblems(invoice: InvoiceFields, termsAccepted: boolean): PayProblem[] {
  const found: PayProblem[] = [];
  if (invoice.type === 'UNIFORM_NUMBER') {
    if (!/^\d{8}$/.test(invoice.uniformNumber)) found.push({ field: 'uniformNumber', message: messages.uniformNumber });
    if (!invoice.companyTitle.trim()) found.push({ field: 'companyTitle', message: messages.companyTitle });
  }
  const barcode = mobileBarcodeOf(invoice.mobileBarcode);
  if (invoice.type === 'NORMAL' && barcode && !isMobileBarcode(barcode))
    found.push({ field: 'mobileBarcode', message: messages.mobileBarcode });
  if (!termsAccepted) found.push({ field: 'terms', message: messages.terms });
  return found;
}
