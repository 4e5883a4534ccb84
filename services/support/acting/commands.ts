import type { OrderAct } from '@nordhaut/contracts/support';
import { supersedes } from '@nordhaut/logistics';
import { awaitsRewards, moneyOf, needsRecall, type Order, type OrderCommand, orderFacts, type RefundLimit } from '@nordhaut/ordering';
import { type Decision, reject } from '@nordhaut/platform/decider';
import { messages } from '../messages.ts';

/** What the caller saw and why the caller acts. */
export type Attributed = { expectedRevision: number; reason: string };

/** Who acts, when (ISO), with which reason. `alone`: the limits of one person admit a goodwill refund. `over`: which limit does not. `linkedOrderNo`: the number that a linked order gets; a preview needs none. */
export type Actor = { by: string; at: string; note: string; alone: boolean; over?: RefundLimit | undefined; linkedOrderNo?: string };

/** Pure: the order's command of an act, or why there is none. Preview and command use the same. */
export function commandOf(
  act: OrderAct,
  order: Order,
  { by, at, note, alone, over, linkedOrderNo = '' }: Actor,
): { ok: true; command: OrderCommand } | Extract<Decision<never>, { ok: false }> {
  const one = (command: OrderCommand) => ({ ok: true as const, command });
  switch (act.type) {
    case 'approve-return':
      return one({ type: 'ApproveReturn', at, note });
    case 'reject-return':
      return one({ type: 'RejectReturn', at, note, reason: act.rejection });
    case 'cancel': {
      // `decide` admits it for the process, whose cancellation may come after a payment failed. Support reads what the buyer reads.
      const { reason } = orderFacts(order).actions.cancel;
      if (reason?.code === 'CANCEL_NOT_OFFERED') return reject(409, 'PAYMENT_FAILED', reason.message);
      return one({ type: 'CancelOrder', at, note, reason: act.cancellation });
    }
    case 'receive-return': {
      const keptGifts = Object.fromEntries(Object.entries(act.keptGifts).map(([id, pieces]) => [Number(id), pieces]));
      return one({ type: 'ReceiveReturn', at, note, reason: 'COMPLETE', keptGifts });
    }
    case 'parcel-abroad': {
      const { parcel, payment, shipment, terms, cancelled, recall } = order;
      const { subtype } = terms.delivery;
      if (subtype !== 'INTERNATIONAL') return reject(409, 'PARCEL_UNKNOWN', messages.notAbroad);
      // A cancelled parcel that was to be sent may leave all the same, and the refund says nothing of it.
      const isSent = cancelled ? recall !== null || needsRecall(order) !== undefined : payment.status === 'SUCCESS';
      if (!isSent) return reject(409, 'PARCEL_UNKNOWN', messages.nothingToSend);
      if (parcel?.code === act.code || !supersedes(subtype, parcel ?? undefined, { code: act.code, at }))
        return reject(409, 'PARCEL_UNKNOWN', messages.parcelIsThere);
      const tradeNo = shipment?.tradeNo ?? terms.orderNo;
      const report = { tradeNo, logisticsId: null, subtype, code: act.code, carrierAt: null, source: 'support' } as const;
      return one({ type: 'ReportParcelStatus', at, ...report, note });
    }
    case 'transfer-paid': {
      const paid = order.refunds.find(({ refundId, way }) => refundId === act.refundId && way === 'transfer');
      const debt = paid ?? moneyOf(order).debts.find(({ refundId, way }) => refundId === act.refundId && way === 'transfer');
      if (!debt) return reject(409, 'REFUND_NOT_OWED', messages.transferNotOwed);
      if (!paid && debt.reason === 'RETURN' && awaitsRewards(order)) return reject(409, 'REFUND_NOT_OWED', messages.rewardsFirst);
      const { refundId, amount, reason, way, strayTradeId } = debt;
      return one({ type: 'IssueRefund', at, note, refundId, amount, reason, way, strayTradeId });
    }
    case 'goodwill':
      return one(
        alone
          ? { type: 'GrantRefund', at, note, amount: act.amount }
          : { type: 'ProposeRefund', at, note, amount: act.amount, by, ...(over && { over }) },
      );
    case 'correct-invoice':
      return one({ type: 'CorrectInvoice', at, note, invoice: act.invoice });
    case 'change-store':
      // The preview needs no name. The command's own store comes from the carrier's list (`change-store.ts`).
      return one({
        type: 'ChooseStore',
        at,
        note,
        store: act.storeId === undefined ? undefined : { id: act.storeId, name: '', address: '' },
      });
    case 'exchange':
      return one({ type: 'AgreeLinkedOrder', at, note, linkedOrderNo, kind: 'EXCHANGE', items: act.items });
    case 'resend':
      return one({ type: 'AgreeLinkedOrder', at, note, linkedOrderNo, kind: 'RESEND', items: act.items });
    case 'credit':
      return one(
        alone
          ? { type: 'GrantGoodwillCredit', at, note, amount: act.amount }
          : { type: 'ProposeRefund', at, note, amount: act.amount, by, as: 'credit', ...(over && { over }) },
      );
    case 'credit-back':
      return one({ type: 'RevokeGoodwillCredit', at, note, creditId: act.creditId });
  }
}
