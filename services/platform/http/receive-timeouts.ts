/** ms between two checks of all connections. A timeout takes effect only at a check, and Node's default is 30 s. */
const CHECK_INTERVAL = 1_000;

/**
 * Options of a Node HTTP server that closes a connection if the whole request, headers and body, has not arrived after
 * `ms`. The headers have half of that time. Otherwise a slow client could hold a connection and memory without limit.
 */
export const receiveTimeouts = (ms: number) => ({
  requestTimeout: ms,
  headersTimeout: Math.ceil(ms / 2),
  connectionsCheckingInterval: Math.min(CHECK_INTERVAL, Math.ceil(ms / 4)),
});
