import { accept, reject, type Decision } from '@nordhaut/platform/decider';
import { NOT_COLLECTED_ABROAD, reportAbroad } from './abroad.decide.ts';
import { agreeLinkedOrder } from './linked.decide.ts';
import { messages } from './messages.ts';
import { creditGrantable, grantable, mostGoodwill, unusedId } from './money.ts';
import { ownerOf } from './order.ts';
import type { Order } from './order-state.ts';
import type { GoodwillCreditGranted, KeptGift, LinkedItem, OrderEvent, ProposedAs, RefundLimit, RefundStarted } from './order-events.ts';
import { changeWay } from './refund.decide.ts';
import { noted, receive } from './return.decide.ts';

/** What a second person approves, worth `amount` NT$; without `as` a goodwill refund. */
type Proposed = { amount: number; as?: ProposedAs; items?: LinkedItem[]; refundId?: string; cameAt?: string; kept?: KeptGift[] };
/** What support does with an order beside its return. `by`: the person's id. `note`: the reason or the text. NT$. */
export type SupportCommand =
  | { type: 'WriteNote'; at: string; text: string }
  | { type: 'WithdrawNote'; at: string; noteId: string; note: string }
  /** a refund within the limits of one person */
  | { type: 'GrantRefund'; at: string; amount: number; note: string }
  | ({ type: 'ProposeRefund'; at: string; by: string; note: string; over?: RefundLimit } & Proposed)
  /** shopping credit within the limits of one person */
  | { type: 'GrantGoodwillCredit'; at: string; amount: number; note: string }
  | { type: 'RevokeGoodwillCredit'; at: string; creditId: string; note: string }
  /**
   * `proposer`: of the proposal, as the caller read it and compared it with `by`. `linkedOrderNo`: the number for goods that are
   * sent again.
   */
  | {
      type: 'JudgeRefund';
      at: string;
      proposalId: string;
      verdict: 'approve' | 'decline';
      by: string;
      proposer: string;
      note: string;
      linkedOrderNo?: string;
    };
type Command<Type extends SupportCommand['type']> = Extract<SupportCommand, { type: Type }>;

/** Notes are numbered within their order. */
export function writeNote({ at, text }: Command<'WriteNote'>, order: Order): Decision<OrderEvent> {
  // Without its key the text would be lost.
  if (order.forgotten?.support) return reject(409, 'BUYER_FORGOTTEN', messages.supportForgotten);
  const noteId = `N${(order.notes?.length ?? 0) + 1}`;
  return accept<OrderEvent>({ type: 'NoteWritten', data: { at, noteId }, ...noted(order, text) });
}

export function withdrawNote({ at, noteId, note }: Command<'WithdrawNote'>, order: Order): Decision<OrderEvent> {
  const found = order.notes?.find((one) => one.noteId === noteId);
  if (!found || found.withdrawn) return reject(409, 'NOTE_UNKNOWN', messages.noteUnknown);
  return accept<OrderEvent>({ type: 'NoteWithdrawn', data: { at, noteId }, ...noted(order, note) });
}

function refusalOf(amount: number, order: Order, as?: 'credit'): Extract<Decision<never>, { ok: false }> | undefined {
  if (!Number.isInteger(amount) || amount < 1) return reject(400, 'REFUND_AMOUNT_INVALID', messages.refundAmountInvalid);
  if (as === 'credit') {
    if (ownerOf(order) === null) return reject(409, 'CREDIT_WITHOUT_MEMBER', messages.creditWithoutMember);
    return amount > creditGrantable(order) ? reject(409, 'CREDIT_TOO_HIGH', messages.creditTooHigh) : undefined;
  }
  if (amount > grantable(order)) return reject(409, 'REFUND_TOO_HIGH', messages.refundTooHigh);
  return amount > mostGoodwill(order) ? reject(409, 'REFUND_TOO_HIGH', messages.cancelInstead) : undefined;
}

const startOf = (at: string, amount: number, order: Order): Pick<RefundStarted, 'type' | 'data'> => ({
  type: 'RefundStarted',
  data: {
    at,
    refundId: unusedId(order, 'RG'),
    amount,
    reason: 'GOODWILL',
    way: order.terms.payment === 'COD' ? 'transfer' : 'card',
    strayTradeId: null,
  },
});

const creditOf = (at: string, amount: number, order: Order): Pick<GoodwillCreditGranted, 'type' | 'data'> => ({
  type: 'GoodwillCreditGranted',
  data: { at, creditId: `C${(order.goodwillCredit?.length ?? 0) + 1}`, amount },
});

