import type { ActsAnswer } from '@nordhaut/contracts/support';
import { creditGrantable, goodwillCredit, grantable, moneyOf, mostGoodwill, type Order, ownTaken, worthLeft } from '@nordhaut/ordering';
import { money } from '../orders/words.ts';
import { givenSoFar, type OrderLimits } from './limits.ts';

/** `已收 NT$1,000 − 已退或待退 NT$880`; parts of NT$ 0 are left out. */
const sumOf = (first: string, ...less: [what: string, amount: number][]): string =>
  [first, ...less.flatMap(([what, amount]) => (amount > 0 ? [`${what} ${money(amount)}`] : []))].join(' − ');

/**
 * Pure: where the most that goodwill can have comes from, and from which amount a second person decides, in words. The decision has the
 * same figures (`limits.ts`).
 * @param usedToday what was decided alone today by the caller, and by accounts that may be the same person
 */
export function boundsOf(order: Order, usedToday: number, limits: OrderLimits): ActsAnswer['bounds'] {
  const { terms } = order;
  const own = (amounts: readonly { amount: number; strayTradeId: string | null }[]): number =>
    amounts.reduce((sum, { amount, strayTradeId }) => (strayTradeId === null ? sum + amount : sum), 0);
  const back = own([...order.refunds, ...moneyOf(order).debts]);
  const taken = ownTaken(order);
  const whole = mostGoodwill(order) < grantable(order) ? '；全額請改為取消訂單' : '';
  const [refund, credit] = [Math.max(0, grantable(order)), Math.max(0, creditGrantable(order))];
  const worth = terms.total + terms.credit;
  const worthIs = `訂單 ${money(terms.total)}${terms.credit > 0 ? ` + 使用的購物金 ${money(terms.credit)}` : ''}`;
  return {
    goodwill: `${sumOf(`已收 ${money(taken)}`, ['已退或待退', back], ['已換貨或補寄', taken - back - refund])}${whole}；${second(order, refund, usedToday, limits)}`,
    credit: `${sumOf(worthIs, ['已退或待退', worth - worthLeft(order)], ['已贈送', goodwillCredit(order)])}；${second(order, credit, usedToday, limits)}`,
  };
}

function second(order: Order, most: number, usedToday: number, limits: OrderLimits): string {
  const { aloneMax, aDay } = limits;
  if (usedToday >= aDay) return `今天已單獨決定 ${aDay} 筆（啟用未滿 24 小時的帳號與其建立者合計），須由另一位同仁覆核`;
  const alone = Math.max(0, aloneMax - givenSoFar(order, limits));
  if (alone === 0) return `此訂單的補償合計超過 ${money(aloneMax)}，須由另一位同仁覆核`;
  return alone >= most ? '您可單獨決定' : `超過 ${money(alone)} 須由另一位同仁覆核`;
}
