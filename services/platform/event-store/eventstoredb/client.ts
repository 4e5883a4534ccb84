import { EventStoreDBClient } from '@eventstore/db-client';
import { ConfigError } from '../../config.ts';

/** What the client does not show, but what has to be reached to use it safely; pinned with its version. */
type Inside = {
  supports(method: unknown, feature?: string): Promise<boolean>;
  handleError(channelClient: unknown, error: Error): Promise<void>;
  getChannel(): Promise<{ close(): void }>;
};

/**
 * Opens a client; it connects when it is first used. The address may hold a password, so errors do not repeat it.
 * @throws ConfigError where the address is none of this client's
 */
export function openClient(url: string): EventStoreDBClient {
  if (/^kurrent(db)?(\+discover)?:/i.test(url)) {
    throw new ConfigError([
      'The event store address begins with kurrentdb://, which this client does not read; write esdb:// or esdb+discover://, the server is the same.',
    ]);
  }
  if (!/^esdb(\+discover)?:\/\/[^/?]/.test(url))
    throw new ConfigError(['The event store address must begin with esdb:// or esdb+discover:// and name a host.']);
  if (/[?&]throwOnAppendFailure=false/i.test(url)) {
    throw new ConfigError([
      'The event store address must not set throwOnAppendFailure=false: a refused append would look like a successful one.',
    ]);
  }
  let client: EventStoreDBClient;
  try {
    client = EventStoreDBClient.connectionString(url);
  } catch {
    throw new ConfigError(['The event store address cannot be read; expected esdb://[user:password@]host:port[,host:port][?tls=false&…].']);
  }
  const inside = client as unknown as Inside;

  // One call per append instead of the shared batch stream. The client keeps the batch stream's open appends in one
  // table for all clients of the process: when one client's stream breaks, every client's appends are rejected, and
  // an answer that still arrives for one of them is an uncaught TypeError that ends the process. A stream that the
  // server ends cleanly leaves them pending for ever.
  inside.supports = () => Promise.resolve(false);

  // The channel is replaced between two turns of the event loop. Done at once, an append that took the old channel a
  // microtask earlier throws inside the client's promise executor: an unhandled rejection and an append without end.
  const reconnect = inside.handleError;
  inside.handleError = (channelClient, error) =>
    new Promise((settle) => {
      setImmediate(() => void reconnect(channelClient, error).then(settle, () => settle()));
    });
  return client;
}

/** Ends what runs and lets go of the connection, which the client's own `dispose` keeps. */
export async function closeClient(client: EventStoreDBClient): Promise<void> {
  await client.dispose();
  const channel = await (client as unknown as Inside).getChannel();
  channel.close();
}
