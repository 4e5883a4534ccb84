import type { VoucherRow } from '@nordhaut/contracts';

const LABELS: Readonly<Record<VoucherRow['state'], string>> = { active: '可使用', out: '已用完', expired: '已過期' };

/**
 * The state of a grant of shopping credit in words. An open order may give back what it holds, so such credit is not used up;
 * nor is what was taken back, as with the return of the order that earned it.
 */
export function voucherState({ state, reserved, takenBack }: Pick<VoucherRow, 'state' | 'reserved' | 'takenBack'>): string {
  if (state !== 'out') return LABELS[state];
  return reserved > 0 ? '訂單保留中' : takenBack > 0 ? '已收回' : LABELS.out;
}
