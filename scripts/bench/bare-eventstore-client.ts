import { EventStoreDBClient, type EventData } from '@eventstore/db-client';

/** Any user: with credentials in the call, the client sends each append as a call of its own. */
const OWN_CALL = { username: 'bench', password: 'bench' };

/**
 * The client alone, as a program without the shop's adapter uses it. The in-memory server refuses the client's shared
 * batch stream, so each append to it is a call of its own. A real server gets the client's default.
 */
export function bareClient(url: string) {
  const client = EventStoreDBClient.connectionString(url);
  const options = process.env['IN_MEMORY'] === 'on' ? { credentials: OWN_CALL } : {};
  return {
    client,
    append: (stream: string, events: EventData[], expectedRevision: bigint | 'no_stream') =>
      client.appendToStream(stream, events, { expectedRevision, ...options }),
  };
}
