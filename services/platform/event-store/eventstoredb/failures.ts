import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../port.ts';

/**
 * gRPC codes after which the same call may be made again: cancelled, deadline exceeded, resource exhausted, aborted,
 * internal (what a connection that breaks in the middle of a call looks like), unavailable.
 */
const PASSING_CODES = new Set([1, 4, 8, 10, 13, 14]);
const PASSING_TYPES = new Set(['cancelled', 'deadline-exceeded', 'timeout', 'unavailable', 'not-leader']);
/** What the client and its channel throw without a code. */
const PASSING_MESSAGES = /^(Failed to discover|Channel has been (shut down|closed))|write after end/i;

/** An attempt took too long, or its outcome cannot be seen yet: nobody knows what became of it. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';
}

/**
 * Whether the store is away rather than refusing. By code as well as by class: with the server down some calls reject
 * with a plain `Error` that has nothing but its code.
 */
function isPassing(error: unknown): boolean {
  if (error instanceof UnknownOutcome) return true;
  if (!(error instanceof Error)) return false;
  const { code, type } = error as { code?: unknown; type?: unknown };
  if (typeof type === 'string' && PASSING_TYPES.has(type)) return true;
  if (typeof code === 'number' && PASSING_CODES.has(code)) return true;
  return PASSING_MESSAGES.test(error.message);
}

export const isOfType = (error: unknown, type: string): boolean => error instanceof Error && (error as { type?: unknown }).type === type;

/** ms before attempt `failures + 1`, with jitter so that many processes do not come back at the same moment. */
export const backOff = (failures: number): number => Math.min(25 * 2 ** failures, 1_000) * (0.5 + Math.random());

/** A deadline of our own: not every call of the client ends by itself. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new UnknownOutcome(`no answer within ${ms} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    timer.abort();
  }
}

export type Patience = { timeoutMs: number; attemptMs: number; what: string };

/** Repeats `attempt` until it succeeds, fails for good, or the time is up. @throws StoreUnavailable */
export async function persistently<T>({ timeoutMs, attemptMs, what }: Patience, attempt: (ms: number) => Promise<T>): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (let failures = 0; ; failures++) {
    try {
      return await attempt(Math.max(1, Math.min(attemptMs, deadline - Date.now())));
    } catch (error) {
      if (!isPassing(error)) throw error;
      const pause = backOff(failures);
      if (Date.now() + pause >= deadline) throw new StoreUnavailable(what, { cause: error });
      await sleep(pause);
    }
  }
}
