import type { Logger } from 'pino';
import type { Codec } from '../envelope/index.ts';
import type { EventStore, Position, RecordedEvent } from '../event-store/port.ts';
import type { HeldStream, HeldStreams } from './held-streams.ts';
import type { Consumer } from './port.ts';

export type RetryHeld = {
  store: Pick<EventStore, 'read'>;
  codec: Codec;
  consumer: Consumer;
  logger: Pick<Logger, 'info' | 'warn'>;
  held: HeldStreams;
  /** up to which the consumer has handled the other streams */
  upTo: () => Position;
};

/**
 * Handles the waiting events of each held stream, in their order, and releases the stream. A stream that cannot be read
 * yet stays. The caller delivers nothing meanwhile, so no event of a released stream is passed over.
 */
export async function retryHeld({ store, codec, consumer, logger, held, upTo }: RetryHeld): Promise<void> {
  const { name, filter, handler, batch = 100 } = consumer;
  const isWanted = ({ type, position }: RecordedEvent): boolean => position <= upTo() && (filter?.types?.includes(type) ?? true);
  const release = async ({ stream, revision }: HeldStream): Promise<void> => {
    const waiting = (await store.read(stream, { from: revision })).filter(isWanted);
    const events = await codec.decode(waiting, { personal: false });
    for (let from = 0; from < events.length; from += batch) await handler(events.slice(from, from + batch));
    await held.release(stream);
    logger.info({ consumer: name, stream }, 'a held stream continues');
  };
  for (const one of held.all())
    await release(one).catch((error: Error) =>
      logger.warn({ consumer: name, stream: one.stream, reason: error.message }, 'a stream is still held'),
    );
}
