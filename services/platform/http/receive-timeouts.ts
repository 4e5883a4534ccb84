/** ms between two checks of all connections; Node's own default is 30 s, and a bound holds only when it is checked. */
const MOST_BETWEEN_CHECKS = 1_000;

export type ReceiveTimeouts = { requestTimeout: number; headersTimeout: number; connectionsCheckingInterval: number };

/**
 * Options of a Node HTTP server that closes a connection whose request has not arrived whole, headers and body, after
 * `ms`. The headers have half of that time. A slow client otherwise keeps a connection and a partly read body for free.
 */
export const receiveTimeouts = (ms: number): ReceiveTimeouts => ({
  requestTimeout: ms,
  headersTimeout: Math.ceil(ms / 2),
  connectionsCheckingInterval: Math.min(MOST_BETWEEN_CHECKS, Math.ceil(ms / 4)),
});

/** ms, for the servers that have no setting of their own */
export const DEFAULT_REQUEST_TIMEOUT = 20_000;
