import { createHmac, type KeyObject } from 'node:crypto';
import { type Day, dayOf, mailboxOf } from '@nordhaut/contracts';
import type { PlannedMail } from './causes.ts';

/**
 * Mails about orders and welcomes that one mailbox gets on a day in Taipei. Anybody can order for somebody else's address and cancel,
 * again and again, or register with many names of one mailbox. A buyer who orders for a whole office stays below it.
 */
const A_DAY = 30;

/** `mailbox`: keyed hash of the recipient's address */
export type Share = { mailbox: Buffer; day: Day; most: number };

/**
 * The share of a mail in what its recipient may get. Other mails to members have none: accounts limits what causes them. A mail that
 * support sends again has none, because a person decided about it. `factor`: of all limits; null: limits are off
 */
export function shareOf(
  { kind, stream, data }: Pick<PlannedMail, 'kind' | 'stream' | 'data'>,
  address: string,
  { key, factor, now }: { key: KeyObject; factor: number | null; now: Date },
): Share | undefined {
  const isLimited = kind === 'REGISTERED' || stream?.startsWith('order-') === true;
  if (factor === null || data.byStaff || !isLimited) return undefined;
  return {
    mailbox: createHmac('sha256', key).update(mailboxOf(address)).digest(),
    day: dayOf(now),
    most: Math.min(1_000_000_000, Math.ceil(A_DAY * factor)),
  };
}
