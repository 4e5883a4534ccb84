import type { OrderAct } from '@nordhaut/contracts/support';
import {
  awaitsRewards,
  creditGrantable,
  grantable,
  isPaidByCredit,
  moneyOf,
  type Order,
  type OrderCommand,
  orderFacts,
  ownerOf,
  ownTaken,
  type RefundLimit,
  sentAgain,
  keptOf,
  worthAgain,
  worthLeft,
  worthNotCollected,
  worthReturned,
} from '@nordhaut/ordering';
import { type Decision, reject } from '@nordhaut/platform/decider';
import { messages } from '../messages.ts';
import { amountOf, paysBack } from './limits.ts';

/** What the caller saw and why the caller acts. */
export type Attributed = { expectedRevision: number; reason: string };

/**
 * Who acts, when (ISO), with which reason. `alone`: the limits of one person admit it. `over`: which limit does not. `linkedOrderNo`: the
 * number that a linked order gets; a preview needs none. `gone`: the account of the order's member is closed.
 */
export type Actor = {
  by: string;
  at: string;
  note: string;
  alone: boolean;
  over?: RefundLimit | undefined;
  linkedOrderNo?: string;
  gone?: boolean;
};

type Given = Pick<Extract<OrderCommand, { type: 'ProposeRefund' }>, 'amount' | 'as' | 'items' | 'refundId' | 'cameAt' | 'kept'>;

/** Pure: the order's command of an act, or why there is none. Preview and command use the same. */
export function commandOf(
  act: OrderAct,
  order: Order,
  { by, at, note, alone, over, linkedOrderNo = '', gone = false }: Actor,
): { ok: true; command: OrderCommand } | Extract<Decision<never>, { ok: false }> {
  const one = (command: OrderCommand) => ({ ok: true as const, command });
  /** Where the limits of one person do not admit the command, a second person decides about what it gives. */
  const orPropose = (command: OrderCommand, given: Given) =>
    one(alone ? command : { type: 'ProposeRefund', at, note, by, ...given, ...(over && { over }) });
  switch (act.type) {
    case 'approve-return':
      return one({ type: 'ApproveReturn', at, note });
    case 'reject-return':
      return one({ type: 'RejectReturn', at, note, reason: act.rejection });
    case 'end-return':
      return one({ type: 'EndReturn', at, note });
    case 'cancel': {
      // `decide` admits it for the process, whose cancellation may come after a payment failed. Support reads what the buyer reads.
      const { reason } = orderFacts(order).actions.cancel;
      if (reason?.code === 'CANCEL_NOT_OFFERED') return reject(409, 'PAYMENT_FAILED', reason.message);
      return one({ type: 'CancelOrder', at, note, reason: act.cancellation });
    }
    case 'receive-return': {
      const keptGifts = Object.fromEntries(Object.entries(act.keptGifts).map(([id, pieces]) => [Number(id), pieces]));
      return orPropose(
        { type: 'ReceiveReturn', at, note, reason: 'COMPLETE', keptGifts },
        { amount: worthReturned(order), as: 'return', cameAt: at, kept: keptOf(order.terms, keptGifts) },
      );
    }
    case 'parcel-abroad':
      return paysBack(act)
        ? orPropose({ type: 'ReportAbroad', at, note, code: act.code }, { amount: worthNotCollected(order), as: 'not-collected' })
        : one({ type: 'ReportAbroad', at, note, code: act.code });
    case 'transfer-paid': {
      const paid = order.refunds.find(({ refundId, way }) => refundId === act.refundId && way === 'transfer');
      const debt = paid ?? moneyOf(order).debts.find(({ refundId, way }) => refundId === act.refundId && way === 'transfer');
      if (!debt) return reject(409, 'REFUND_NOT_OWED', messages.transferNotOwed);
      if (!paid && debt.reason === 'RETURN' && awaitsRewards(order)) return reject(409, 'REFUND_NOT_OWED', messages.rewardsFirst);
      const { refundId, amount, reason, way, strayTradeId } = debt;
      return one({ type: 'IssueRefund', at, note, refundId, amount, reason, way, strayTradeId });
    }
    case 'refund-by-transfer': {
      const { refundId } = act;
      return one({ type: 'ProposeRefund', at, note, by, amount: amountOf(act, order), as: 'by-transfer', refundId });
    }
    case 'goodwill': {
      const why = whyNothingLeft(order);
      if (why) return reject(409, 'REFUND_TOO_HIGH', why);
      return orPropose({ type: 'GrantRefund', at, note, amount: act.amount }, { amount: act.amount });
    }
    case 'correct-invoice':
      return one({ type: 'CorrectInvoice', at, note, invoice: act.invoice });
    case 'correct-email':
      return one({ type: 'CorrectContactEmail', at, note, email: act.email });
    case 'change-store':
      // The preview needs no name. The command's own store comes from the carrier's list (`change-store.ts`).
      return one({
        type: 'ChooseStore',
        at,
        note,
        store: act.storeId === undefined ? undefined : { id: act.storeId, name: '', address: '' },
      });
    case 'exchange':
    case 'resend': {
      const kind = act.type === 'resend' ? 'RESEND' : 'EXCHANGE';
      return orPropose(
        { type: 'AgreeLinkedOrder', at, note, linkedOrderNo, kind, items: act.items },
        { amount: worthAgain(order, act.items), as: act.type, items: act.items },
      );
    }
    case 'credit': {
      if (gone) return withoutAccount;
      const why = whyNoCredit(order);
      if (why) return reject(409, 'CREDIT_TOO_HIGH', why);
      return orPropose({ type: 'GrantGoodwillCredit', at, note, amount: act.amount }, { amount: act.amount, as: 'credit' });
    }
    case 'credit-back':
      return one({ type: 'RevokeGoodwillCredit', at, note, creditId: act.creditId });
  }
}

/** A closed wallet takes nothing, so an order must not say that there is credit. */
export const withoutAccount = reject(409, 'CREDIT_WITHOUT_MEMBER', messages.accountClosed);

/** Why no shopping credit at all can be given; undefined: some can, or the order's own rule says why not. */
function whyNoCredit(order: Order): string | undefined {
  if (ownerOf(order) === null || creditGrantable(order) > 0) return undefined;
  return worthLeft(order) > 0 ? messages.creditAllGiven : messages.creditNothingLeft;
}

/** Why nothing at all can be paid back by goodwill; undefined: something can. */
function whyNothingLeft(order: Order): string | undefined {
  if (grantable(order) > 0) return undefined;
  if (ownTaken(order) === 0) return isPaidByCredit(order) ? messages.paidByCredit : messages.nothingPaid;
  if (moneyOf(order).debts.some(({ strayTradeId }) => strayTradeId === null)) return messages.allOwed;
  return sentAgain(order) > 0 ? messages.allSentAgain : messages.allPaidBack;
}
