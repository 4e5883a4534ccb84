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
