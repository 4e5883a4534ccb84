import * as z from 'zod/mini';
import { Reason } from './acting.ts';
import { PositionText } from './common.ts';

// What support does with a member, without an order. Amounts in NT$.

/** What an act on a member would do now. `closed`: why it cannot be done; null where it can. */
export const MemberPreview = z.object({
  closed: z.nullable(z.string()),
  effects: z.array(z.object({ what: z.string(), before: z.string(), after: z.string() })),
  /** a second person with the right `refund` has to approve it */
  needsSecond: z.boolean(),
});
export type MemberPreview = z.infer<typeof MemberPreview>;

/** NT$ of one grant without an order, also with a second person */
export const MEMBER_CREDIT_MAX = 10_000;
/** Why a member gets credit without an order. The history has the code; the typed reason is in the log. */
export const MEMBER_CREDIT_CAUSES = ['APOLOGY', 'BIRTHDAY', 'THANKS', 'OTHER'] as const;
const GrantId = z.string().check(z.regex(/^support-member\/[0-9a-f-]{36}$/));
const ProposalId = z.string().check(z.regex(/^P\d{1,4}$/));

/** `code`: the member's invite code, as typed */
export const MemberCreditParams = z.object({ code: z.string().check(z.maxLength(20)) });
export const MemberCreditAct = z.discriminatedUnion('type', [
  /** above the limits a second person approves it */
  z.object({
    type: z.literal('give'),
    amount: z.int().check(z.minimum(1), z.maximum(MEMBER_CREDIT_MAX)),
    cause: z.enum(MEMBER_CREDIT_CAUSES),
  }),
  /** ends what is left of a grant */
  z.object({ type: z.literal('take-back'), grantId: GrantId }),
  z.object({ type: z.literal('judge'), proposalId: ProposalId, verdict: z.enum(['approve', 'decline']) }),
]);
export type MemberCreditAct = z.infer<typeof MemberCreditAct>;
export const MemberCreditPreviewRequest = z.object({ act: MemberCreditAct });
export const MemberCreditRequest = z.object({ act: MemberCreditAct, reason: Reason });
export const MemberCreditDone = z.object({ outcome: z.enum(['done', 'proposed']), position: PositionText });
export type MemberCreditDone = z.infer<typeof MemberCreditDone>;

/**
 * Credit that support gave a member without an order, the newest first. `available`: all credit that the member can spend.
 * `left`: of the grant. `history`: who did what, the newest first. `proposal.reason`: what its proposer typed; null for a caller who may
 * not judge it.
 */
export const MemberCreditAnswer = z.object({
  available: z.int(),
  grants: z.array(
    z.object({
      grantId: z.string(),
      at: z.string(),
      endsAt: z.string(),
      amount: z.int(),
      left: z.int(),
      cause: z.string(),
      takenBack: z.boolean(),
    }),
  ),
  proposal: z.nullable(
    z.object({
      proposalId: z.string(),
      amount: z.int(),
      cause: z.string(),
      by: z.string(),
      isOwn: z.boolean(),
      reason: z.nullable(z.string()),
    }),
  ),
  history: z.array(z.object({ at: z.string(), by: z.string(), sentence: z.string() })),
});
export type MemberCreditAnswer = z.infer<typeof MemberCreditAnswer>;
