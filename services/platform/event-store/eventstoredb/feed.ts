import { addAbortListener } from 'node:events';
import { convertToCommandError } from '@eventstore/db-client';
import { backoff, loop, type Loop } from '../../timing.ts';
import type { NewestEvents } from '../newest-events.ts';
import { START } from '../port.ts';
import type { ReaderHealth } from '../reader-health.ts';
import type { ReadAnswer } from './answers.ts';
import type { Calls, ReadCall } from './calls.ts';
import { NoAnswer, RETRY } from './failures.ts';
import type { Line } from './line.ts';
import type { Reader } from './reader.ts';
import { subscribeToAll } from './requests.ts';
import { fromRecorded } from './wire.ts';

export type FeedOptions = {
  calls: Calls;
  reader: Reader;
  line: Line;
  namespace: string;
  /** Deadline for the server's confirmation of a subscription, ms. */
  readTimeoutMs: number;
  newest: NewestEvents;
  health: ReaderHealth;
  onNews: () => void;
};

const NAME = 'feed';
/** Events that the server looks at between two windows, and windows between two checkpoints; checkpoints are not used. */
const WINDOW = 512;
const CHECKPOINT_WINDOWS = 1_000;

/**
 * The one subscription of the process. It receives all events of the shop: the positions of the subscribers must move past
 * events that their filters drop, and a filter on the server would report that too late. The server filters foreign events.
 *
 * After a failure it resumes after the last event that it received. It ignores the server's checkpoints, because some are
 * wrong: before 24.10.5 a young store sends the greatest number, which as a position is the end of the log, and 25.0.0
 * sends the position of the next event. So after a reconnect the server reads its own newer events again, some thousands
 * after a day without an order.
 */
export function createFeed({ calls, reader, line, namespace, readTimeoutMs, newest, health, onNews }: FeedOptions) {
  let running: Loop | undefined;

  /** The client never resumes a subscription, neither after an error nor after a clean end. @throws when it ends */
  async function follow(stopping: AbortSignal, alive: () => void): Promise<void> {
    if (newest.end === undefined) {
      newest.begin(await reader.head());
      onNews();
    }
    if (stopping.aborted) return;
    const began = performance.now();
    const after = reader.place(newest.end ?? START);
    const call = await calls.follow(subscribeToAll(after, namespace, WINDOW, CHECKPOINT_WINDOWS), readTimeoutMs);
    using _stopped = addAbortListener(stopping, () => call.cancel());
    try {
      await listen(call, began, alive);
      throw new Error('the server ended the subscription');
    } finally {
      call.cancel();
    }
  }

  /** Resolves when the server ends the subscription. */
  async function listen(call: ReadCall, began: number, alive: () => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const unconfirmed = setTimeout(() => {
      line.silent(began);
      reject(new NoAnswer(`no subscription within ${readTimeoutMs} ms`));
    }, readTimeoutMs);
    call.on('data', (answer: ReadAnswer) => {
      if (answer.isConfirmation) {
        clearTimeout(unconfirmed);
        line.answered();
        health.succeeded(NAME);
        alive();
      }
      try {
        take(answer);
      } catch (error) {
        reject(error as Error);
      }
    });
    call.on('error', (error) => reject(convertToCommandError(error)));
    call.on('end', resolve);
    await promise.finally(() => clearTimeout(unconfirmed));
  }

  /** Keeps the event in memory. This takes no time, so the subscription needs no back-pressure. */
  function take({ recorded }: ReadAnswer): void {
    if (!recorded) return;
    newest.push(fromRecorded(recorded, namespace).event);
    onNews();
  }

  return {
    start(): void {
      running ??= loop(follow, {
        restMs: (failures) => backoff(failures, RETRY),
        onError: (error) => health.failed(NAME, error),
      });
    },
    async stop(): Promise<void> {
      await running?.stop();
    },
  };
}
