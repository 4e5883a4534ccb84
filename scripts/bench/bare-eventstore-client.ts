import { EventStoreDBClient, type EventData } from '@eventstore/db-client';

/** The client alone with its defaults, as a program without the shop's adapter uses it. */
export function bareClient(url: string) {
  const client = EventStoreDBClient.connectionString(url);
  return {
    client,
    append: (stream: string, events: EventData[], expectedRevision: bigint | 'no_stream') =>
      client.appendToStream(stream, events, { expectedRevision }),
  };
}
