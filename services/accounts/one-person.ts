import type { Member } from './member-state.ts';

/** Keyed hashes by which an account shows a person: e-mail addresses, phone numbers of the profile and of recipients of orders. */
export type PersonKeys = { emails: readonly string[]; phones: readonly string[] };

/**
 * The keys of a member. Earlier addresses count where they were confirmed, and earlier phone numbers always: a change after
 * the binding makes nobody another person (decisions.md 63). They are in the events, so they outlive the forgetting.
 * @param orderPhones keys of the recipients' phone numbers on the member's orders
 */
export const personKeysOf = (
  { emailKey, phoneKey, earlierKeys }: Pick<Member, 'emailKey' | 'phoneKey' | 'earlierKeys'>,
  orderPhones: readonly string[] = [],
): PersonKeys => ({
  emails: [...new Set([emailKey, ...earlierKeys.emails])],
  phones: [...new Set([phoneKey, ...earlierKeys.phones, ...orderPhones])],
});

/** Whether two accounts count as one person for referral and invite rewards. */
export const isOnePerson = (one: PersonKeys, other: PersonKeys): boolean =>
  one.emails.some((key) => other.emails.includes(key)) || one.phones.some((key) => other.phones.includes(key));
