import { createHmac, type KeyObject } from 'node:crypto';
import { type Day, dayOf, mailboxOf } from '@nordhaut/contracts';
import type { PlannedMail } from './causes.ts';

/**
 * Mails about orders and welcomes that one mailbox gets on a day in Taipei. Anybody can order for somebody else's address and cancel,
 * again and again, or register with many names of one mailbox. A buyer who orders for a whole office stays below it.
 */
const A_DAY = 30;

/**
 * The budgets of a mailbox. `own`: a member with this confirmed address placed the order. `paid`: the order was paid, or the carrier has
 * its parcel. `anybody`: the rest, which costs a stranger nothing. Each has its own number, so strangers do not use up the others.
 */
export type Budget = 'own' | 'paid' | 'anybody';

/** `mailbox`: keyed hash of the recipient's address and the budget */
export type Share = { mailbox: Buffer; day: Day; most: number };

/**
 * The share of a mail in what its recipient may get. Other mails to members have none: accounts limits what causes them. A mail that
 * support sends again has none, because a person decided about it. `factor`: of all limits; null: limits are off
 */
export function shareOf(
  { kind, stream, data }: Pick<PlannedMail, 'kind' | 'stream' | 'data'>,
  { address, budget }: { address: string; budget: Budget },
  { key, factor, now }: { key: KeyObject; factor: number | null; now: Date },
): Share | undefined {
  const isLimited = kind === 'REGISTERED' || stream?.startsWith('order-') === true;
  if (factor === null || data.byStaff || !isLimited) return undefined;
  return {
    mailbox: createHmac('sha256', key).update(counterOf(address, budget)).digest(),
    day: dayOf(now),
    most: Math.min(1_000_000_000, Math.ceil(A_DAY * factor)),
  };
}

/** No address has a space. A member's own address is the whole one: who has another one with dots may be another person. */
function counterOf(address: string, budget: Budget): string {
  if (budget === 'anybody') return mailboxOf(address);
  return budget === 'own' ? `${address.toLowerCase()} own` : `${mailboxOf(address)} paid`;
}
