import { leadingRole } from '@nordhaut/platform/database';
import type { Role } from '@nordhaut/platform/role';
import { sleep } from '@nordhaut/platform/timing';
import type { Reconciliation } from './days.ts';
import type { Book } from './differences.ts';

export type ReconcilerOptions = {
  databaseUrl: string;
  reconciliation: Readonly<Record<Book, Pick<Reconciliation, 'runDue'>>>;
  log: { info(data: object, message: string): void; error(data: object, message: string): void };
};

/** ms from the start of a leader to its first look, so that a restart under load makes no calls of its own */
const FIRST_MS = 10 * 60_000;
/** ms between two looks for a day that was not compared yet */
const EVERY_MS = 60 * 60_000;

/** Compares each day with the books of the card processor and of the carriers, once it has ended. One of several processes does it. */
export function reconcilerRole({ databaseUrl, reconciliation, log }: ReconcilerOptions): Role {
  async function lead({ lost }: { lost: AbortSignal }): Promise<void> {
    const pause = (ms: number): Promise<void> => sleep(ms, lost, { ref: false });
    for (await pause(FIRST_MS); !lost.aborted; await pause(EVERY_MS)) {
      for (const [book, { runDue }] of Object.entries(reconciliation))
        try {
          await runDue((done) => log.info({ book, ...done }, 'the money of a day was compared'), lost);
        } catch (error) {
          if (lost.aborted) return;
          log.error({ err: error, book }, 'the money of a day could not be compared; it is tried again within an hour');
        }
    }
  }
  return leadingRole('reconciler', {
    url: databaseUrl,
    lockName: 'card-reconciliation',
    lead,
    onError: (err) => log.error({ err }, 'reconciler leadership'),
  });
}
