import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { asPosition, type Position } from '../event-store/port.ts';
import { sleep } from '../timing.ts';

/** Read your writes: waits until a read model contains the events of a command. */
export type PositionWaiter = ReturnType<typeof createPositionWaiter>;

type Waiting = { name: string; position: bigint; done: (passed: boolean) => void };

/**
 * Polls the checkpoints while there are callers, with one query for all of them. (A notification per batch would be faster,
 * but Postgres serialises the commits of transactions that notify, the event store's among them.)
 * @param pollMs between two queries; longer where a projector of this process calls `advanced`
 */
export function createPositionWaiter(pool: pg.Pool, pollMs: () => number = () => 10) {
  const known = new Map<string, bigint>();
  const waiting = new Set<Waiting>();
  const wanted = new EventEmitter();
  let polling = false;

  /** Called by the projector of the same process: the rows contain everything up to the position. */
  function advanced(name: string, position: Position): void {
    if ((known.get(name) ?? -2n) >= position) return;
    known.set(name, position);
    for (const one of waiting) if (one.name === name && one.position <= position) one.done(true);
  }

  async function poll(): Promise<void> {
    polling = true;
    while (waiting.size > 0) {
      await sleep(pollMs());
      if (waiting.size === 0) break;
      try {
        const names = [...new Set([...waiting].map(({ name }) => name))];
        const { rows } = await pool.query<{ name: string; position: bigint }>(
          'select name, position from projection_checkpoints where name = any($1)',
          [names],
        );
        for (const { name, position } of rows) advanced(name, asPosition(position));
      } catch {
        // The database is unreachable: the callers get false when their time is over.
      }
    }
    polling = false;
  }

  return {
    advanced,
    /** For the same projector: calls `listener` once, as soon as a caller waits for the projection. @returns removes the listener */
    onWanted(name: string, listener: () => void): () => void {
      wanted.once(name, listener);
      if ([...waiting].some((other) => other.name === name)) wanted.emit(name);
      return () => void wanted.off(name, listener);
    },
    /** True as soon as the projection has passed the position; false after `timeoutMs`. */
    waitFor(name: string, position: bigint, timeoutMs: number): Promise<boolean> {
      if ((known.get(name) ?? -2n) >= position) return Promise.resolve(true);
      return new Promise((resolve) => {
        const one: Waiting = {
          name,
          position,
          done(passed) {
            clearTimeout(timer);
            waiting.delete(one);
            resolve(passed);
          },
        };
        const timer = setTimeout(() => one.done(false), timeoutMs);
        waiting.add(one);
        wanted.emit(name);
        if (!polling) void poll();
      });
    },
  };
}
