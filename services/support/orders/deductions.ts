import { type Order, type RefundReason, type RefundStarted, returnRefund } from '@nordhaut/ordering';
import * as words from './words.ts';

const { money } = words;

/** NT$ of the order, and of a return of all its goods with all gifts, as it was asked for */
export type Cost = { total: number; back: number; isAbroad: boolean };
export const costOf = (order: Order): Cost => ({
  total: order.terms.total,
  back: returnRefund(order),
  isAbroad: order.terms.delivery.type === 'INTERNATIONAL',
});

type Refunded = RefundStarted['data'];
/** What lessens a refund, in a sentence and in a sum. */
const WHY = {
  lateReturn: { sentence: '逾七日的退貨扣退貨運費', sum: '退貨運費（逾七日的退貨）' },
  lateReturnAbroad: { sentence: '逾七日的海外退貨不退', sum: '逾七日的海外退貨不退的部分' },
  gifts: { sentence: '扣未退回的贈品', sum: '未退回的贈品' },
  rewards: { sentence: '扣已使用的回饋', sum: '已使用的回饋' },
  earlier: { sentence: '扣先前的退款', sum: '先前的退款' },
} as const;
type Deduction = readonly [why: keyof typeof WHY, amount: number];
const shownDeductions = (deductions: readonly Deduction[]): string =>
  deductions.map(([why, amount]) => `${WHY[why].sentence} ${money(amount)}`).join('，');
const sumOf = (deductions: readonly Deduction[]): number => deductions.reduce((sum, [, amount]) => sum + amount, 0);

/** What a late return costs, and gifts that stay. */
const ofReturn = (due: number, { total, back, isAbroad }: Cost): Deduction[] => [
  [isAbroad ? 'lateReturnAbroad' : 'lateReturn', total - back],
  ['gifts', back - due],
];

/** Why as much is owed for goods that came back. */
export function deductionOf(due: number, cost: Cost | undefined): string {
  if (cost === undefined || cost.total === 0) return '';
  if (due >= cost.total) return '（訂單全額）';
  const deductions = ofReturn(due, cost).filter(([, amount]) => amount > 0);
  return `（訂單金額 ${money(cost.total)}，${shownDeductions(deductions)}）`;
}

/** For these the shop owes what the order cost; the amount of other refunds is support's choice, or another charge. */
const OWES_ALL: ReadonlySet<RefundReason> = new Set<RefundReason>([
  'CANCELLED',
  'SHIPMENT_REJECTED',
  'PAYMENT_TOO_LATE',
  'NOT_COLLECTED',
  'RETURN',
]);

/** What a refund lacks of the order's total; undefined where the order's facts do not add up to the refund. */
function deductionsOf(
  { amount, refundId, reason, strayTradeId }: Refunded,
  cost: Cost | undefined,
  after: Order | undefined,
): Deduction[] | undefined {
  if (!cost || !after || strayTradeId !== null || !OWES_ALL.has(reason)) return undefined;
  const others = [...after.refunds, ...after.startedRefunds].filter((one) => one.strayTradeId === null && one.refundId !== refundId);
  const forReturn: Deduction[] =
    reason === 'RETURN' ? [...ofReturn(after.return?.due ?? cost.total, cost), ['rewards', after.rewardsDeducted ?? 0]] : [];
  const earlier: Deduction = ['earlier', others.reduce((sum, one) => sum + one.amount, 0)];
  const deductions = [...forReturn, earlier].filter(([, less]) => less > 0);
  return cost.total - sumOf(deductions) === amount ? deductions : undefined;
}

/** Why a refund is as much as it is; empty where the order's facts do not add up to it. */
export function whyAmount(refund: Refunded, cost: Cost | undefined, after: Order | undefined): string {
  const deductions = deductionsOf(refund, cost, after);
  if (!deductions) return '';
  return deductions.length > 0 ? `，${shownDeductions(deductions)}` : '，全額，無扣除';
}

/** `已收 NT$1,000 − 退貨運費（逾七日的退貨） NT$120 = 應退 NT$880`; undefined where the order's facts do not add up to the refund. */
export function shownSum(refund: Refunded, order: Order): string | undefined {
  const { total } = order.terms;
  const deductions = deductionsOf(refund, costOf(order), order);
  if (!deductions) return undefined;
  if (deductions.length === 0) return `已收 ${money(total)}，全額退 ${money(refund.amount)}，無扣除`;
  const less = deductions.map(([why, amount]) => `− ${WHY[why].sum} ${money(amount)}`).join(' ');
  return `已收 ${money(total)} ${less} = 應退 ${money(refund.amount)}`;
}
