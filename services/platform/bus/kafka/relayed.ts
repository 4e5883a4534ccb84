import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Position } from '../../event-store/port.ts';
import { movePositionSoftly, Outrun } from '../positions.ts';

/** Keeps how far the relay has come, behind its back. */
export type Relayed = {
  /** Everything up to here is acknowledged. Waits only where too much is not kept yet. @throws what keeping it ended with */
  reached(position: Position): Promise<void>;
  /** Rejects when it cannot go on: another relay has moved the position. Never resolves. */
  readonly failed: Promise<never>;
  /** Keeps what was reached last, if that can still be done. */
  close(): Promise<void>;
};

/** Positions reached and not kept, at most: bounds what a crash repeats while the database does not answer. */
const MOST_UNKEPT = 20;
const RETRY_MS = 250;

/**
 * One save at a time, always of the latest: the relay goes on sending meanwhile. What is not kept when the process
 * dies is sent again by the next relay; a position is never kept before what stands below it is acknowledged.
 */
export function keepRelayed(pool: pg.Pool, name: string, from: Position, signal: AbortSignal): Relayed {
  let kept = from;
  let reached = from;
  let unkept = 0;
  let saving: Promise<void> | undefined;
  let fail: (error: Error) => void;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);

  async function save(): Promise<void> {
    while (kept < reached) {
      const to = reached;
      const counted = unkept;
      try {
        await movePositionSoftly(pool, name, kept, to);
        kept = to;
        unkept -= counted;
      } catch (error) {
        if (error instanceof Outrun || signal.aborted) {
          fail(error as Error);
          throw error;
        }
        await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  const start = (): Promise<void> => {
    saving ??= save().finally(() => (saving = undefined));
    saving.catch(() => undefined);
    return saving;
  };

  return {
    failed,
    async reached(position) {
      reached = position;
      unkept++;
      const saved = start();
      if (unkept > MOST_UNKEPT) await saved;
    },
    async close() {
      await start().catch(() => undefined);
    },
  };
}
