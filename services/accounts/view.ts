import type { Member as MemberView, Session as SessionView } from '@nordhaut/contracts';
import type { Member } from './member-state.ts';

/** What promotions and the catalogue know of a member. `foundingNumber`: null without a founding membership that holds now */
export type Standing = { foundingNumber: number | null /** with their sets */; mutedProducts: number[] };

export const sessionView = (
  uid: string,
  { contact, method }: Member,
  { foundingNumber }: Pick<Standing, 'foundingNumber'>,
): SessionView => ({
  user_uid: uid,
  user_name: contact ? `${contact.firstName}${contact.lastName}` : '',
  user_group: foundingNumber === null ? 'FRIEND' : 'ORIGINAL',
  user_login_type: method,
});

/** What a member sees of themselves. */
export const memberView = (uid: string, member: Member, revision: number, standing: Standing): MemberView => ({
  ...sessionView(uid, member, standing),
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
  ...standing,
  user_create_at: member.registeredAt,
  revision,
});