/** The order says that there is such credit, once; the member's wallet follows (`promotions/grant-rewards.ts`). */
export function grantGoodwillCredit({ at, amount, note }: Command<'GrantGoodwillCredit'>, order: Order): Decision<OrderEvent> {
  return refusalOf(amount, order, 'credit') ?? accept<OrderEvent>({ ...creditOf(at, amount, order), ...noted(order, note) });
}

export function revokeGoodwillCredit({ at, creditId, note }: Command<'RevokeGoodwillCredit'>, order: Order): Decision<OrderEvent> {
  const found = order.goodwillCredit?.find((one) => one.creditId === creditId);
  if (!found || found.revoked) return reject(409, 'CREDIT_UNKNOWN', messages.creditUnknown);
  return accept<OrderEvent>({ type: 'GoodwillCreditRevoked', data: { at, creditId }, ...noted(order, note) });
}

/** The process pays it to the card; for a cash order it is owed until support records the transfer. */
export function grantRefund({ at, amount, note }: Command<'GrantRefund'>, order: Order): Decision<OrderEvent> {
  return refusalOf(amount, order) ?? accept<OrderEvent>({ ...startOf(at, amount, order), ...noted(order, note) });
}

/** What follows when somebody approves it, or why nothing can. */
function followsFrom(
  { as, amount, items = [], refundId = '', cameAt, kept = [] }: Proposed,
  at: string,
  order: Order,
  linkedOrderNo = '',
): Decision<OrderEvent> {
  switch (as) {
    case 'resend':
    case 'exchange': {
      const kind = as === 'resend' ? 'RESEND' : 'EXCHANGE';
      return agreeLinkedOrder({ type: 'AgreeLinkedOrder', at, linkedOrderNo, kind, items, note: '' }, order);
    }
    case 'not-collected':
      return reportAbroad({ type: 'ReportAbroad', at, code: NOT_COLLECTED_ABROAD, note: '' }, order);
    case 'by-transfer':
      return changeWay(refundId, at, order);
    case 'return': {
      if (order.return?.receivedAt) return reject(409, 'RETURN_NOT_OFFERED', messages.returnReceived);
      const keptGifts = Object.fromEntries(kept.map(({ productId, quantity }) => [productId, quantity]));
      return receive({ type: 'ReceiveReturn', at: cameAt ?? at, reason: 'COMPLETE', keptGifts }, order);
    }
    case 'credit':
      return refusalOf(amount, order, as) ?? accept<OrderEvent>(creditOf(at, amount, order));
    default:
      return refusalOf(amount, order) ?? accept<OrderEvent>(startOf(at, amount, order));
  }
}

/** One at a time, so that nobody approves two refunds for one complaint. */
export function proposeRefund(command: Command<'ProposeRefund'>, order: Order): Decision<OrderEvent> {
  const { at, amount, by, note, as, items, refundId, cameAt, kept, over } = command;
  if (order.proposals?.some(({ verdict }) => verdict === 'OPEN')) return reject(409, 'PROPOSAL_OPEN', messages.proposalOpen);
  const proposed: Proposed = {
    amount,
    ...(as && { as }),
    ...(items && { items }),
    ...(refundId !== undefined && { refundId }),
    ...(cameAt !== undefined && { cameAt }),
    ...(kept && { kept }),
  };
  const follows = followsFrom(proposed, at, order);
  if (!follows.ok) return follows;
  const proposalId = `P${(order.proposals?.length ?? 0) + 1}`;
  return accept<OrderEvent>({
    type: 'RefundProposed',
    data: { at, proposalId, by, ...proposed, ...(over && { over }) },
    ...noted(order, note),
  });
}

/**
 * Approval and what follows are one decision of one stream: of two people who approve at once, one does it and the other is
 * told. Who proposed it may only decline it. The caller compared its approver with one proposer, so no other proposal is approved.
 */
export function judgeRefund(command: Command<'JudgeRefund'>, order: Order): Decision<OrderEvent> {
  const { at, proposalId, verdict, by, proposer, note, linkedOrderNo } = command;
  const proposal = order.proposals?.find((one) => one.proposalId === proposalId);
  if (proposal?.verdict !== 'OPEN') return reject(409, 'PROPOSAL_UNKNOWN', messages.proposalUnknown);
  const data = { at, proposalId, by };
  if (verdict === 'decline') return accept<OrderEvent>({ type: 'RefundDeclined', data, ...noted(order, note) });
  if (proposal.by !== proposer) return reject(409, 'PROPOSAL_UNKNOWN', messages.proposalUnknown);
  if (proposal.by === by) return reject(403, 'PROPOSAL_OWN', messages.proposalOwn);
  const follows = followsFrom(proposal, at, order, linkedOrderNo);
  return follows.ok ? accept<OrderEvent>({ type: 'RefundApproved', data, ...noted(order, note) }, ...follows.events) : follows;
}
