import type { LoginType } from '@nordhaut/contracts';
import type { Recorded } from '@nordhaut/platform/decider';
import type { Agreement, MemberContact, MemberEvent } from './member-events.ts';

export type Member = {
  registeredAt: string;
  method: LoginType;
  inviteCode: string;
  emailKey: string;
  phoneKey: string;
  emailConfirmed: boolean;
  ways: readonly LoginType[];
  terms: Agreement;
  /** null after the person was forgotten */
  contact: MemberContact | null;
  birthdaySet: boolean;
  /** in the order in which they were wished */
  wishlist: readonly number[];
  referral: { referrerId: string; code: string } | null;
  adopted: readonly string[];
  closedAt: string | null;
};
/** null: not registered */
export type MemberState = Member | null;

export const unregistered: MemberState = null;

const NO_CONTACT: MemberContact = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  gender: null,
  birthday: null,
  city: '',
  district: '',
  address: '',
  zip: '',
};

export function evolve(state: MemberState, event: Recorded<MemberEvent>): MemberState {
  if (event.type === 'MemberRegistered') {
    const { at, method, inviteCode, emailKey, phoneKey, terms } = event.data;
    const contact = event.personal?.contact;
    return {
      registeredAt: at,
      method,
      inviteCode,
      emailKey,
      phoneKey,
      emailConfirmed: false,
      ways: [method],
      terms,
      contact: contact ? { ...NO_CONTACT, ...contact } : null,
      birthdaySet: false,
      wishlist: [],
      referral: null,
      adopted: [],
      closedAt: null,
    };
  }
  return state && changed(state, event);
}

function changed(member: Member, event: Exclude<Recorded<MemberEvent>, { type: 'MemberRegistered' }>): Member {
  switch (event.type) {
    case 'EmailConfirmed':
      return { ...member, emailConfirmed: true };
    case 'SignInLinked':
      return { ...member, ways: [...new Set([...member.ways, event.data.way])] };
    case 'SignInUnlinked':
      return { ...member, ways: member.ways.filter((way) => way !== event.data.way) };
    case 'ProfileChanged': {
      const { birthdaySet, phoneKey } = event.data;
      const contact = event.personal?.contact;
      return {
        ...member,
        contact: member.contact && contact ? { ...member.contact, ...contact } : member.contact,
        birthdaySet: member.birthdaySet || birthdaySet,
        phoneKey: phoneKey ?? member.phoneKey,
      };
    }
    case 'ProductWished':
      return { ...member, wishlist: [...member.wishlist, event.data.productId] };
    case 'ProductUnwished':
      return { ...member, wishlist: member.wishlist.filter((productId) => productId !== event.data.productId) };
    case 'ReferralBound':
      return { ...member, referral: { referrerId: event.data.referrerId, code: event.data.code } };
    case 'GuestOrderAdopted':
      return { ...member, adopted: [...member.adopted, event.data.orderNo] };
    case 'AccountClosed':
      return { ...member, closedAt: event.data.at, wishlist: [], ways: [] };
    default: {
      const _: never = event;
      return member;
    }
  }
}
