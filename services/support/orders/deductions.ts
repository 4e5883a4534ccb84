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
type Deduction = readonly [why: string, amount: number];
const shownDeductions = (deductions: readonly Deduction[]): string =>
  deductions.map(([why, amount]) => `${why} ${money(amount)}`).join('，');
const sumOf = (deductions: readonly Deduction[]): number => deductions.reduce((sum, [, amount]) => sum + amount, 0);

/** What a late return costs, and gifts that stay. */
const ofReturn = (due: number, { total, back, isAbroad }: Cost): Deduction[] => [
  [isAbroad ? '逾七日的海外退貨不退' : '逾七日的退貨扣退貨運費', total - back],
  ['扣未退回的贈品', back - due],
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

/** Why a refund is as much as it is; empty where the order's facts do not add up to it. */
export function whyAmount({ amount, refundId, reason, strayTradeId }: Refunded, cost: Cost | undefined, after: Order | undefined): string {
  if (!cost || !after || strayTradeId !== null || !OWES_ALL.has(reason)) return '';
  const others = [...after.refunds, ...after.startedRefunds].filter((one) => one.strayTradeId === null && one.refundId !== refundId);
  const forReturn: Deduction[] =
    reason === 'RETURN' ? [...ofReturn(after.return?.due ?? cost.total, cost), ['扣已使用的回饋', after.rewardsDeducted ?? 0]] : [];
  const earlier: Deduction = ['扣先前的退款', others.reduce((sum, one) => sum + one.amount, 0)];
  const deductions = [...forReturn, earlier].filter(([, less]) => less > 0);
  if (cost.total - sumOf(deductions) !== amount) return '';
  return deductions.length > 0 ? `，${shownDeductions(deductions)}` : '，全額，無扣除';
}
