import type { Agreement } from '@nordhaut/contracts/legal/agreements';
import type { LoginType } from '@nordhaut/contracts';
import type { Purpose } from '@nordhaut/platform/decider';
import type { ForgettingReason, PersonalDataForgotten } from '@nordhaut/platform/forgetting';
import type { MemberContact, RegisteredContact } from './member-events.ts';

/** `at` of every command: ISO instant */
export type Register = {
  type: 'Register';
  at: string;
  subject: string;
  method: LoginType;
  inviteCode: string;
  emailKey: string;
  phoneKey: string;
  /** of the person at the provider; undefined for a registration with a password */
  accountKey?: string | undefined;
  terms: Agreement;
  privacy: Agreement;
  contact: RegisteredContact;
  requestId: string;
  /** the invite code of the form; null: none. A code that cannot be bound is left out */
  referral: Pick<BindReferral, 'code' | 'referrer' | 'boundBefore'> | null;
};
/** `emailKey`: of the address to which the link was sent; an older link of another address confirms nothing */
export type ConfirmEmail = { type: 'ConfirmEmail'; at: string; subject: string; emailKey: string };
/**
 * How many new passwords the member had set when the person of the command proved to be the member. A new password since then
 * refuses the command.
 */
type Proven = { passwords: number };
/** not proven: the end of a registration */
export type LinkSignIn = { type: 'LinkSignIn'; at: string; way: Exclude<LoginType, 'EMAIL'>; accountKey: string } & Partial<Proven>;
export type UnlinkSignIn = { type: 'UnlinkSignIn'; at: string; way: LoginType; reason: 'MEMBER' } & Proven;
export type ChangeProfile = {
  type: 'ChangeProfile';
  at: string;
  subject: string;
  changes: Partial<MemberContact>;
  phoneKey: string | null;
  /** of support, who may set the birthday again (decisions.md 64) */
  bySupport?: true;
};
export type Wish = { type: 'Wish'; at: string; productId: number };
export type Unwish = { type: 'Unwish'; at: string; productId: number };
/** Of support (decisions.md 26). */
export type Mute = { type: 'Mute' | 'Unmute'; at: string; productId: number };
/**
 * `referrer`: who has the code; `samePerson`: the same e-mail, or the same phone number in the profile or on any order.
 * `boundBefore`: an account that this person closed was bound
 */
export type BindReferral = {
  type: 'BindReferral';
  at: string;
  code: string;
  referrer: { memberId: string; registeredAt: string; samePerson: boolean } | null;
  boundBefore: boolean;
  hasOrdered: boolean;
};
export type RequestPasswordReset = { type: 'RequestPasswordReset'; at: string; requestId: string; from: 'PAGE' | 'PROFILE' };
/** `requestId`: null where the member typed the current password */
export type ChangePassword = { type: 'ChangePassword'; at: string } & ({ requestId: string } | ({ requestId: null } & Proven));
export type RequestConfirmation = { type: 'RequestConfirmation'; at: string };
export type RequestEmailChange = { type: 'RequestEmailChange'; at: string; subject: string; emailKey: string; email: string } & Proven;
export type AdoptOrder = { type: 'AdoptOrder'; at: string; orderNo: string; by: 'COOKIE' | 'EMAIL' };
/** not proven: a request of the person to support, or the repeat of a deletion */
export type CloseAccount = { type: 'CloseAccount'; at: string } & Partial<Proven>;
export type MemberForgettingCommand =
  | { type: 'ForgetMember'; at: string; subject: string; reason: ForgettingReason; purposes: readonly Purpose[] }
  | { type: 'RestoreForgetting'; subject: string; forgotten: PersonalDataForgotten['data'] };

export type MemberCommand =
  | Register
  | ConfirmEmail
  | LinkSignIn
  | UnlinkSignIn
  | ChangeProfile
  | Wish
  | Unwish
  | Mute
  | BindReferral
  | RequestPasswordReset
  | ChangePassword
  | RequestConfirmation
  | RequestEmailChange
  | AdoptOrder
  | CloseAccount
  | MemberForgettingCommand;
