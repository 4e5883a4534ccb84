import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../port.ts';
import type { Line } from './line.ts';

/**
 * gRPC codes after which the same call may be made again: cancelled, deadline exceeded, resource exhausted, aborted,
 * internal (what a connection that breaks in the middle of a call looks like), unavailable.
 */
const PASSING_CODES = new Set([1, 4, 8, 10, 13, 14]);
const DEADLINE_EXCEEDED = 4;
/**
 * "Unknown": a node that knows no leader, a read that failed inside the server, but a fault of the server's own, too.
 * To repeat is safe; what stays so for the length of an election is told.
 */
const UNKNOWN = 2;
const UNKNOWN_ATTEMPTS = 8;
const PASSING_TYPES = new Set(['cancelled', 'deadline-exceeded', 'timeout', 'unavailable', 'not-leader']);
/** What the client and its channel throw without a code. */
const PASSING_MESSAGES = /^(Failed to discover|Channel has been (shut down|closed))|write after end/i;

/** An attempt took too long, or its outcome cannot be seen yet: nobody knows what became of it. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';
}

/** Nothing came from the server. */
export class NoAnswer extends UnknownOutcome {}

/**
 * Whether the store is away rather than refusing. By code as well as by class: with the server down some calls reject
 * with a plain `Error` that has nothing but its code.
 */
function isPassing(error: unknown): boolean {
  if (error instanceof UnknownOutcome) return true;
  if (!(error instanceof Error)) return false;
  const { code, type } = error as { code?: unknown; type?: unknown };
  if (typeof type === 'string' && PASSING_TYPES.has(type)) return true;
  if (typeof code === 'number' && (PASSING_CODES.has(code) || code === UNKNOWN)) return true;
  return PASSING_MESSAGES.test(error.message);
}

const hasCode = (error: unknown, code: number): boolean => error instanceof Error && (error as { code?: unknown }).code === code;

export const isOfType = (error: unknown, type: string): boolean => error instanceof Error && (error as { type?: unknown }).type === type;

/** ms before attempt `failures + 1`, with jitter so that many processes do not come back at the same moment. */
export const backOff = (failures: number): number => Math.min(25 * 2 ** failures, 1_000) * (0.5 + Math.random());

/** A deadline of our own: not every call of the client ends by itself. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal }).then(() => {
    throw new NoAnswer(`no answer within ${ms} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    timer.abort();
  }
}

export type Patience = { timeoutMs: number; attemptMs: number; what: string; line: Line };

/** Repeats `attempt` until it succeeds, fails for good, or the time is up. @throws StoreUnavailable */
export async function persistently<T>({ timeoutMs, attemptMs, what, line }: Patience, attempt: (ms: number) => Promise<T>): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (let failures = 0, unknown = 0; ; failures++) {
    const began = performance.now();
    const ms = Math.max(1, Math.min(attemptMs, deadline - Date.now()));
    try {
      const result = await attempt(ms);
      line.answered();
      return result;
    } catch (error) {
      // What is left of the time at the end says nothing about the server.
      if ((error instanceof NoAnswer || hasCode(error, DEADLINE_EXCEEDED)) && ms >= attemptMs / 2) line.silent(began);
      if (!isPassing(error)) throw error;
      if (hasCode(error, UNKNOWN)) unknown++;
      const pause = backOff(failures);
      if (Date.now() + pause >= deadline || unknown >= UNKNOWN_ATTEMPTS) throw new StoreUnavailable(what, { cause: error });
      await sleep(pause);
    }
  }
}
