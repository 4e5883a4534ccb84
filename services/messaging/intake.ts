import { PoisonEvent } from '@nordhaut/platform/bus';
import type { DecodedEvent } from '@nordhaut/platform/envelope';
import type pg from 'pg';
import { mailOf, type PlannedMail, RETURN_EVENTS } from './causes.ts';
import { plan } from './outbox.ts';

/** The reader of the events that cause mails. */
export const CONSUMER = 'messaging';

/** ms; older news would confuse, so support decides about them */
export const TOO_LATE = 3 * 86_400_000;

/**
 * Writes the mails that events cause into the outbox. It sends nothing, so it may see an event any number of times: also
 * the whole history, whose mails are there, or which is older than this role.
 */
export async function intake(
  { pool, clock, waitMs }: { pool: pg.Pool; clock: () => Date; waitMs: number },
  events: readonly DecodedEvent[],
): Promise<void> {
  const caused = events.flatMap((event) => readable(event) ?? []);
  if (caused.length === 0) return;
  const { since, returnsSince } = await mailingSince(pool);
  const mails = caused.filter(({ at, kind }) => Date.parse(at) >= (OF_RETURNS.has(kind) ? returnsSince : since).getTime());
  const tooLate = clock().getTime() - TOO_LATE;
  await plan(
    pool,
    mails.map((mail) => ({
      ...mail,
      nextAt: new Date(Date.parse(mail.at) + (mail.waits ? waitMs : 0)),
      state: Date.parse(mail.at) < tooLate ? 'listed' : 'due',
    })),
  );
}

const OF_RETURNS: ReadonlySet<string> = new Set(Object.values(RETURN_EVENTS));

/** @throws PoisonEvent: the event says something that no release wrote */
function readable(event: DecodedEvent): PlannedMail | undefined {
  try {
    return mailOf(event);
  } catch (error) {
    throw new PoisonEvent(error);
  }
}

async function mailingSince(pool: Pick<pg.Pool, 'query'>): Promise<{ since: Date; returnsSince: Date }> {
  const { rows } = await pool.query<{ since: Date; returnsSince: Date }>('select since, returns_since as "returnsSince" from mailing');
  if (!rows[0]) throw new Error('the table mailing has lost its row');
  return rows[0];
}
