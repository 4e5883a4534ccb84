import type pg from 'pg';

/** A mail that support has to look at, and the stream of the event that caused it. */
export type FailedMail = { stream: string; kind: string; since: Date };

/** Mails of streams of one category that could not be sent, oldest first. */
export const failedMails =
  (pool: Pick<pg.Pool, 'query'>) =>
  async ({ category, limit }: { category: string; limit: number }): Promise<FailedMail[]> => {
    const { rows } = await pool.query<FailedMail>(
      `select stream, kind, created_at as since from mails
       where state = 'listed' and stream like $1 order by created_at limit $2`,
      [`${category}-%`, limit],
    );
    return rows;
  };
