import { accountMessages as messages, WISHLIST_MAX } from '@nordhaut/contracts';
import { accept, reject, type Decider, type Decision } from '@nordhaut/platform/decider';
import { limit } from './length.decide.ts';
import { evolve } from './member.ts';
import { type Member, type MemberState, unregistered } from './member-state.ts';
import type {
  BindReferral,
  ChangePassword,
  ChangeProfile,
  ConfirmEmail,
  LinkSignIn,
  MemberCommand,
  MemberForgettingCommand,
  Mute,
  Register,
  RequestEmailChange,
  UnlinkSignIn,
  Wish,
} from './member-commands.ts';
import type { MemberContact, MemberEvent, Place } from './member-events.ts';

const one = (event: MemberEvent): Decision<MemberEvent> => accept<MemberEvent>(event);
const nothing = accept<MemberEvent>();

/** One append: a process that dies after it has lost neither the way to sign in nor the referrer. */
function register({ type: _, subject, contact, accountKey, referral, ...data }: Register, state: MemberState): Decision<MemberEvent> {
  if (state) return nothing;
  const { at, method, inviteCode } = data;
  const events: MemberEvent[] = [{ type: 'MemberRegistered', data: { ...data, ageConfirmed: true }, subject, personal: { contact } }];
  if (accountKey !== undefined) events.push({ type: 'SignInLinked', data: { at, way: method, accountKey } });
  if (referral !== null) {
    const bound = bindReferral(
      { type: 'BindReferral', at, ...referral, hasOrdered: false },
      { inviteCode, referral: null, registeredAt: at },
    );
    if (bound.ok) events.push(...bound.events);
  }
  return accept<MemberEvent>(...events);
}

/** Confirms the address, or takes the new one into use that the link was sent to. */
function confirmEmail({ at, subject, emailKey }: ConfirmEmail, member: Member): Decision<MemberEvent> {
  const { newEmail } = member;
  if (newEmail !== null && newEmail.emailKey === emailKey) {
    const personal = newEmail.email === null ? {} : { personal: { contact: { email: newEmail.email } } };
    return one({ type: 'EmailChanged', data: { at, emailKey }, subject, ...personal });
  }
  if (emailKey !== member.emailKey) return reject(400, 'LINK_INVALID', messages.confirmLinkInvalid);
  return member.emailConfirmed ? nothing : one({ type: 'EmailConfirmed', data: { at, emailKey } });
}

/** One account of a provider at a time. Another one needs the first to be unlinked. */
function linkSignIn({ type: _, passwords, ...data }: LinkSignIn, member: Member): Decision<MemberEvent> {
  const linked = member.links.find(({ way }) => way === data.way);
  if (linked && linked.accountKey !== data.accountKey) return reject(409, 'WAY_LINKED', messages.wayLinked);
  return linked ? nothing : one({ type: 'SignInLinked', data: passwords === undefined ? data : { ...data, reason: 'MEMBER' } });
}

/**
 * A new password unlinks LINE and Facebook, because a stranger who had a session or the earlier password may have linked them
 * (decisions.md 90, infra/decisions/111). A link of a mail also proves the address.
 */
function changePassword({ at, requestId }: ChangePassword, member: Member): Decision<MemberEvent> {
  const changed: MemberEvent = { type: 'PasswordChanged', data: { at, requestId } };
  const unlinked = member.ways
    .filter((way) => way !== 'EMAIL')
    .map((way): MemberEvent => ({ type: 'SignInUnlinked', data: { at, way, reason: 'PASSWORD_RESET' } }));
  if (requestId === null) return accept<MemberEvent>(changed, ...unlinked);
  if (member.resetRequest?.requestId !== requestId) return reject(400, 'LINK_INVALID', messages.resetLinkInvalid);
  const events: MemberEvent[] = [changed];
  if (!member.ways.includes('EMAIL')) events.push({ type: 'SignInLinked', data: { at, way: 'EMAIL', accountKey: member.emailKey } });
  events.push(...unlinked);
  if (!member.emailConfirmed) events.push({ type: 'EmailConfirmed', data: { at, emailKey: member.emailKey } });
  return accept<MemberEvent>(...events);
}

function requestEmailChange({ at, subject, emailKey, email }: RequestEmailChange, member: Member): Decision<MemberEvent> {
  if (member.contact === null) return reject(409, 'MEMBER_FORGOTTEN', messages.memberForgotten);
  if (emailKey === member.emailKey) return nothing;
  return one({ type: 'EmailChangeRequested', data: { at, emailKey }, subject, personal: { contact: { email } } });
}

/** Of a closed account alone. What other capabilities keep of the person has its own rules. */
function forgetMember(
  { at, subject, reason, purposes }: MemberForgettingCommand & { type: 'ForgetMember' },
  member: Member,
): Decision<MemberEvent> {
  if (member.forgottenAt !== null || !purposes.includes('contact')) return nothing;
  const data = { at, purposes: ['contact' as const], requester: 'PERSON' as const, reason, kept: [] };
  const closed: MemberEvent[] = member.closedAt === null ? [{ type: 'AccountClosed', data: { at, wishes: member.wishlist.length } }] : [];
  return accept<MemberEvent>(...closed, { type: 'PersonalDataForgotten', data, subject });
}

