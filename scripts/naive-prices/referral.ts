/**
 * Who may be bound to a referrer (decision 63, spec/2 §4, §5).
 *
 * Open: the states in this order: 500 own code, 409 a second code, 404 unknown code, 409 too late, 500 the same person.
 */
export type Person = {
  memberId: string;
  registeredAt: number;
  /** The e-mail of the account. */
  email: string;
  /** Recipient phones of any orders, also of forgotten ones. */
  phones: string[];
  /** Has or had an order that stands, adopted guest orders included. */
  hasOrdered: boolean;
  boundTo: string | null;
};

/** 200 bound, 404 unknown code, 409 bound before or too late, 500 own code or the same person by another account. */
export function bind({ friend, referrer }: { friend: Person; referrer: Person | null }): 200 | 404 | 409 | 500 {
  if (referrer !== null && referrer.memberId === friend.memberId) return 500;
  if (friend.boundTo !== null) return 409;
  if (referrer === null) return 404;
  if (friend.hasOrdered || referrer.registeredAt >= friend.registeredAt) return 409;
  const isSame = friend.email === referrer.email || friend.phones.some((phone) => referrer.phones.includes(phone));
  return isSame ? 500 : 200;
}
