import { EventStoreDBClient } from '@eventstore/db-client';
import { ConfigError } from '../../config.ts';

/** What the client does not show, but what has to be reached to use it safely; pinned with its version. */
type Inside = {
  supports(method: unknown, feature?: string): Promise<boolean>;
  handleError(channelClient: unknown, error: Error): Promise<void>;
  getChannel(): Promise<Channel>;
};
type Channel = { close(): void };

/** ms. The client's own 10 s and 10 s leave a subscription, which has no deadline, for 20 s with a node that went silent. */
const KEEP_ALIVE = { keepAliveInterval: 3_000, keepAliveTimeout: 3_000 };
const UNAVAILABLE = 14;

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
    client = quietly(() => EventStoreDBClient.connectionString(withKeepAlive(url)));
  } catch {
    throw new ConfigError(['The event store address cannot be read; expected esdb://[user:password@]host:port[,host:port][?tls=false&…].']);
  }
  withoutServerNameWarning();
  const inside = client as unknown as Inside;

  // One call per append instead of the shared batch stream. The client keeps the batch stream's open appends in one
  // table for all clients of the process: when one client's stream breaks, every client's appends are rejected, and
  // an answer that still arrives for one of them is an uncaught TypeError that ends the process. A stream that the
  // server ends cleanly leaves them pending for ever.
  inside.supports = () => Promise.resolve(false);

  // The channel is replaced between two turns of the event loop. Done at once, an append that took the old channel a
  // microtask earlier throws inside the client's promise executor: an unhandled rejection and an append without end.
  const handleError = inside.handleError;
  inside.handleError = (channelClient, error) =>
    new Promise((settle) => {
      setImmediate(() => void handleError(channelClient, error).then(settle, () => settle()));
    });
  return client;
}

/** What the address says of it stands. */
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

/** At every start the client advises on the console against an interval below 10 s; the one from here is meant. */
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

let isServerNameWarningOff = false;

/**
 * Drops one warning of Node (DEP0123). The gRPC library sends the host as the TLS server name even where the host is an
 * IP address, for which RFC 6066 allows none. Neither the library nor the client has an option against it, and nobody
 * who runs the shop can change it. Certificates are still checked against the address.
 */
function withoutServerNameWarning(): void {
  if (isServerNameWarningOff) return;
  isServerNameWarningOff = true;
  const { emitWarning } = process;
  process.emitWarning = ((...args: Parameters<typeof emitWarning>) => {
    if ((args as unknown[])[2] !== 'DEP0123') emitWarning(...args);
  }) as typeof emitWarning;
}

/** Lets the client make a new channel, as it does by itself when the server says that it is not available. */
export async function reconnect(client: EventStoreDBClient): Promise<void> {
  const inside = client as unknown as Inside;
  // While the client still looks for a node there is nothing to let go of.
  const channel = await Promise.race([inside.getChannel(), new Promise<void>((later) => setImmediate(later))]);
  const silent = Object.assign(new Error('the server is silent'), { code: UNAVAILABLE, details: '' });
  if (channel) await inside.handleError({ getChannel: () => channel }, silent);
}

/** Ends what runs and lets go of the connection, which the client's own `dispose` keeps. */
export async function closeClient(client: EventStoreDBClient): Promise<void> {
  await client.dispose();
  const channel = await (client as unknown as Inside).getChannel();
  channel.close();
}
