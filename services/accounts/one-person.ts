import type { Member } from './member-state.ts';

/** Keyed hashes by which an account shows a person: e-mail addresses, phone numbers of the profile and of recipients of orders. */
export type PersonKeys = { emails: readonly string[]; phones: readonly string[] };

/** How many earlier phone numbers of a profile count. A member may type thousands of them, and each costs a comparison. */
export const EARLIER_NUMBERS = 20;

/**
 * The keys of a member, for comparisons. Earlier addresses count where they were confirmed, and earlier phone numbers also without a
 * proof: a change after the binding makes nobody another person (decisions.md 63). They are in the events, so they outlive the
 * forgetting. Nothing may be taken from a person by a key that nobody proved: use `provenEmails` and the recipient of an order.
 * @param orderPhones keys of the recipients' phone numbers on the member's orders
 */
export const personKeysOf = (
  { emailKey, phoneKey, earlierKeys }: Pick<Member, 'emailKey' | 'phoneKey' | 'earlierKeys'>,
  orderPhones: readonly string[] = [],
): PersonKeys => ({
  emails: [...new Set([emailKey, ...earlierKeys.emails])],
  phones: [...new Set([phoneKey, ...earlierKeys.phones.slice(-EARLIER_NUMBERS), ...orderPhones])],
});

/** The keys of the addresses that the member confirmed. A stranger may have typed any other one. */
export const provenEmails = ({
  emailKey,
  emailConfirmed,
  earlierKeys,
}: Pick<Member, 'emailKey' | 'emailConfirmed' | 'earlierKeys'>): string[] => [
  ...new Set([...(emailConfirmed ? [emailKey] : []), ...earlierKeys.emails]),
];

/** Whether two accounts count as one person for referral and invite rewards. */
export function isOnePerson(one: PersonKeys, other: PersonKeys): boolean {
  const [emails, phones] = [new Set(other.emails), new Set(other.phones)];
  return one.emails.some((key) => emails.has(key)) || one.phones.some((key) => phones.has(key));
}
