import type { StreamName } from '@nordhaut/platform/event-store';
import type pg from 'pg';
import { mailIds, type MailData } from './causes.ts';
import { addressCorrectedAt, type LetterDeps } from './letters.ts';
import { plan } from './outbox.ts';

/** per order and day, and ms between two */
const MOST = 3;
const PAUSE = 60_000;
const DAY = 86_400_000;

/**
 * A mail that is under way is not sent again: it is tried again by itself, and its recipient would get both.
 * @param rows the mails about one fact, oldest first
 * @param corrected when support corrected the address; mails to the one before do not count for the day
 */
export function isTooSoon(rows: readonly { created_at: Date; state: string }[], now: Date, corrected?: Date): boolean {
  if (rows.some(({ state }) => state === 'due' || state === 'sending')) return true;
  // The first one belongs to the fact itself.
  const since = Math.max(now.getTime() - DAY, corrected?.getTime() ?? 0);
  const today = rows.slice(1).filter(({ created_at: at }) => at.getTime() > since).length;
  const last = rows.at(-1)?.created_at.getTime() ?? 0;
  return now.getTime() - last < PAUSE || today >= MOST;
}

/**
 * Sends the confirmation of an order again, to the address on the order. The number of earlier ones names the mail, so of
 * two requests at once only one adds a mail. The buyer and support have the same limits.
 * @returns `unknown` where the order has no confirmation yet
 */
export async function resend(
  { pool, commands }: { pool: Pick<pg.Pool, 'query'> } & Pick<LetterDeps, 'commands'>,
  stream: StreamName,
  now: Date,
  more: Pick<MailData, 'byStaff'> = {},
): Promise<'planned' | 'too-soon' | 'unknown'> {
  const { rows } = await pool.query<{ id: string; data: MailData; created_at: Date; state: string }>(
    `select id, data, created_at, state from mails where stream = $1 and kind = 'ORDER_CREATED' order by created_at`,
    [stream],
  );
  const [first] = rows;
  if (!first) return 'unknown';
  if (isTooSoon(rows, now, await addressCorrectedAt({ commands }, stream))) return 'too-soon';
  const at = now.toISOString();
  const id = mailIds(`${stream}/created/again/${rows.length}`);
  const data = { ...first.data, of: first.id, ...more };
  await plan(pool, [{ id, kind: 'ORDER_CREATED', stream, data, at, waits: false, nextAt: now, state: 'due' }]);
  return 'planned';
}
