import type pg from 'pg';
import type { Reason } from './outbox.ts';

/** A mail that support has to look at, and the stream of the event that caused it. `since`: when it was given up. */
export type FailedMail = { stream: string; kind: string; reason: Reason; since: Date };

/** `only`: the rest of the name of one stream, a number or an id, instead of all streams of the category. */
type FailedMailRange = { category: string; after: Date; before: Date; limit: number; only?: string | undefined };

/**
 * Mails of streams of one category that could not be sent and were given up after `after`, and at `before` or earlier, oldest first. A mail that
 * was sent again is not among them: its newest sending counts. An order has one confirmation, and of a member's links the newest
 * counts; `of` names the mail that another one sends again. `offset 0` keeps the plan at one look by the index for each row, where a
 * join could read all mails of the shop.
 */
export const failedMails =
  (pool: Pick<pg.Pool, 'query'>) =>
  async ({ category, after, before, limit, only }: FailedMailRange): Promise<FailedMail[]> => {
    const { rows } = await pool.query<FailedMail>(
      `select stream, kind, reason, settled_at as since from mails as failed
       where state = 'listed' and stream like $1 and settled_at <= $2 and settled_at > $4
         and not exists (
           select from mails as again
           where again.stream = failed.stream and again.kind = failed.kind and again.state <> 'dropped'
             and again.created_at > failed.created_at
             and (failed.kind in ('ORDER_CREATED', 'CONFIRM_EMAIL', 'RESET_PASSWORD') or again.data->>'of' = coalesce(failed.data->>'of', failed.id::text))
           offset 0
         )
       order by settled_at limit $3`,
      [`${category}-${only ?? '%'}`, before, limit, after],
    );
    return rows;
  };

/** How many mails of the shop itself were given up, where no later one of the kind reached the same address. */
export const failedOwnMails = (pool: Pick<pg.Pool, 'query'>) => async (): Promise<number> => {
  const { rows } = await pool.query<{ count: bigint }>(
    `select count(*) from mails as failed
     where state = 'listed' and stream is null
       and not exists (
         select from mails as later
         where later.stream is null and later.kind = failed.kind and later.state = 'sent' and later.created_at > failed.created_at
           and later.data->>'to' = failed.data->>'to'
       )`,
  );
  return Number(rows[0]?.count ?? 0n);
};
