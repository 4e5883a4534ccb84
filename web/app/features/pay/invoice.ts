import { type PayFault, payFaults } from '@nordhaut/contracts';
import type { InvoiceFields } from '../checkout/fields.ts';

/** The digits of a typed text, at most 8. Chinese keyboards write full-width digits; they count too. */
export const bareUniformNumber = (text: string): string => text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, 8);

export type PayProblem = { field: 'card' | PayFault['field']; message: string };

/** The fields that were listed at the last attempt and are still wrong. A corrected field is not listed again before the next attempt. */
export const stillWrong = (listed: readonly PayProblem['field'][], problems: readonly PayProblem[]): PayProblem['field'][] =>
  listed.filter((field) => problems.some((problem) => problem.field === field));

/** The problems of the pay step without those of the card. The server checks the same rules. */
export const payProblems = (invoice: InvoiceFields, termsAccepted: boolean): PayProblem[] => payFaults({ invoice, termsAccepted });

/** Id of a field's control; the list of errors links to it. */
export const payFieldId = (field: string): string => `pay-${field}`;
