import { setTimeout as sleep } from 'node:timers/promises';
import { type EventStoreDBClient, type Filter, streamNameFilter } from '@eventstore/db-client';
import { asPosition, type Position } from '../port.ts';
import { backOff } from './failures.ts';
import type { LiveTail } from './live-tail.ts';
import { logPosition, type Reader } from './reader.ts';
import { fromWire } from './wire.ts';

export type FeedOptions = { client: EventStoreDBClient; reader: Reader; namespace: string; tail: LiveTail; onNews: () => void };

/**
 * The process's one subscription. It takes everything of the shop, whatever the subscribers want: their positions
 * have to move past what their filters drop, and a filter on the server would not tell of that in time. What is not
 * the shop's the server keeps to itself.
 */
export class Feed {
  readonly #options: FeedOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #cancel: (() => void) | undefined;
  /** up to here everything is in the tail */
  #resume: Position | undefined;

  constructor(options: FeedOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#cancel?.();
    await this.#running;
  }

  /** The client never resumes a subscription by itself, and a clean end is as final as an error. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        await this.#follow(() => (failures = 0));
      } catch {
        // The reason is of no use: whatever it was, the next subscription goes on where this one ended.
      }
      if (!signal.aborted) await sleep(backOff(failures), undefined, { signal }).catch(() => undefined);
    }
  }

  async #follow(alive: () => void): Promise<void> {
    const { client, reader, namespace, tail, onNews } = this.#options;
    if (this.#resume === undefined) {
      this.#resume = await reader.head();
      tail.begin(this.#resume);
      onNews();
    }
    if (this.#stopping.signal.aborted) return;
    let drained = (): boolean => false;
    const subscription = client.subscribeToAll({
      fromPosition: logPosition(this.#resume),
      filter: ours(namespace, (commit) => {
        alive();
        // The checkpoint runs ahead: events before it may still wait in the stream's buffer, and would be lost with it.
        // A turn of the loop later whatever left the buffer has been taken in.
        setImmediate(() => {
          if (drained()) this.#reached(asPosition(commit));
        });
      }),
    });
    drained = () => !subscription.destroyed && subscription.readableLength === 0;
    // Errors that come after the loop below has ended must find a listener.
    subscription.on('error', () => undefined);
    subscription.on('confirmation', alive);
    this.#cancel = () => {
      subscription.destroy();
      subscription.unsubscribe().catch(() => undefined);
    };
    try {
      // Never on('data', async …): handlers would overlap.
      for await (const { event } of subscription) {
        if (!event) continue;
        const read = fromWire(event, namespace).event;
        tail.push(read);
        this.#reached(read.position);
        onNews();
      }
    } finally {
      this.#cancel();
      this.#cancel = undefined;
    }
  }

  /** Forward only. */
  #reached(position: Position): void {
    if (this.#resume === undefined || position > this.#resume) this.#resume = position;
  }
}

/** Checkpoints are for long stretches of events that are not the shop's; each costs the server a message. */
function ours(namespace: string, checkpoint: (commit: bigint) => void): Filter {
  const options = {
    maxSearchWindow: 512,
    checkpointInterval: 8,
    checkpointReached: (_: unknown, { commit }: { commit: bigint }): Promise<void> => {
      checkpoint(commit);
      return Promise.resolve();
    },
  };
  return namespace === '' ? streamNameFilter({ ...options, regex: '^[^$]' }) : streamNameFilter({ ...options, prefixes: [namespace] });
}
