import { RETURN_REASONS, type ReturnReason, type ReturnRequest } from '@nordhaut/contracts';
import { messages, RETURN_REASON_LABELS } from './messages.ts';

/** What the return form holds while it is filled in. */
export type ReturnFields = { reason: ReturnReason; comment: string; bankCode: string; accountNo: string; holder: string };
export type ReturnField = Exclude<keyof ReturnFields, 'reason'>;

export const EMPTY_RETURN: ReturnFields = { reason: RETURN_REASONS[0], comment: '', bankCode: '', accountNo: '', holder: '' };

/** Digits as people write them: full-width, with spaces and dashes. */
const digits = (text: string): string => text.normalize('NFKC').replaceAll(/[\s-]/g, '');

/** The reason in words: the buyer's own, else those of the choice. Empty where 其他 is chosen and nothing written. */
export const commentOf = ({ reason, comment }: Pick<ReturnFields, 'reason' | 'comment'>): string =>
  comment.trim() || (reason === 'OTHER' ? '' : RETURN_REASON_LABELS[reason]);

/** What is missing, by field, in the order of the form. `byTransfer`: the money goes back to a bank account. */
export function returnProblems(fields: ReturnFields, byTransfer: boolean): Partial<Record<ReturnField, string>> {
  return {
    ...(commentOf(fields) === '' && { comment: messages.returnReason }),
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
