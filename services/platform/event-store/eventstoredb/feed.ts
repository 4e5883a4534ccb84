import { convertToCommandError } from '@eventstore/db-client';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { backoff, loop, type Loop } from '../../timing.ts';
import type { Position } from '../port.ts';
import type { ReaderHealth } from '../reader-health.ts';
import type { Calls, ReadCall } from './calls.ts';
import { NoAnswer, RETRY, within } from './failures.ts';
import type { Line } from './line.ts';
import type { LiveTail } from './live-tail.ts';
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
  tail: LiveTail;
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
export class Feed {
  readonly #options: FeedOptions;
  #running: Loop | undefined;
  #cancel: (() => void) | undefined;
  /** position of the last event in the tail */
  #resume: Position | undefined;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  start(): void {
    const { health } = this.#options;
    this.#running ??= loop((stopping, alive) => this.#follow(stopping, alive), {
      restMs: (failures) => backoff(failures, RETRY),
      onError: (error) => health.failed(NAME, error),
    });
  }

  async stop(): Promise<void> {
    const stopped = this.#running?.stop();
    this.#cancel?.();
    await stopped;
  }

  /** The client never resumes a subscription, neither after an error nor after a clean end. @throws when it ends */
  async #follow(stopping: AbortSignal, alive: () => void): Promise<void> {
    const { calls, reader, namespace, readTimeoutMs, tail, onNews } = this.#options;
    if (this.#resume === undefined) {
      this.#resume = await reader.head();
      tail.begin(this.#resume);
      onNews();
    }
    if (stopping.aborted) return;
    const began = performance.now();
    const starting = calls.follow(subscribeToAll(reader.place(this.#resume), namespace, WINDOW, CHECKPOINT_WINDOWS));
    let call: ReadCall | undefined;
    try {
      call = await within(readTimeoutMs, starting);
      await this.#listen(call, began, stopping, alive);
      throw new Error('the server ended the subscription');
    } finally {
      this.#cancel = undefined;
      if (call) call.cancel();
      else void starting.then((late) => late.cancel()).catch(() => undefined);
    }
  }

  /** Resolves when the server ends the subscription. */
  async #listen(call: ReadCall, began: number, stopping: AbortSignal, alive: () => void): Promise<void> {
    const { line, readTimeoutMs, health } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const unconfirmed = setTimeout(() => {
      line.silent(began);
      reject(new NoAnswer(`no subscription within ${readTimeoutMs} ms`));
    }, readTimeoutMs);
    call.on('data', (answer: streams.ReadResp) => {
      if (answer.hasConfirmation()) {
        clearTimeout(unconfirmed);
        line.answered();
        health.succeeded(NAME);
        alive();
      }
      try {
        this.#take(answer);
      } catch (error) {
        reject(error as Error);
      }
    });
    call.on('error', (error) => reject(convertToCommandError(error)));
    call.on('end', resolve);
    this.#cancel = () => call.cancel();
    if (stopping.aborted) call.cancel();
    await promise.finally(() => clearTimeout(unconfirmed));
  }

  /** Keeps the event in the tail. This takes no time, so the subscription needs no back-pressure. */
  #take(answer: streams.ReadResp): void {
    const { namespace, tail, onNews } = this.#options;
    const recorded = answer.getEvent()?.getEvent();
    if (!recorded) return;
    const { event } = fromRecorded(recorded, namespace);
    tail.push(event);
    if (this.#resume === undefined || event.position > this.#resume) this.#resume = event.position;
    onNews();
  }
}
