import type { Member as MemberView, Session as SessionView } from '@nordhaut/contracts';
import type { Member } from './member-state.ts';

export const sessionView = (uid: string, { contact, method }: Member): SessionView => ({
  user_uid: uid,
  user_name: contact ? `${contact.firstName}${contact.lastName}` : '',
  user_group: 'FRIEND',
  user_login_type: method,
});

/** What a member sees of themselves. `mutedProducts`: with their sets */
export const memberView = (uid: string, member: Member, revision: number, mutedProducts: number[]): MemberView => ({
  ...sessionView(uid, member),
  user_email: member.contact?.email ?? '',
  emailConfirmed: member.emailConfirmed,
  user_phone: member.contact?.phone ?? '',
  firstName: member.contact?.firstName ?? '',
  lastName: member.contact?.lastName ?? '',
  user_gender: member.contact?.gender ?? null,
  user_birthday: member.contact?.birthday ?? null,
  user_city: member.contact?.city ?? '',
  user_urban_area: member.contact?.district ?? '',
  user_address: member.contact?.address ?? '',
  user_zip: member.contact?.zip ?? '',
  user_invite_code: member.inviteCode,
  referralBound: member.referral !== null,
  ways: [...member.ways],
  wishlist: [...member.wishlist],
  mutedProducts,
  created_at: member.registeredAt,
  revision,
});
