import { MEMBER_CREDIT_MAX } from '@nordhaut/contracts/support';
import { accept, reject, type Decision } from '@nordhaut/platform/decider';
import { CREDIT_DAYS, daysAfter, isOver } from './credit.ts';
import { messages } from './messages.ts';
import { grantIn, type Wallet } from './wallet.ts';
import type { CreditGranted, WalletEvent } from './wallet-events.ts';

/**
 * Credit that support gives a member without an order. `grantId`: derived from the request, so a repeat gives nothing. `reason`:
 * a code. `by`: the person's id. `alone`: the person may still decide alone today. `aloneMax`: NT$ of such credit that one person
 * decides alone for one member.
 */
export type GiveMemberCredit = {
  type: 'GiveMemberCredit';
  at: string;
  grantId: string;
  amount: number;
  reason: string;
  by: string;
  alone: boolean;
  aloneMax: number;
};
/** `proposer`: of the proposal, as the caller read it and compared it with `by`. */
export type JudgeMemberCredit = {
  type: 'JudgeMemberCredit';
  at: string;
  proposalId: string;
  verdict: 'approve' | 'decline';
  by: string;
  proposer: string;
};
/** Ends what is left of such credit. */
export type TakeMemberCreditBack = { type: 'TakeMemberCreditBack'; at: string; grantId: string };
export type MemberCreditCommand = GiveMemberCredit | JudgeMemberCredit | TakeMemberCreditBack;

/** Credit for an order has ids of that order (`goodwillGrant`), and its order takes it back. */
const PREFIX = 'support-member/';
export const memberGrantId = (commandId: string): string => PREFIX + commandId;
export const isMemberGrant = ({ grantId }: { grantId: string }): boolean => grantId.startsWith(PREFIX);

/**
 * NT$ that support gave the member without an order, in grants that still run at this instant. Also what was spent or taken back:
 * it bounds what one person decides.
 */
export const givenToMember = ({ grants }: Wallet, at: string): number =>
  grants.reduce((sum, grant) => (isMemberGrant(grant) && !isOver(grant.endsAt, at) ? sum + grant.value : sum), 0);

const granted = (at: string, grantId: string, amount: number, cause: CreditGranted['data']['cause']): CreditGranted => ({
  type: 'CreditGranted',
  data: { at, grantId, kind: 'SUPPORT', amount, endsAt: daysAfter(at, CREDIT_DAYS), cause },
});

/** Of two grants at once the second one counts the first one, because both are decided on the wallet's stream. */
export function giveMemberCredit(command: GiveMemberCredit, wallet: Wallet): Decision<WalletEvent> {
  const { at, grantId, amount, reason, by, alone, aloneMax } = command;
  const { proposals = [] } = wallet;
  if (grantIn(wallet, grantId) || proposals.some((one) => one.grantId === grantId)) return accept<WalletEvent>();
  if (!Number.isInteger(amount) || amount < 1 || amount > MEMBER_CREDIT_MAX)
    return reject(400, 'CREDIT_TOO_HIGH', messages.creditOutOfRange(MEMBER_CREDIT_MAX));
  const cause = { kind: 'SUPPORT', reason } as const;
  if (alone && givenToMember(wallet, at) + amount <= aloneMax) return accept<WalletEvent>(granted(at, grantId, amount, cause));
  // One at a time, so that nobody approves two grants for one complaint.
  if (proposals.some(({ verdict }) => verdict === 'OPEN')) return reject(409, 'PROPOSAL_OPEN', messages.proposalOpen);
  const proposalId = `P${proposals.length + 1}`;
  return accept<WalletEvent>({ type: 'CreditProposed', data: { at, proposalId, grantId, amount, cause, by } });
}

/** Approval and grant are one decision: of two people who approve at once, one grants the credit and the other is told. */
export function judgeMemberCredit(
  { at, proposalId, verdict, by, proposer }: JudgeMemberCredit,
  { proposals }: Wallet,
): Decision<WalletEvent> {
  const proposal = proposals?.find((one) => one.proposalId === proposalId);
  if (proposal?.verdict !== 'OPEN') return reject(409, 'PROPOSAL_UNKNOWN', messages.proposalUnknown);
  const data = { at, proposalId, by };
  if (verdict === 'decline') return accept<WalletEvent>({ type: 'CreditDeclined', data });
  // The caller compared its approver with one proposer, so no other proposal is approved.
  if (proposal.by !== proposer) return reject(409, 'PROPOSAL_UNKNOWN', messages.proposalUnknown);
  if (proposal.by === by) return reject(403, 'PROPOSAL_OWN', messages.proposalOwn);
  const { grantId, amount, cause } = proposal;
  return accept<WalletEvent>({ type: 'CreditApproved', data }, granted(at, grantId, amount, cause));
}

/** Why such credit cannot be taken back; undefined where it can. */
export function notTakenBack({ grantId }: TakeMemberCreditBack, wallet: Wallet): Extract<Decision<never>, { ok: false }> | undefined {
  const isKnown = isMemberGrant({ grantId }) && grantIn(wallet, grantId) !== undefined && !wallet.cancelled.includes(grantId);
  return isKnown ? undefined : reject(409, 'CREDIT_UNKNOWN', messages.creditUnknown);
}
