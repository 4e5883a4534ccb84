/**
 * Who may be bound to a referrer (decision 63, spec/2 §4, §5).
 *
 * Open: the states in this order: 404 unknown code, 500 own code, 409 a second code, then 404 for every other rule.
 */
export type Person = {
  memberId: string;
  registeredAt: number;
  /** The confirmed e-mail, or null. */
  email: string | null;
  /** Recipient phones of any orders, also of forgotten ones. */
  phones: string[];
  /** Has or had an order that stands, adopted guest orders included. */
  hasOrdered: boolean;
  boundTo: string | null;
};

/** 200 bound, 404 not found or not allowed, 409 bound before, 500 own code. */
export function bind({ friend, referrer }: { friend: Person; referrer: Person | null }): 200 | 404 | 409 | 500 {
  if (referrer === null) return 404;
  if (referrer.memberId === friend.memberId) return 500;
  if (friend.boundTo !== null) return 409;
  if (friend.hasOrdered) return 404;
  if (referrer.registeredAt >= friend.registeredAt) return 404;
  if (friend.email !== null && friend.email === referrer.email) return 404;
  if (friend.phones.some((phone) => referrer.phones.includes(phone))) return 404;
  return 200;
}
