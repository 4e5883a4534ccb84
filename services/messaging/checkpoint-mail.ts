import type pg from 'pg';
import { mailIds } from './causes.ts';
import { plan } from './outbox.ts';

/** A checkpoint of the history, as the evidence capability sends it once a day. */
export type CheckpointToMail = { size: number; note: string; writtenAt: Date };

/** Plans a mail of the checkpoint to each address. A repeat plans nothing new. */
export const mailCheckpoint =
  (pool: Pick<pg.Pool, 'query'>, addresses: readonly string[]) =>
  async ({ size, note, writtenAt }: CheckpointToMail): Promise<void> => {
    const at = writtenAt.toISOString();
    await plan(
      pool,
      addresses.map((to) => ({
        id: mailIds(`checkpoint/${size}/${at}/${to}`),
        kind: 'CHECKPOINT' as const,
        stream: null,
        data: { to, size, note, at },
        at,
        waits: false,
        nextAt: new Date(),
        state: 'due' as const,
      })),
    );
  };

/** `at`: when it was sent; where it was not, when it was planned */
export type MailedCheckpoint = { size: number; state: 'due' | 'sending' | 'sent' | 'listed' | 'dropped'; at: Date };

/** days of checkpoints that a page shows */
const SHOWN = 14;

/** The newest mails of checkpoints, without their addresses. */
export const mailedCheckpoints = (pool: Pick<pg.Pool, 'query'>) => async (): Promise<MailedCheckpoint[]> => {
  const { rows } = await pool.query<MailedCheckpoint>(
    `select (data->>'size')::float8 as size, state, coalesce(settled_at, created_at) as at
     from mails where kind = 'CHECKPOINT' and stream is null and created_at > now() - make_interval(days => $1)
     order by created_at desc, id limit 50`,
    [SHOWN],
  );
  return rows;
};
