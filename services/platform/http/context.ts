import type { CommandContext } from '../envelope/codec.ts';

/**
 * The context of a command, from the request. Requests with the same `Idempotency-Key` have the same `commandId`, so a
 * repeated command returns its first outcome. `causationId` is the id of the request itself, as in its answer and in the log.
 */
export type RequestContext = CommandContext & { causationId: string; traceparent: string };
