import * as z from 'zod/mini';
import { Reason } from './acting.ts';
import { OrderNoText } from './common.ts';

// What a person may ask of the shop about their own data (decisions.md 85-88), and who saw whose data.

export const PERSON_PURPOSES = ['contact', 'invoice', 'support'] as const;
/** `REQUESTED`: the person wants it. `CONSENT_WITHDRAWN`: they withdrew a consent. `UNLAWFUL`: the shop should not have it. */
export const ERASURE_REASONS = ['REQUESTED', 'CONSENT_WITHDRAWN', 'UNLAWFUL'] as const;

/** A member by the e-mail of the account, or orders of a guest, each with the phone number on it. */
const Who = z.union([
  z.strictObject({ email: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)) }),
  z.strictObject({
    orders: z
      .array(z.object({ orderNo: OrderNoText, phone: z.string().check(z.trim(), z.minLength(6), z.maxLength(30)) }))
      .check(z.minLength(1), z.maxLength(50)),
  }),
]);
export const PersonRequestBody = z.object({
  kind: z.enum(['ACCESS', 'ERASURE']),
  who: Who,
  /** of an erasure */
  purposes: z._default(z.array(z.enum(PERSON_PURPOSES)).check(z.minLength(1), z.maxLength(3)), [...PERSON_PURPOSES]),
  law: z._default(z.enum(ERASURE_REASONS), 'REQUESTED'),
  reason: Reason,
});
export type PersonRequestBody = z.infer<typeof PersonRequestBody>;

/** `waits` and `kept`: as sentences. Instants are ISO. */
export const PersonOutcome = z.object({
  who: z.string(),
  kind: z.enum(['forgotten', 'waits', 'kept', 'nothing-left', 'unknown']),
  dueBy: z.nullable(z.string()),
  waits: z.array(z.string()),
  kept: z.array(z.string()),
});
export type PersonOutcome = z.infer<typeof PersonOutcome>;

/** `waiting`: the shop ends it by itself when nothing is open any more. `who`: the member's public id and the orders */
export const PersonRequest = z.object({
  requestId: z.string(),
  kind: z.enum(['ACCESS', 'ERASURE']),
  who: z.array(z.string()),
  purposes: z.array(z.enum(PERSON_PURPOSES)),
  state: z.enum(['open', 'waiting', 'done', 'refused']),
  askedAt: z.string(),
  askedBy: z.string(),
  dueAt: z.string(),
  settledAt: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  answer: z.nullable(z.string()),
});
export type PersonRequest = z.infer<typeof PersonRequest>;
export const PersonRequests = z.object({ requests: z.array(PersonRequest) });
export type PersonRequests = z.infer<typeof PersonRequests>;
export const PersonRequestParams = z.object({ requestId: z.guid() });
/** `plan`: what an erasure would do now; empty for access */
export const PersonRequestAnswer = z.object({ request: PersonRequest, plan: z.array(PersonOutcome) });
export type PersonRequestAnswer = z.infer<typeof PersonRequestAnswer>;
export const PersonFileAnswer = z.object({ json: z.string(), page: z.string(), until: z.string() });
export type PersonFileAnswer = z.infer<typeof PersonFileAnswer>;
export const PersonFileParams = z.object({ token: z.string().check(z.regex(/^[a-z0-9]{6,10}-[0-9a-f-]{36}-[0-9a-f]{32}$/)) });
export const PersonFileQuery = z.object({ format: z._default(z.enum(['json', 'html']), 'json') });

export const HoldRequest = z.object({ hold: z.enum(['DISPUTE', 'LEGAL_HOLD']), placed: z.boolean(), reason: Reason });

const Instant = z.iso.datetime({ offset: true });
/**
 * What an account saw between two instants, who saw an order, or who saw a member and the member's orders; several mean what fits
 * all. `member`: an invite code. `cursor`: of the page before
 */
export const ViewsRequest = z
  .object({
    staffId: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,40}$/))),
    orderNo: z.optional(OrderNoText),
    member: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(40))),
    from: Instant,
    to: Instant,
    cursor: z.optional(z.string().check(z.regex(/^\d{1,18}$/))),
  })
  .check(
    z.refine(({ staffId, orderNo, member }) => (staffId ?? orderNo ?? member) !== undefined, '請選擇人員，或輸入訂單編號或會員的邀請碼'),
  );
/**
 * `orderNo` and `member`: null where the action had many, such as a search. `uid`: the member's id for addresses. `code`: the invite code;
 * null: the account is closed. `by`: the name of the account, which several accounts
 * may have; forgotten ones have one name.
 */
export const ViewsAnswer = z.object({
  views: z.array(
    z.object({
      at: z.string(),
      by: z.string(),
      staffId: z.string(),
      action: z.string(),
      orderNo: z.nullable(z.string()),
      member: z.nullable(z.object({ uid: z.string(), code: z.nullable(z.string()) })),
      reason: z.nullable(z.string()),
    }),
  ),
  cursor: z.nullable(z.string()),
});
export type ViewsAnswer = z.infer<typeof ViewsAnswer>;

/** A code of the authenticator or a recovery code, or a passkey. */
export const SecondFactorRequest = z.union([
  z.strictObject({ code: z.string().check(z.trim(), z.minLength(6), z.maxLength(30)) }),
  z.strictObject({
    challengeId: z.string().check(z.regex(/^[A-Za-z0-9_-]{20,64}$/)),
    response: z.record(z.string(), z.unknown()),
  }),
]);
