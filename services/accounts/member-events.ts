import type { Gender, LoginType } from '@nordhaut/contracts';
import type { Agreement } from '@nordhaut/contracts/legal/agreements';
import type { DomainEvent } from '@nordhaut/platform/decider';
import type { PersonalDataForgotten } from '@nordhaut/platform/forgetting';

/**
 * The facts about a member (spec/2-accounts-and-members). A stream is `member-{memberId}`; `at` is an ISO instant. What
 * identifies the person is in `personal`, under the purpose `contact`. Keyed hashes stay when the person is forgotten,
 * because a referral must not be repeated with the same address (decisions.md 63).
 */

export type MemberContact = {
  /** the family name (decisions.md 97) */
  firstName: string;
  lastName: string;
  /** as typed, without spaces */
  email: string;
  /** E.164 */
  phone: string;
  gender: Gender | null;
  /** `YYYY-MM-DD` */
  birthday: string | null;
  city: string;
  district: string;
  address: string;
  zip: string;
};

/** The home address without its postal code. */
export type Place = Pick<MemberContact, 'city' | 'district' | 'address'>;
/** `Place`: where the registration was part of a checkout */
export type RegisteredContact = Pick<MemberContact, 'firstName' | 'lastName' | 'email' | 'phone'> & Partial<Place>;

export type MemberRegistered = DomainEvent<
  'MemberRegistered',
  {
    at: string;
    method: LoginType;
    inviteCode: string;
    /** hex HMAC of the e-mail address, and of the phone number */
    emailKey: string;
    phoneKey: string;
    terms: Agreement;
    privacy: Agreement;
    ageConfirmed: true;
    /** command id of the form's request, by which its repeat is recognised; missing in events of earlier releases */
    requestId?: string;
  },
  { contact?: RegisteredContact }
>;
export type EmailConfirmed = DomainEvent<'EmailConfirmed', { at: string; emailKey: string }>;
/** Somebody asked for a link to a new password. The link's token is made when the mail is sent; no event has it (decisions.md 93). */
export type PasswordResetRequested = DomainEvent<'PasswordResetRequested', { at: string; requestId: string; from: 'PAGE' | 'PROFILE' }>;
/** `requestId`: of the link that was used; null where the member typed the current password */
export type PasswordChanged = DomainEvent<'PasswordChanged', { at: string; requestId: string | null }>;
/** The mail with the link that confirms the address is wanted again. `emailKey`: of the address it goes to */
export type ConfirmationRequested = DomainEvent<'ConfirmationRequested', { at: string; emailKey: string }>;
/** A new address, which counts when its link was used. */
export type EmailChangeRequested = DomainEvent<'EmailChangeRequested', { at: string; emailKey: string }, { contact?: { email: string } }>;
export type EmailChanged = DomainEvent<'EmailChanged', { at: string; emailKey: string }, { contact?: { email: string } }>;
/**
 * `accountKey`: hex HMAC of the provider's id of the person. `reason`: the member added the way in the profile; missing where a
 * registration or a link to a new password added it, and in events of earlier releases
 */
export type SignInLinked = DomainEvent<'SignInLinked', { at: string; way: LoginType; accountKey: string; reason?: 'MEMBER' }>;
/** `PASSWORD_RESET`: a new password ended the way */
export type SignInUnlinked = DomainEvent<'SignInUnlinked', { at: string; way: LoginType; reason: 'MEMBER' | 'PASSWORD_RESET' }>;
/** `fields`: the names of the changed fields; `birthdaySet`: the birthday is among them, and it is set once (decisions.md 64) */
export type ProfileChanged = DomainEvent<
  'ProfileChanged',
  { at: string; fields: string[]; birthdaySet: boolean; phoneKey: string | null },
  { contact?: Partial<MemberContact> }
>;
export type ProductWished = DomainEvent<'ProductWished', { at: string; productId: number }>;
export type ProductUnwished = DomainEvent<'ProductUnwished', { at: string; productId: number }>;
/** Support took the product away from this member, or gave it back (decisions.md 26). A muted product mutes its sets. */
export type ProductMuted = DomainEvent<'ProductMuted', { at: string; productId: number }>;
export type ProductUnmuted = DomainEvent<'ProductUnmuted', { at: string; productId: number }>;
/** For good (decisions.md 63). */
export type ReferralBound = DomainEvent<'ReferralBound', { at: string; referrerId: string; code: string }>;
/** `by`: what showed that the member placed the guest's order */
export type GuestOrderAdopted = DomainEvent<'GuestOrderAdopted', { at: string; orderNo: string; by: 'COOKIE' | 'EMAIL' }>;
/** Sign-in and sessions end at once; the rest waits for open parcels, returns and refunds (decisions.md 98). */
export type AccountClosed = DomainEvent<'AccountClosed', { at: string; wishes: number }>;

export type MemberEvent =
  | MemberRegistered
  | EmailConfirmed
  | PasswordResetRequested
  | PasswordChanged
  | ConfirmationRequested
  | EmailChangeRequested
  | EmailChanged
  | SignInLinked
  | SignInUnlinked
  | ProfileChanged
  | ProductWished
  | ProductUnwished
  | ProductMuted
  | ProductUnmuted
  | ReferralBound
  | GuestOrderAdopted
  | AccountClosed
  | PersonalDataForgotten;
