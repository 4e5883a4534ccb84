import { moneyOf, notRefunded, type Debt, type Order } from '@nordhaut/ordering';
import type { CheckoutDeps } from './deps.ts';
import { isOver } from './is-over.ts';
import type { Run } from './run.ts';

/** Records which refunds the shop will make. The command is decided on the order's newest state, which a report may have changed. */
export async function startRefund(run: Run): Promise<void> {
  await run.order(`start-refund@${run.snapshot.revision}`, { type: 'StartRefunds', at: run.now() });
}

/**
 * Somebody proposed a transfer in place of this refund. The card is not asked until the proposal is judged. So when it is approved, no call
 * can be under way whose money the transfer would pay a second time.
 */
const isHeldBack = (order: Order, { refundId }: Debt): boolean =>
  order.proposals?.some((one) => one.verdict === 'OPEN' && one.as === 'by-transfer' && one.refundId === refundId) === true;

/**
 * Makes a refund that was decided. One that the processor does not make must not hold up those of other charges, which may be on other
 * cards. Of one charge they come one after the other, because the processor's record has one sum for all of them. A repeated call has the
 * same refund id, so it is harmless.
 * @returns `later` if the processor made none of them
 */
export async function refundPayment(deps: CheckoutDeps, run: Run): Promise<'done' | 'later'> {
  const order = run.placed();
  const decided = moneyOf(order).debts.filter(({ started, way }) => started && way === 'card');
  const isNext = ({ strayTradeId }: Debt, at: number): boolean => decided.findIndex((one) => one.strayTradeId === strayTradeId) === at;
  const sent = decided.filter(isNext).filter((debt) => !isHeldBack(order, debt));
  for (const debt of sent) if ((await refundDebt(deps, run, debt)) === 'done') return 'done';
  return 'later';
}

async function refundDebt(deps: CheckoutDeps, run: Run, debt: Debt): Promise<'done' | 'later'> {
  const order = run.placed();
  const recTradeId = debt.strayTradeId ?? order.payment.recTradeId;
  if (recTradeId === null) return 'later';
  const { refundId, amount } = debt;
  const refundedBefore = refundedToCard(order, debt.strayTradeId);
  const outcome = await deps.processor.refund({ recTradeId, refundId, amount, refundedBefore });
  if (outcome.kind === 'refunded') {
    if (outcome.amount !== amount)
      deps.log.error(
        { orderNo: run.orderNo, refundId, decided: amount, refunded: outcome.amount },
        'the processor paid another amount back',
      );
    return recordRefund(run, debt, outcome.amount);
  }
  if (outcome.kind === 'refused' && (await recordRefundElsewhere(deps, run, debt, recTradeId)).state === 'paid') return 'done';
  // Without the processor's message, which is free text.
  const why = outcome.kind === 'refused' ? { code: outcome.code } : { reason: outcome.reason };
  deps.log.warn({ orderNo: run.orderNo, outcome: outcome.kind, ...why }, 'refund not done yet');
  return 'later';
}

/** NT$ of a charge that were refunded to its card, by the order's own history. */
const refundedToCard = ({ refunds }: Order, strayTradeId: string | null): number =>
  refunds.reduce((total, refund) => (refund.strayTradeId === strayTradeId && refund.way === 'card' ? total + refund.amount : total), 0);

/**
 * Records what the processor paid back. Where that is less than what was decided, the rest stays owed. What it paid beyond that answers no
 * decision: it is a difference of the books, which the daily comparison lists for support (infra/decisions/096).
 */
async function recordRefund(run: Run, { started: _, ...refund }: Debt, paid: number): Promise<'done'> {
  const amount = Math.min(paid, refund.amount);
  await run.order(`refund/${refund.refundId}/${amount}`, { type: 'IssueRefund', ...refund, amount, at: run.now() });
  return 'done';
}

/**
 * What the processor's record says of a refund that was decided. `none`: there is no such refund any more. `open`: the processor paid
 * nothing of it. `under-way`: nor did it, but a call may still be on its way. `paid`: it paid `refunded` back that the order did not know,
 * which is recorded now, and `left` of the refund is still owed. NT$.
 */
export type RefundRecord = { state: 'none' | 'open' | 'under-way' | 'unknown' } | { state: 'paid'; refunded: number; left: number };

/**
 * Asks the processor's record about a refund that was decided, before people pay it in another way.
 * @param heldSince ISO, since when no process begins a call for it. One that began before is over after the grace time.
 */
export async function lookUpRefund(deps: CheckoutDeps, run: Run, refundId: string, heldSince?: string): Promise<RefundRecord> {
  const found = await lookUp(deps, run, refundId);
  const mayBeUnderWay = heldSince !== undefined && !isOver(deps, heldSince, deps.graceMs);
  return found.state === 'open' && mayBeUnderWay ? { state: 'under-way' } : found;
}

async function lookUp(deps: CheckoutDeps, run: Run, refundId: string): Promise<RefundRecord> {
  const order = run.placed();
  const debt = moneyOf(order).debts.find((one) => one.started && one.refundId === refundId);
  const recTradeId = debt?.strayTradeId ?? order.payment.recTradeId;
  return debt && recTradeId !== null ? recordRefundElsewhere(deps, run, debt, recTradeId) : { state: 'none' };
}

/**
 * Records what the processor paid back and the order does not know. The record has one sum and no refund ids: the process may have died
 * before it recorded its own refund, or somebody refunded in the processor's back office. Both answer the refund that was decided.
 * Otherwise a refund of a part of the charge would be paid twice. Another refund of the charge that goes to the card is answered first,
 * because only the first one of these was sent. What goes beyond both was made at the processor.
 */
async function recordRefundElsewhere(deps: CheckoutDeps, run: Run, debt: Debt, recTradeId: string): Promise<RefundRecord> {
  const { strayTradeId, refundId } = debt;
  const found = await deps.processor.find({ recTradeId });
  if (found.kind !== 'found') return { state: 'unknown' };
  const { status, originalAmount, refundedAmount } = found.record;
  // A cancelled charge holds no money any more.
  const gone = status === 'cancelled' ? originalAmount : refundedAmount;
  const refunded = Math.min(gone - refundedToCard(run.placed(), strayTradeId), notRefunded(run.placed(), strayTradeId));
  if (refunded <= 0) return { state: 'open' };
  const isSent = (one: Debt): boolean => one.started && one.way === 'card' && one.strayTradeId === strayTradeId;
  const sent = moneyOf(run.placed()).debts.find(isSent);
  const ofSent = sent && sent.refundId !== refundId ? Math.min(refunded, sent.amount) : 0;
  if (sent && ofSent > 0) await recordRefund(run, sent, ofSent);
  const ofDebt = Math.min(refunded - ofSent, debt.amount);
  if (ofDebt > 0) await recordRefund(run, { ...debt, way: 'card' }, ofDebt);
  const beyond = refunded - ofSent - ofDebt;
  if (beyond > 0) {
    const what = {
      refundId: elsewhereId(recTradeId, gone),
      amount: beyond,
      reason: 'REFUNDED_AT_PROCESSOR',
      way: 'card',
      strayTradeId,
    } as const;
    await run.order(`refund/${what.refundId}`, { type: 'IssueRefund', at: run.now(), ...what });
  }
  return ofDebt > 0 ? { state: 'paid', refunded: refunded - ofSent, left: debt.amount - ofDebt } : { state: 'open' };
}

/** Id of a refund that was made at the processor, formed from the amount that was refunded so far. */
export const elsewhereId = (recTradeId: string, refunded: number): string => `AT${recTradeId}-${refunded}`;
