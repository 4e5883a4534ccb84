import type { DecodedEvent } from '../../envelope/index.ts';
import { asPosition, type EventStore, type Position, type RecordedEvent, type StreamName } from '../../event-store/port.ts';
import type { Consumer, ConsumerMetrics } from '../port.ts';
import type { KafkaLogger } from './client.ts';

export type BlockedStreams = {
  has(stream: StreamName): boolean;
  /** Holds back the events of a stream behind a position until the store's copy of them can be decoded. */
  block(stream: StreamName, after: Position): void;
  /** Delivers what can be decoded now. `onReleased` receives the last revision of each stream that is not blocked any more. */
  retry(signal: AbortSignal, onReleased: (stream: StreamName, revision: number) => void): Promise<void>;
};

export type BlockedStreamsOptions = {
  consumer: Consumer;
  store: Pick<EventStore, 'read'>;
  logger: KafkaLogger;
  metrics: ConsumerMetrics;
  isOfType: (event: RecordedEvent) => boolean;
  decode: (events: readonly RecordedEvent[]) => Promise<DecodedEvent[]>;
};

/** The streams that poison events block, while the consumer continues with all others. In memory: they end with the consumer. */
export function createBlockedStreams({ consumer, store, logger, metrics, isOfType, decode }: BlockedStreamsOptions): BlockedStreams {
  const { name, batch = 100 } = consumer;
  const blocked = new Map<StreamName, Position>();
  const count = (): void => metrics.blocked?.(name, blocked.size);

  /** The events before the first one that cannot be decoded, and whether they are all. */
  async function decodable(events: readonly RecordedEvent[]): Promise<{ decoded: DecodedEvent[]; poison: RecordedEvent | undefined }> {
    const decoded: DecodedEvent[] = [];
    for (const event of events) {
      try {
        decoded.push(...(await decode([event])));
      } catch {
        return { decoded, poison: event };
      }
    }
    return { decoded, poison: undefined };
  }

  /** @returns the last revision of the stream where it is not blocked any more */
  async function retryOne(stream: StreamName, after: Position): Promise<number | undefined> {
    const events = (await store.read(stream)).filter(({ position }) => position > after);
    const { decoded, poison } = await decodable(events.filter(isOfType));
    for (let at = 0; at < decoded.length; at += batch) await consumer.handler(decoded.slice(at, at + batch));
    metrics.handled?.(name, decoded.length);
    if (poison) {
      blocked.set(stream, asPosition(poison.position - 1n));
      return undefined;
    }
    blocked.delete(stream);
    logger.info({ consumer: name, stream, events: decoded.length }, 'a blocked stream continues');
    return events.at(-1)?.revision;
  }

  return {
    has: (stream) => blocked.has(stream),

    block(stream, after) {
      if (!blocked.has(stream)) blocked.set(stream, after);
      count();
    },

    async retry(signal, onReleased) {
      for (const [stream, after] of blocked) {
        if (signal.aborted) return;
        try {
          const revision = await retryOne(stream, after);
          if (revision !== undefined) onReleased(stream, revision);
        } catch (error) {
          logger.warn({ consumer: name, stream, reason: (error as Error).message }, 'a blocked stream cannot continue yet');
        }
      }
      count();
    },
  };
}
