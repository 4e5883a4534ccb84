import type { Actor } from '../event-store/port.ts';

/**
 * What a command knows of its origin, made from the request. `commandId` is the same for every request with the
 * same `Idempotency-Key`, so that a repeated command finds its first outcome.
 */
export type RequestContext = {
  /** UUID */
  commandId: string;
  correlationId: string;
  /** the request is its own cause */
  causationId: string;
  actor: Actor;
  /** W3C trace context */
  traceparent: string;
  now: Date;
};
