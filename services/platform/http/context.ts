import type { Actor } from '../event-store/port.ts';

/**
 * The context of a command, from the request. Requests with the same `Idempotency-Key` have the same `commandId`, so a
 * repeated command returns its first outcome.
 */
export type RequestContext = {
  /** UUID */
  commandId: string;
  /** the id of the request itself, as in its answer and in the log */
  causationId: string;
  actor: Actor;
  /** W3C trace context */
  traceparent: string;
  now: Date;
  /** as in `CommandContext` */
  ranBefore?: (commandId: string) => void;
};
