import { accountMessages as messages, type LoginType, WISHLIST_MAX } from '@nordhaut/contracts';
import { accept, reject, type Decider, type Decision } from '@nordhaut/platform/decider';
import { evolve, type Member, type MemberState, unregistered } from './member.ts';
import type { Agreement, MemberContact, MemberEvent } from './member-events.ts';

/** `at` of every command: ISO instant */
type Register = {
  type: 'Register';
  at: string;
  subject: string;
  method: LoginType;
  inviteCode: string;
  emailKey: string;
  phoneKey: string;
  terms: Agreement;
  privacy: Agreement;
  contact: Pick<MemberContact, 'firstName' | 'lastName' | 'email' | 'phone'>;
};
/** `emailKey`: of the address to which the link was sent; an older link of another address confirms nothing */
type ConfirmEmail = { type: 'ConfirmEmail'; at: string; emailKey: string };
type LinkSignIn = { type: 'LinkSignIn'; at: string; way: LoginType; accountKey: string };
type UnlinkSignIn = { type: 'UnlinkSignIn'; at: string; way: LoginType; reason: 'MEMBER' | 'PASSWORD_RESET' };
type ChangeProfile = { type: 'ChangeProfile'; at: string; subject: string; changes: Partial<MemberContact>; phoneKey: string | null };
type Wish = { type: 'Wish'; at: string; productId: number };
type Unwish = { type: 'Unwish'; at: string; productId: number };
/** `referrer`: who has the code; `samePerson`: the same confirmed e-mail, or the same phone number on any order */
type BindReferral = {
  type: 'BindReferral';
  at: string;
  code: string;
  referrer: { memberId: string; registeredAt: string; samePerson: boolean } | null;
  hasOrdered: boolean;
};
type AdoptOrder = { type: 'AdoptOrder'; at: string; orderNo: string; by: 'COOKIE' | 'EMAIL' };
type CloseAccount = { type: 'CloseAccount'; at: string };

export type MemberCommand =
  | Register
  | ConfirmEmail
  | LinkSignIn
  | UnlinkSignIn
  | ChangeProfile
  | Wish
  | Unwish
  | BindReferral
  | AdoptOrder
  | CloseAccount;

const one = (event: MemberEvent): Decision<MemberEvent> => accept<MemberEvent>(event);
const nothing = accept<MemberEvent>();

function register({ type: _, subject, contact, ...data }: Register, state: MemberState): Decision<MemberEvent> {
  if (state) return nothing;
  return one({ type: 'MemberRegistered', data: { ...data, ageConfirmed: true }, subject, personal: { contact } });
}

function confirmEmail({ at, emailKey }: ConfirmEmail, member: Member): Decision<MemberEvent> {
  if (emailKey !== member.emailKey) return reject(400, 'LINK_INVALID', messages.confirmLinkInvalid);
  return member.emailConfirmed ? nothing : one({ type: 'EmailConfirmed', data: { at, emailKey } });
}

function unlinkSignIn({ type: _, ...data }: UnlinkSignIn, member: Member): Decision<MemberEvent> {
  if (!member.ways.includes(data.way)) return nothing;
  if (member.ways.length === 1) return reject(409, 'LAST_SIGN_IN_WAY', messages.lastWay);
  return one({ type: 'SignInUnlinked', data });
}

/** A change to the same values is none. */
function changeProfile({ at, subject, changes, phoneKey }: ChangeProfile, member: Member): Decision<MemberEvent> {
  const { contact } = member;
  if (contact === null) return reject(409, 'MEMBER_FORGOTTEN', messages.memberForgotten);
  const news = Object.entries(changes).filter(([field, value]) => contact[field as keyof MemberContact] !== value);
  if (news.length === 0) return nothing;
  const birthdaySet = news.some(([field]) => field === 'birthday');
  if (birthdaySet && member.birthdaySet) return reject(409, 'BIRTHDAY_SET', messages.birthdayFixed);
  const fields = news.map(([field]) => field);
  return one({
    type: 'ProfileChanged',
    data: { at, fields, birthdaySet, phoneKey: fields.includes('phone') ? phoneKey : null },
    subject,
    personal: { contact: Object.fromEntries(news) },
  });
}

function wish({ at, productId }: Wish, member: Member): Decision<MemberEvent> {
  if (member.wishlist.includes(productId)) return nothing;
  if (member.wishlist.length >= WISHLIST_MAX) return reject(409, 'WISHLIST_FULL', messages.wishlistFull);
  return one({ type: 'ProductWished', data: { at, productId } });
}

/** decisions.md 63: once, before the first order, to an earlier registration, never to oneself. */
function bindReferral({ at, code, referrer, hasOrdered }: BindReferral, member: Member): Decision<MemberEvent> {
  if (code === member.inviteCode) return reject(500, 'REFERRAL_OWN', messages.referralOwn);
  if (member.referral) return reject(409, 'REFERRAL_BOUND', messages.referralUsed);
  if (!referrer) return reject(404, 'REFERRAL_UNKNOWN', messages.referralUnknown);
  if (referrer.samePerson) return reject(500, 'REFERRAL_OWN', messages.referralOwn);
  if (hasOrdered) return reject(409, 'REFERRAL_TOO_LATE', messages.referralTooLate);
  if (referrer.registeredAt >= member.registeredAt) return reject(409, 'REFERRAL_TOO_LATE', messages.referralLaterMember);
  return one({ type: 'ReferralBound', data: { at, referrerId: referrer.memberId, code } });
}

function decide(command: MemberCommand, state: MemberState): Decision<MemberEvent> {
  if (command.type === 'Register') return register(command, state);
  if (state === null || state.closedAt !== null) return reject(401, 'UNAUTHORISED', messages.signInFirst);
  switch (command.type) {
    case 'ConfirmEmail':
      return confirmEmail(command, state);
    case 'LinkSignIn': {
      const { type: _, ...data } = command;
      return state.ways.includes(data.way) ? nothing : one({ type: 'SignInLinked', data });
    }
    case 'UnlinkSignIn':
      return unlinkSignIn(command, state);
    case 'ChangeProfile':
      return changeProfile(command, state);
    case 'Wish':
      return wish(command, state);
    case 'Unwish': {
      const { at, productId } = command;
      return state.wishlist.includes(productId) ? one({ type: 'ProductUnwished', data: { at, productId } }) : nothing;
    }
    case 'BindReferral':
      return bindReferral(command, state);
    case 'AdoptOrder': {
      const { at, orderNo, by } = command;
      return state.adopted.includes(orderNo) ? nothing : one({ type: 'GuestOrderAdopted', data: { at, orderNo, by } });
    }
    case 'CloseAccount':
      return one({ type: 'AccountClosed', data: { at: command.at, wishes: state.wishlist.length } });
    default: {
      const _: never = command;
      return nothing;
    }
  }
}

export const memberDecider: Decider<MemberState, MemberCommand, MemberEvent> = { initial: unregistered, decide, evolve };
