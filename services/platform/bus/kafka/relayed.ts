import type pg from 'pg';
import type { Position } from '../../event-store/port.ts';
import { Fenced } from '../../projections/checkpoint.ts';
import { retry } from '../../timing.ts';
import { movePosition } from '../positions.ts';
import type { Report } from '../troubles.ts';

/** Saves the relay's position in the background. */
export type RelayedPosition = {
  /** Everything up to here is acknowledged. Waits only where too many positions are unsaved. @throws the error that ended the saving */
  reached(position: Position): Promise<void>;
  /** Rejects when another relay has moved the position. Never resolves. */
  readonly failed: Promise<never>;
  /** Tries to save the last position. */
  close(): Promise<void>;
};

/** Maximum number of unsaved positions: it limits what a crash repeats while the database does not answer. */
const MOST_UNSAVED = 20;
const RETRY_MS = { first: 100, most: 1_000 };

/**
 * One save at a time, always of the last position, while the relay continues to send. After a crash the next relay sends
 * again what was not saved. A position is saved only when all events up to it are acknowledged.
 */
export function saveRelayed(
  pool: Pick<pg.Pool, 'query'>,
  name: string,
  { from, signal, report }: { from: Position; signal: AbortSignal; report: Report },
): RelayedPosition {
  let saved = from;
  let reached = from;
  let unsaved = 0;
  let saving: Promise<void> | undefined;
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);

  async function save(): Promise<void> {
    while (saved < reached) {
      const to = reached;
      const counted = unsaved;
      const isPassing = (error: Error): boolean => !(error instanceof Fenced);
      const onFailure = ({ message }: Error): void => report(`the relay's position cannot be saved: ${message}`);
      await retry(() => movePosition(pool, name, saved, to), { ...RETRY_MS, signal, isPassing, onFailure });
      report(undefined);
      saved = to;
      unsaved -= counted;
    }
  }

  const start = (): Promise<void> => {
    saving ??= save().finally(() => (saving = undefined));
    saving.catch((error: unknown) => failed.reject(error));
    return saving;
  };

  return {
    failed: failed.promise,
    async reached(position) {
      reached = position;
      unsaved++;
      const running = start();
      if (unsaved > MOST_UNSAVED) await running;
    },
    async close() {
      await saving?.catch(() => undefined);
      if (saved < reached) await movePosition(pool, name, saved, reached).catch(() => undefined);
    },
  };
}
