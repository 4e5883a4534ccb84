import { EventStoreDBClient } from '@eventstore/db-client';
import { ConfigError } from '../../config.ts';

/** Private parts of the client without which it cannot be used safely. A test fails when they change. */
type Inside = {
  supports(method: unknown, feature?: string): Promise<boolean>;
  handleError(channelClient: unknown, error: Error): Promise<void>;
  getChannel(): Promise<Channel>;
};
type Channel = { close(): void };
const insideOf = (client: EventStoreDBClient): Inside => client as unknown as Inside;

/** ms. With the client's defaults (10 s each), a subscription, which has no deadline, stays with a silent node for 20 s. */
const KEEP_ALIVE = { keepAliveInterval: 3_000, keepAliveTimeout: 3_000 };
const UNAVAILABLE = 14;

/**
 * A client, which connects when first used. No error repeats the address, which may hold a password.
 * @throws ConfigError if the address cannot be read or has `throwOnAppendFailure=false`
 */
export function openClient(url: string): EventStoreDBClient {
  if (/[?&]throwOnAppendFailure=false/i.test(url)) {
    throw new ConfigError([
      'The event store address must not set throwOnAppendFailure=false: a refused append would look like a successful one.',
    ]);
  }
  let client: EventStoreDBClient;
  try {
    client = quietly(() => EventStoreDBClient.connectionString(withKeepAlive(url)));
  } catch {
    throw new ConfigError([
      'The event store address cannot be read; expected esdb://[user:password@]host:port[,host:port][?tls=false&…], or esdb+discover:// (for kurrentdb:// write esdb://, the server is the same).',
    ]);
  }
  const inside = insideOf(client);

  // Switches the client's batch stream off, so that each of its own appends is a call. All clients of a process share one
  // table of open batch appends. When the stream of one client breaks, the appends of all clients are rejected; a late
  // answer for one of them is then an uncaught TypeError that ends the process. A stream that the server ends cleanly
  // leaves them pending.
  inside.supports = () => Promise.resolve(false);

  // The channel is replaced in a later turn of the event loop. At once, an append that took the old channel a microtask
  // earlier would throw inside the client's promise executor: an unhandled rejection, and an append that never ends.
  const handleError = inside.handleError;
  inside.handleError = (channelClient, error) =>
    new Promise((resolve) => {
      setImmediate(() => void handleError(channelClient, error).then(resolve, () => resolve()));
    });
  return client;
}

/** Settings in the address take precedence. */
function withKeepAlive(url: string): string {
  const said = new Set(
    url
      .split(/[?&]/)
      .slice(1)
      .map((part) => part.replace(/=.*|[-_]/g, '').toLowerCase()),
  );
  let address = url.trim().replace(/\/+$/, '');
  for (const [name, ms] of Object.entries(KEEP_ALIVE)) {
    if (!said.has(name.toLowerCase())) address += `${address.includes('?') ? '&' : '?'}${name}=${ms}`;
  }
  return address;
}

/** The client warns on the console about an interval below 10 s. Ours is intended; one from the address still warns. */
function quietly<T>(open: () => T): T {
  const { warn } = console;
  const own = `KeepAliveInterval of ${KEEP_ALIVE.keepAliveInterval} `;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes(own)) warn(...words);
  };
  try {
    return open();
  } finally {
    console.warn = warn;
  }
}

/** Makes the client open a new channel, as it does when the server answers that it is unavailable. */
export async function reconnect(client: EventStoreDBClient): Promise<void> {
  const inside = insideOf(client);
  // While the client is still looking for a node, there is no channel to close.
  const channel = await Promise.race([inside.getChannel(), new Promise<void>((later) => setImmediate(later))]);
  const silent = Object.assign(new Error('the server is silent'), { code: UNAVAILABLE, details: '' });
  if (channel) await inside.handleError({ getChannel: () => channel }, silent);
}

/** Ends all calls and closes the connection, which the client's own `dispose` leaves open. */
export async function closeClient(client: EventStoreDBClient): Promise<void> {
  await client.dispose();
  const channel = await insideOf(client).getChannel();
  channel.close();
}
