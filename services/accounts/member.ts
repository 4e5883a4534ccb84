import type { Recorded } from '@nordhaut/platform/decider';
import type { MemberContact, MemberEvent } from './member-events.ts';
import type { Member, MemberState } from './member-state.ts';

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
    const { at, method, inviteCode, emailKey, phoneKey, terms, requestId = null } = event.data;
    const contact = event.personal?.contact;
    return {
      registeredAt: at,
      registeredBy: requestId,
      method,
      inviteCode,
      emailKey,
      phoneKey,
      emailConfirmed: false,
      earlierKeys: { emails: [], phones: [] },
      ways: [method],
      links: [],
      unlinked: [],
      passwords: 0,
      earlierEmails: [],
      resetRequest: null,
      resetBy: null,
      newEmail: null,
      terms,
      contact: contact ? { ...NO_CONTACT, ...contact } : null,
      birthdaySet: false,
      birthdaySetAt: null,
      wishlist: [],
      muted: [],
      referral: null,
      adopted: [],
      closedAt: null,
      forgottenAt: null,
    };
  }
  return state && changed(state, event);
}

const withEarlier = ({ earlierKeys }: Member, kind: 'emails' | 'phones', key: string): Member['earlierKeys'] => ({
  ...earlierKeys,
  [kind]: [...new Set([...earlierKeys[kind], key])],
});

function changed(member: Member, event: Exclude<Recorded<MemberEvent>, { type: 'MemberRegistered' }>): Member {
  switch (event.type) {
    case 'EmailConfirmed':
      return { ...member, emailConfirmed: true };
    case 'PasswordResetRequested':
      return { ...member, resetRequest: { requestId: event.data.requestId, at: event.data.at } };
    case 'PasswordChanged':
      // A stranger who knew the earlier password may have asked for the new address, and has its link.
      return { ...member, passwords: member.passwords + 1, resetRequest: null, resetBy: event.data.requestId, newEmail: null };
    case 'ConfirmationRequested':
      return member;
    case 'EmailChangeRequested':
      return { ...member, newEmail: { emailKey: event.data.emailKey, email: event.personal?.contact?.email ?? null } };
    case 'EmailChanged': {
      const { contact } = member;
      const email = event.personal?.contact?.email;
      return {
        ...member,
        earlierKeys: member.emailConfirmed ? withEarlier(member, 'emails', member.emailKey) : member.earlierKeys,
        earlierEmails: contact ? [...member.earlierEmails, { until: event.revision, email: contact.email }] : [],
        emailKey: event.data.emailKey,
        emailConfirmed: true,
        newEmail: null,
        // It went to the old address.
        resetRequest: null,
        contact: contact && email !== undefined ? { ...contact, email } : contact,
      };
    }
    case 'SignInLinked': {
      const { way, accountKey, at } = event.data;
      const link = { way, accountKey, since: at };
      return {
        ...member,
        ways: [...new Set([...member.ways, way])],
        links: way === 'EMAIL' ? member.links : [...member.links.filter((one) => one.way !== way), link],
        unlinked: member.unlinked.filter((key) => key !== accountKey),
      };
    }
    case 'SignInUnlinked': {
      const { way } = event.data;
      const gone = member.links.filter((link) => link.way === way).map(({ accountKey }) => accountKey);
      return {
        ...member,
        ways: member.ways.filter((one) => one !== way),
        links: member.links.filter((link) => link.way !== way),
        unlinked: [...member.unlinked, ...gone],
      };
    }
    case 'ProfileChanged': {
      const { at, birthdaySet, phoneKey } = event.data;
      const contact = event.personal?.contact;
      return {
        ...member,
        contact: member.contact && contact ? { ...member.contact, ...contact } : member.contact,
        birthdaySet: member.birthdaySet || birthdaySet,
        birthdaySetAt: member.birthdaySetAt ?? (birthdaySet ? at : null),
        phoneKey: phoneKey ?? member.phoneKey,
        earlierKeys: phoneKey === null ? member.earlierKeys : withEarlier(member, 'phones', member.phoneKey),
      };
    }
    case 'ProductWished':
      return { ...member, wishlist: [...member.wishlist, event.data.productId] };
    case 'ProductUnwished':
      return { ...member, wishlist: member.wishlist.filter((productId) => productId !== event.data.productId) };
    case 'ProductMuted':
      return { ...member, muted: [...member.muted, event.data.productId] };
    case 'ProductUnmuted':
      return { ...member, muted: member.muted.filter((productId) => productId !== event.data.productId) };
    case 'ReferralBound':
      return { ...member, referral: { referrerId: event.data.referrerId, code: event.data.code, at: event.data.at } };
    case 'GuestOrderAdopted':
      return { ...member, adopted: [...member.adopted, event.data.orderNo] };
    case 'AccountClosed':
      return { ...member, closedAt: event.data.at, wishlist: [], ways: [], links: [], resetRequest: null, newEmail: null };
    case 'PersonalDataForgotten':
      return { ...member, contact: null, earlierEmails: [], newEmail: null, forgottenAt: event.data.at };
    default: {
      const _: never = event;
      return member;
    }
  }
}
