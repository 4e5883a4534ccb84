import { INVOICE_TYPES, type PayFault, payFaults } from '@nordhaut/contracts';
import * as z from 'zod/mini';

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

export type PayProblem = { field: 'card' | PayFault['field']; message: string };

/**
 * Of the fields that were named at the last try, those that have been wrong ever since: what is put right is named no
 * more, and what nobody has tried to send is not named yet.
 */
export const stillWrong = (told: readonly PayProblem['field'][], problems: readonly PayProblem[]): PayProblem['field'][] =>
  told.filter((field) => problems.some((problem) => problem.field === field));

/** What the pay step still needs besides the card. The server checks the same rules. */
export const payProblems = (invoice: InvoiceFields, termsAccepted: boolean): PayProblem[] => payFaults({ invoice, termsAccepted });
