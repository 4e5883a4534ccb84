import { shownTime } from '@nordhaut/contracts';
import type { SummaryLine } from '@nordhaut/contracts/support';
import { cashTaken, isPaidByCredit, moneyOf, ON_CARD_AFTER, type Order } from '@nordhaut/ordering';
import { chargedNothing, shownAmount, shownPayment, shownRefundUntil } from './amounts.ts';
import { shownSum } from './deductions.ts';
import { OUTCOMES, WHY_KEPT } from './promotion-sentences.ts';
import { whyNoCoupon } from './sentences.ts';
import { approval, byWhom, type Told } from './told.ts';
import * as words from './words.ts';

const { money } = words;
type Debt = ReturnType<typeof moneyOf>['debts'][number];

const line = (label: string, value: string | undefined): SummaryLine[] => (value ? [{ label, value }] : []);

export function moneyLines(told: Told): SummaryLine[] {
  const { order } = told;
  return [
    ...holdLines(told),
    ...line('付款', paymentOf(told)),
    ...line('銀行交易編號', order.payment.bankTransactionId ?? undefined),
    ...line('訂單金額', shownAmount(order)),
    ...line('優惠券', couponsOf(told)),
    ...line('購物金', creditOf(told)),
    ...line('回饋收回', rewardsOf(told)),
    ...refundLines(told),
    ...proposalLines(told),
    ...goodwillLines(told),
    ...order.strays.flatMap(({ amount, bankTransactionId }) => line('重複扣款', `${money(amount)}，銀行交易編號 ${bankTransactionId}`)),
  ];
}

/** The bank may have paid the buyer back already. A refund of the shop would then pay twice. */
const IN_DISPUTE = '；銀行可能已將款項退給持卡人，退款前請先確認';

/** The holds that stand, and who placed them. */
const holdLines = ({ order: { holds = [], payment, strays }, last }: Told): SummaryLine[] =>
  holds.flatMap((hold) => {
    const placed = last('HoldPlaced', { hold });
    const isCharged = payment.paid > 0 || strays.length > 0;
    const warning = hold === 'DISPUTE' && isCharged ? IN_DISPUTE : '';
    return line(words.HOLDS[hold] ?? hold, placed && `進行中，由${byWhom(placed, '登記')}${warning}`);
  });

/** Whether the payment succeeded, and when, also after a refund; whether a failed one can be repeated. */
function paymentOf({ order, last }: Told): string {
  const { payment, terms, receivedAt } = order;
  if (terms.linked) return '不另收費';
  if (payment.status === 'COLLECT')
    return `貨到付款，${receivedAt ? `物流已代收 ${money(cashTaken(order))}（${shownTime(receivedAt)}）` : '未收款'}`;
  if (payment.failure && payment.paid === 0) {
    const { reason, providerCode } = payment.failure;
    const meaning = providerCode === null ? undefined : words.PROCESSOR_CODES[providerCode];
    return `信用卡，付款失敗：${words.PAYMENT_FAILURES[reason]}${meaning ? `（${meaning}）` : ''}；${chargedNothing(reason)}`;
  }
  const paid = last('CardPaymentAuthorised');
  if (!paid || payment.failure) return shownPayment(order);
  const back = payment.status === 'RETURN' ? '；之後已全額退款' : payment.refunded > 0 ? '；之後已部分退款' : '';
  return `信用卡，付款成功，已收 ${money(payment.paid)}（${shownTime(paid.at)}）${back}`;
}

type GivenBack = { outcome: keyof typeof OUTCOMES; coupons: { couponId: string }[]; credit: { amount: number }[] };
/** What the wallet says of the order's coupons and credit after it came to nothing. */
function givenBack({ last }: Told): (GivenBack & { at: string }) | undefined {
  const event = last('PromotionsRestored') ?? last('PromotionsReleased');
  return event && { outcome: 'FAILED', ...(event.raw.data as Omit<GivenBack, 'outcome'>), at: shownTime(event.at) };
}

function couponsOf(told: Told): string {
  const { terms } = told.order;
  const gifts = (terms.promotions?.coupons ?? []).filter(({ discount }) => !discount);
  const used = [
    ...terms.discounts.map(({ name, amount }) => `${name} −${money(amount)}`),
    ...gifts.map(({ name, gifts: { length } }) => `${name}（贈 ${length} 項）`),
  ];
  if (used.length === 0) return `未使用${whyNoCoupon(terms)}`;
  const back = givenBack(told);
  if (!back || (terms.promotions?.coupons ?? []).length === 0) return used.join('、');
  if (back.coupons.length > 0) return `${used.join('、')}；已因${OUTCOMES[back.outcome]}歸還（${back.at}）`;
  return `${used.join('、')}${back.outcome === 'RETURNED' ? `；退貨後不歸還：${WHY_KEPT}` : ''}`;
}

