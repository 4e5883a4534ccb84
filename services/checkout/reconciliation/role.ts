import { setTimeout as sleep } from 'node:timers/promises';
import { type Leadership, withLeadership } from '@nordhaut/platform/database';
import type { Role } from '@nordhaut/platform/role';
import type { Reconciliation } from './reconcile.ts';

export type ReconcilerOptions = {
  databaseUrl: string;
  reconciliation: Pick<Reconciliation, 'runDue'>;
  log: { info(data: object, message: string): void; error(data: object, message: string): void };
};

/** ms from the start of a leader to its first look, so that a restart under load makes no calls of its own */
const FIRST_MS = 10 * 60_000;
/** ms between two looks for a day that was not compared yet */
const EVERY_MS = 60 * 60_000;

/** Compares each day with the card processor's statement, once the day has ended. One of several processes does it. */
export function reconcilerRole({ databaseUrl, reconciliation, log }: ReconcilerOptions): Role {
  let leadership: Leadership | undefined;
  async function lead({ lost }: { lost: AbortSignal }): Promise<void> {
    const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal: lost, ref: false }).catch(() => undefined);
    for (await pause(FIRST_MS); !lost.aborted; await pause(EVERY_MS)) {
      try {
        for (const done of await reconciliation.runDue()) log.info(done, 'the charges of a day were compared with the processor');
      } catch (error) {
        log.error({ err: error }, 'the charges of a day could not be compared; it is tried again within an hour');
      }
    }
  }
  return {
    name: 'reconciler',
    start() {
      leadership = withLeadership({
        url: databaseUrl,
        lockName: 'card-reconciliation',
        lead,
        onError: (err) => log.error({ err }, 'reconciler leadership'),
      });
      return Promise.resolve();
    },
    notReady: () => Promise.resolve(undefined),
    stop: async () => leadership?.stop(),
  };
}
