import { INVOICE_TYPES } from '@nordhaut/contracts';
import * as z from 'zod/mini';
import { messages } from './messages.ts';

export const InvoiceFields = z.object({ type: z.enum(INVOICE_TYPES), uniformNumber: z.string(), companyTitle: z.string() });
export type InvoiceFields = z.infer<typeof InvoiceFields>;

/** Digits only, at most 8; full-width ones count, as Chinese keyboards write them. */
export const bareUniformNumber = (text: string): string => text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, 8);

/** What the pay step still needs besides the card (spec/3-purchase-flow §5, "Pay step"). */
export function payProblems(
  invoice: InvoiceFields,
  termsAccepted: boolean,
): { field: 'uniformNumber' | 'companyTitle' | 'terms'; message: string }[] {
  const found: ReturnType<typeof payProblems> = [];
  if (invoice.type === 'UNIFORM_NUMBER') {
    if (!/^\d{8}$/.test(invoice.uniformNumber)) found.push({ field: 'uniformNumber', message: messages.uniformNumber });
    if (!invoice.companyTitle.trim()) found.push({ field: 'companyTitle', message: messages.companyTitle });
  }
  if (!termsAccepted) found.push({ field: 'terms', message: messages.terms });
  return found;
}