function creditOf(told: Told): string | undefined {
  const { credit } = told.order.terms;
  if (credit === 0) return undefined;
  const back = givenBack(told);
  const sum = (back?.credit ?? []).reduce((total, { amount }) => total + amount, 0);
  return `折抵 ${money(credit)}${back && sum > 0 ? `；已因${OUTCOMES[back.outcome]}歸還 ${money(sum)}（${back.at}）` : ''}`;
}

function rewardsOf({ last, rewards }: Told): string | undefined {
  const event = last('RewardsTakenBack');
  if (!event) return undefined;
  return rewards.length > 0 ? `${rewards.join('、')}（${shownTime(event.at)}）` : '無：此訂單的購物金回饋尚未發放';
}

/** Each refund once: as a sum, where it goes, whether it arrived, and who decided it where a person did. */
function refundLines(told: Told): SummaryLine[] {
  const { order } = told;
  const { taken, paidBack, owed, debts } = moneyOf(order);
  const lines = [
    ...order.refunds.map((refund) => [refund, arrived(refund)] as const),
    ...debts.map((debt) => [debt, pending(debt, order)] as const),
  ].flatMap(([refund, what]) => {
    const { amount, reason, refundId } = refund;
    const value = [shownSum({ at: '', ...refund }, order) ?? money(amount), what, decidedBy(told, reason, refundId)];
    return line(words.REFUND_LABELS[reason] ?? '退款', value.filter(Boolean).join('；'));
  });
  if (lines.length > 1) return [...lines, ...line('退款合計', `已退 ${money(paidBack)}，尚須退 ${money(owed)}`)];
  if (lines.length === 1) return lines;
  if (taken > 0) return line('退款', whyNothing(order) ?? '無');
  return order.cancelled ? line('退款', `無須退款（${isPaidByCredit(order) ? '全額以購物金支付' : '未收款'}）`) : [];
}

/** The sum of a return that leaves nothing to pay back, such as a late one of a small order abroad. */
const whyNothing = (order: Order): string | undefined =>
  order.return?.receivedAt == null
    ? undefined
    : shownSum({ at: '', reason: 'RETURN', amount: 0, refundId: '', way: 'card', strayTradeId: null }, order);

const arrived = ({ at, way }: Order['refunds'][number]): string =>
  `${shownTime(at)} ${words.WAYS[way]}${way === 'card' ? `，銀行通常 ${ON_CARD_AFTER}入帳` : ''}`;

const pending = ({ reason, way, started }: Debt, order: Order): string =>
  `${started ? '' : '待決定，'}尚未入帳，將${words.WAYS[way]}${shownRefundUntil(reason, order)}`;

/** Goodwill is the choice of people; a rule decides the others. */
function decidedBy(told: Told, reason: string, refundId: string): string | undefined {
  const event = told.last('RefundStarted', { refundId });
  if (!event || reason !== 'GOODWILL') return undefined;
  return approval(told, event) ?? `${event.actor.name}決定`;
}

/** What waits for a second person, and what a second person declined. */
const proposalLines = ({ order, last }: Told): SummaryLine[] =>
  (order.proposals ?? []).flatMap(({ proposalId, verdict, amount, as, over, by }) => {
    const proposed = last('RefundProposed', { proposalId });
    if (verdict === 'APPROVED' || !proposed) return [];
    const what = `${words.PROPOSED[as ?? 'refund']} ${money(amount)}，${byWhom(proposed, '提出')}`;
    const declined = last('RefundDeclined', { proposalId });
    if (verdict === 'OPEN') return line('待覆核', `${what}，等另一位同仁覆核${over ? `（${words.overLimit(over)}）` : ''}`);
    return line('未通過的提案', `${what}${declined ? `，${byWhom(declined, declined.raw.data['by'] === by ? '撤回' : '不同意')}` : ''}`);
  });

const goodwillLines = (told: Told): SummaryLine[] =>
  (told.order.goodwillCredit ?? []).flatMap(({ creditId, amount, revoked }) => {
    const granted = told.last('GoodwillCreditGranted', { creditId });
    const who = granted && (approval(told, granted) ?? byWhom(granted, '贈送'));
    const back = revoked ? told.last('GoodwillCreditRevoked', { creditId }) : undefined;
    const parts = [`${money(amount)}（${creditId}）`, who, back && byWhom(back, '收回未使用的餘額')];
    return line('贈送購物金', parts.filter(Boolean).join('，'));
  });