function unlinkSignIn({ at, way, reason }: UnlinkSignIn, member: Member): Decision<MemberEvent> {
  if (!member.ways.includes(way)) return nothing;
  if (member.ways.length === 1) return reject(409, 'LAST_SIGN_IN_WAY', messages.lastWay);
  return one({ type: 'SignInUnlinked', data: { at, way, reason } });
}

const PLACE: ReadonlySet<string> = new Set<keyof Place>(['city', 'district', 'address']);

/** A change to the same values is none. */
function changeProfile({ at, subject, changes, phoneKey, bySupport }: ChangeProfile, member: Member): Decision<MemberEvent> {
  const { contact } = member;
  if (contact === null) return reject(409, 'MEMBER_FORGOTTEN', messages.memberForgotten);
  const news = Object.entries(changes).filter(([field, value]) => contact[field as keyof MemberContact] !== value);
  if (news.length === 0) return nothing;
  // The postal code was looked up for the place before.
  if (changes.zip === undefined && contact.zip !== '' && news.some(([field]) => PLACE.has(field))) news.push(['zip', '']);
  const birthdaySet = news.some(([field]) => field === 'birthday');
  if (birthdaySet && member.birthdaySet && !bySupport) return reject(409, 'BIRTHDAY_SET', messages.birthdayFixed);
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

/** What is already so needs no event, so a repeated call changes nothing. */
function mute({ type, at, productId }: Mute, member: Member): Decision<MemberEvent> {
  const wanted = type === 'Mute';
  if (member.muted.includes(productId) === wanted) return nothing;
  return one({ type: wanted ? 'ProductMuted' : 'ProductUnmuted', data: { at, productId } });
}

/** decisions.md 63: once, before the first order, to an earlier registration, never to oneself. */
function bindReferral(
  { at, code, referrer, boundBefore, hasOrdered }: BindReferral,
  member: Pick<Member, 'inviteCode' | 'referral' | 'registeredAt'>,
): Decision<MemberEvent> {
  if (code === member.inviteCode) return reject(500, 'REFERRAL_OWN', messages.referralOwn);
  if (member.referral) return reject(409, 'REFERRAL_BOUND', messages.referralUsed);
  if (!referrer) return reject(404, 'REFERRAL_UNKNOWN', messages.referralUnknown);
  if (hasOrdered) return reject(409, 'REFERRAL_TOO_LATE', messages.referralTooLate);
  if (referrer.registeredAt >= member.registeredAt) return reject(409, 'REFERRAL_TOO_LATE', messages.referralLaterMember);
  // Last, so that one account learns one thing about another person's numbers at most: what is not refused binds for good.
  if (referrer.samePerson) return reject(500, 'REFERRAL_OWN', messages.referralOwn);
  if (boundBefore) return reject(409, 'REFERRAL_BOUND', messages.referralUsed);
  return one({ type: 'ReferralBound', data: { at, referrerId: referrer.memberId, code } });
}

function decide(command: MemberCommand, state: MemberState): Decision<MemberEvent> {
  if (command.type === 'Register') return register(command, state);
  if (command.type === 'ForgetMember') return state === null ? nothing : forgetMember(command, state);
  if (command.type === 'RestoreForgetting') {
    if (state === null || state.forgottenAt !== null) return nothing;
    return one({ type: 'PersonalDataForgotten', data: command.forgotten, subject: command.subject });
  }
  if (command.type === 'CloseAccount' && state !== null && state.closedAt !== null) return nothing;
  if (state === null || state.closedAt !== null) return reject(401, 'UNAUTHORISED', messages.signInFirst);
  // Who proved it may have known the earlier password alone.
  if ('passwords' in command && command.passwords !== state.passwords) return reject(403, 'SIGN_IN_ANEW', messages.signInAnew);
  switch (command.type) {
    case 'ConfirmEmail':
      return confirmEmail(command, state);
    case 'LinkSignIn':
      return linkSignIn(command, state);
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
    case 'Mute':
    case 'Unmute':
      return mute(command, state);
    case 'BindReferral':
      return bindReferral(command, state);
    case 'AdoptOrder': {
      const { at, orderNo, by } = command;
      return state.adopted.includes(orderNo) ? nothing : one({ type: 'GuestOrderAdopted', data: { at, orderNo, by } });
    }
    case 'RequestPasswordReset': {
      const { type: _, ...data } = command;
      return one({ type: 'PasswordResetRequested', data });
    }
    case 'ChangePassword':
      return changePassword(command, state);
    case 'RequestConfirmation': {
      // The page offers it beside the member's own address while that is not confirmed. A new one may have been mistyped.
      const emailKey = state.emailConfirmed ? state.newEmail?.emailKey : state.emailKey;
      return emailKey === undefined ? nothing : one({ type: 'ConfirmationRequested', data: { at: command.at, emailKey } });
    }
    case 'RequestEmailChange':
      return requestEmailChange(command, state);
    case 'CloseAccount':
      return one({ type: 'AccountClosed', data: { at: command.at, wishes: state.wishlist.length } });
    default: {
      const _: never = command;
      return nothing;
    }
  }
}

export const memberDecider: Decider<MemberState, MemberCommand, MemberEvent> = { initial: unregistered, decide, evolve, limit };
