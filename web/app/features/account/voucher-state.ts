import type { VoucherRow } from '@nordhaut/contracts';

const LABELS: Readonly<Record<VoucherRow['state'], string>> = { active: '可使用', out: '已用完', expired: '已過期' };

/** The state of a grant of shopping credit in words. An open order may give back what it holds, so such credit is not used up. */
export const voucherState = ({ state, reserved }: Pick<VoucherRow, 'state' | 'reserved'>): string =>
  state === 'out' && reserved > 0 ? '訂單保留中' : LABELS[state];
