import type { Agreement } from '@nordhaut/contracts/legal/agreements';
import type { LoginType } from '@nordhaut/contracts';
import type { MemberContact } from './member-events.ts';

/** `since`: ISO instant of the link */
export type Link = { way: LoginType; accountKey: string; since: string };

export type Member = {
  registeredAt: string;
  /** the request that registered the member; null: not recorded */
  registeredBy: string | null;
  method: LoginType;
  inviteCode: string;
  emailKey: string;
  phoneKey: string;
  emailConfirmed: boolean;
  /** keys of confirmed addresses and of phone numbers that the member changed since (decisions.md 63) */
  earlierKeys: { emails: readonly string[]; phones: readonly string[] };
  ways: readonly LoginType[];
  /** the accounts at providers */
  links: readonly Link[];
  /** keys of accounts at providers that were unlinked */
  unlinked: readonly string[];
  /** how many new passwords were set: a proof of the time before a new password is none (infra/decisions/111) */
  passwords: number;
  /** addresses before each change, oldest first; `until`: the revision of the change */
  earlierEmails: readonly { until: number; email: string }[];
  /** the newest request for a new password that was not used */
  resetRequest: { requestId: string; at: string } | null;
  /** the request whose link set the newest password; null: there is no new one, or it was typed in the profile */
  resetBy: string | null;
  /** an address that counts when it is confirmed */
  newEmail: { emailKey: string; email: string | null } | null;
  terms: Agreement;
  /** null after the person was forgotten */
  contact: MemberContact | null;
  birthdaySet: boolean;
  /** when it was set (decisions.md 64); null: it is not */
  birthdaySetAt: string | null;
  /** in the order in which they were wished */
  wishlist: readonly number[];
  /** products that the member cannot buy (decisions.md 26) */
  muted: readonly number[];
  referral: { referrerId: string; code: string; at: string } | null;
  adopted: readonly string[];
  closedAt: string | null;
  /** null: the person was not forgotten */
  forgottenAt: string | null;
};
/** null: not registered */
export type MemberState = Member | null;

export const unregistered: MemberState = null;
