import { RETURN_REASONS, type ReturnReason, type ReturnRequest } from '@nordhaut/contracts';
import { messages, RETURN_REASON_LABELS } from './messages.ts';

/** The fields of the return form, as typed. */
export type ReturnFields = { reason: ReturnReason; comment: string; bankCode: string; accountNo: string; holder: string };
export type ReturnField = Exclude<keyof ReturnFields, 'reason'>;

export const EMPTY_RETURN: ReturnFields = { reason: RETURN_REASONS[0], comment: '', bankCode: '', accountNo: '', holder: '' };

/** Typed digits without what stands between them, also signs that nobody sees; full-width digits become ASCII. A letter stays, as a fault. */
const digits = (text: string): string => text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The reason as text: the buyer's text, or the text of the choice. Empty for 其他 without a text. */
export const commentOf = ({ reason, comment }: Pick<ReturnFields, 'reason' | 'comment'>): string =>
  comment.trim() || (reason === 'OTHER' ? '' : RETURN_REASON_LABELS[reason]);

/**
 * The problems by field, in the order of the form.
 * @param byTransfer the refund goes to a bank account
 * @param asMember the member's form has its own words (spec/2-accounts-and-members §5)
 */
export function returnProblems(fields: ReturnFields, byTransfer: boolean, asMember = false): Partial<Record<ReturnField, string>> {
  return {
    ...(commentOf(fields) === '' && { comment: asMember ? messages.memberReturnReason : messages.returnReason }),
    ...(byTransfer && !/^\d{3}$/.test(digits(fields.bankCode)) && { bankCode: messages.bankCode }),
    ...(byTransfer && !/^\d{6,16}$/.test(digits(fields.accountNo)) && { accountNo: messages.accountNo }),
    ...(byTransfer && fields.holder.trim() === '' && { holder: messages.holder }),
  };
}

export function returnRequest(fields: ReturnFields, byTransfer: boolean): ReturnRequest {
  return {
    reason: fields.reason,
    returnComment: commentOf(fields),
    ...(byTransfer && {
      bankAccount: { bankCode: digits(fields.bankCode), accountNo: digits(fields.accountNo), holder: fields.holder.trim() },
    }),
  };
}
