import type { MEMBER_CREDIT_CAUSES, MemberCreditAct, MemberPreview } from '@nordhaut/contracts/support';
import {
  availableCredit,
  evolveWallet,
  isMemberGrant,
  type MemberCreditCommand,
  type Wallet,
  walletDecider,
  type WalletEvent,
} from '@nordhaut/promotions';
import type { Recorded } from '@nordhaut/platform/decider';
import { messages } from '../messages.ts';
import { changesBetween, type Field } from '../orders/state-fields.ts';
import { money } from '../orders/words.ts';

/**
 * Who acts, when (ISO). `alone`: the person may still decide alone today. `aloneMax`: NT$ for one member. `proposer`: of the
 * proposal that is judged, as it was read.
 */
export type CreditActor = { by: string; at: string; alone: boolean; aloneMax: number; grantId: string; proposer: string };

export const CAUSES: Record<(typeof MEMBER_CREDIT_CAUSES)[number], string> = {
  APOLOGY: '致歉',
  BIRTHDAY: '生日祝福',
  THANKS: '感謝',
  OTHER: '其他',
};
export const causeWords = (code: string): string => CAUSES[code as keyof typeof CAUSES] ?? code;

/** Pure: the wallet's command of an act. Preview and command use the same. */
export function creditCommandOf(act: MemberCreditAct, { by, at, alone, aloneMax, grantId, proposer }: CreditActor): MemberCreditCommand {
  switch (act.type) {
    case 'give':
      return { type: 'GiveMemberCredit', at, grantId, amount: act.amount, reason: act.cause, by, alone, aloneMax };
    case 'take-back':
      return { type: 'TakeMemberCreditBack', at, grantId: act.grantId };
    case 'judge':
      return { type: 'JudgeMemberCredit', at, proposalId: act.proposalId, verdict: act.verdict, by, proposer };
  }
}

/** The credit of a member as labelled lines. */
export function walletFields(wallet: Wallet, at: string): Field[] {
  const own = wallet.grants.filter(isMemberGrant);
  const open = wallet.proposals?.find(({ verdict }) => verdict === 'OPEN');
  return [
    { label: '會員可用的購物金', value: money(availableCredit(wallet.grants, at)) },
    { label: '客服贈送（非訂單）', value: `${own.length} 筆，共 ${money(own.reduce((sum, { value }) => sum + value, 0))}` },
    { label: '其中已收回', value: `${own.filter(({ grantId }) => wallet.cancelled.includes(grantId)).length} 筆` },
    { label: '待覆核的購物金', value: open ? `${money(open.amount)}（${causeWords(causeOf(open.cause))}）` : '—' },
  ];
}
export const causeOf = (cause: Wallet['grants'][number]['cause']): string => (cause.kind === 'SUPPORT' ? cause.reason : cause.kind);

/** Pure: the wallet after events that were not recorded. */
export const walletAfter = (wallet: Wallet, events: readonly WalletEvent[], at: string): Wallet =>
  events.reduce(
    (state, event) => evolveWallet(state, { ...event, revision: 0, position: 0n, recordedAt: at } as Recorded<WalletEvent>),
    wallet,
  );

/** Pure: what an act would do to the wallet now. `decide` runs dry, so preview and command have the same rules. */
export function creditPreviewOf(wallet: Wallet, act: MemberCreditAct, actor: CreditActor): MemberPreview {
  const decision = walletDecider.decide(creditCommandOf(act, actor), wallet);
  if (!decision.ok) return { closed: decision.rejection.message, effects: [], needsSecond: false };
  if (decision.events.length === 0) return { closed: messages.nothingToDo, effects: [], needsSecond: false };
  const after = walletAfter(wallet, decision.events, actor.at);
  return {
    closed: null,
    effects: changesBetween(walletFields(wallet, actor.at), walletFields(after, actor.at)),
    needsSecond: decision.events.some(({ type }) => type === 'CreditProposed'),
  };
}
