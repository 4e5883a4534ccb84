import pTimeout from 'p-timeout';
import { type Backoff, backoff, sleep } from '../../timing.ts';
import { StoreUnavailable } from '../port.ts';
import type { Line } from './line.ts';

/**
 * gRPC codes after which the same call may be repeated: cancelled, deadline exceeded, resource exhausted, aborted,
 * internal (the code of a connection that breaks during a call), unavailable.
 */
const PASSING_CODES = new Set([1, 4, 8, 10, 13, 14]);
const DEADLINE_EXCEEDED = 4;
/**
 * "Unknown": a node without a leader, a read that failed inside the server, or another fault of the server. A repeat is
 * safe. If the error lasts longer than an election, the caller gets it.
 */
const UNKNOWN = 2;
const UNKNOWN_ATTEMPTS = 8;
const PASSING_TYPES = new Set(['cancelled', 'deadline-exceeded', 'timeout', 'unavailable', 'not-leader']);
/** Errors of the client and its channel that have no code. */
const PASSING_MESSAGES = /^(Failed to discover|Channel has been (shut down|closed))|write after end/i;

/** An attempt took too long, or its outcome cannot be read yet. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome';
}

/** The server sent nothing. */
export class NoAnswer extends UnknownOutcome {}

/**
 * Whether the store is unavailable and does not refuse. It checks the code and the class: while the server is down, some
 * calls reject with a plain `Error` that has only a code.
 */
function isPassing(error: unknown): boolean {
  // StoreUnavailable: the read that confirms an append gave up; the append has more time.
  if (error instanceof UnknownOutcome || error instanceof StoreUnavailable) return true;
  if (!(error instanceof Error)) return false;
  const { code, type } = error as { code?: unknown; type?: unknown };
  if (typeof type === 'string' && PASSING_TYPES.has(type)) return true;
  if (typeof code === 'number' && (PASSING_CODES.has(code) || code === UNKNOWN)) return true;
  return PASSING_MESSAGES.test(error.message);
}

const hasCode = (error: unknown, code: number): boolean => error instanceof Error && (error as { code?: unknown }).code === code;

export const isOfType = (error: unknown, type: string): boolean => error instanceof Error && (error as { type?: unknown }).type === type;

/** Wait before another attempt at the server. */
export const RETRY: Backoff = { first: 25, most: 1_000 };

/** A deadline: not every call of the client ends by itself. The error is made only when it is needed. */
export const within = <T>(milliseconds: number, work: Promise<T>): Promise<T> =>
  pTimeout(work, {
    milliseconds,
    fallback() {
      throw new NoAnswer(`no answer within ${milliseconds} ms`);
    },
  });

/** `signal`: ends the attempts; the one under way is not waited for. */
export type Patience = { timeoutMs: number; attemptMs: number; what: string; line: Line; signal?: AbortSignal | undefined };

/**
 * Repeats `attempt` until it succeeds, fails permanently, reaches the deadline, or is ended.
 * @throws StoreUnavailable. Its cause is the last error, except that the last attempt had too little time for an answer.
 */
export function persistently<T>(patience: Patience, attempt: (ms: number) => Promise<T>): Promise<T> {
  const { signal, what } = patience;
  const attempts = repeatedly(patience, attempt);
  return signal ? orAborted(attempts, signal, what) : attempts;
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal, what: string): Promise<T> {
  return new Promise((resolve, fail) => {
    const end = (): void => fail(new StoreUnavailable(what));
    signal.addEventListener('abort', end, { once: true });
    void work.then(resolve, fail).finally(() => signal.removeEventListener('abort', end));
  });
}

async function repeatedly<T>({ timeoutMs, attemptMs, what, line, signal }: Patience, attempt: (ms: number) => Promise<T>): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  let cause: unknown;
  for (let failures = 1, unknown = 0; ; failures++) {
    if (signal?.aborted) throw new StoreUnavailable(what, { cause });
    const began = performance.now();
    const ms = Math.max(1, Math.min(attemptMs, deadline - performance.now()));
    try {
      const result = await attempt(ms);
      line.answered();
      return result;
    } catch (error) {
      // The short rest of the time before the deadline says nothing about the server.
      const hasNoAnswer = error instanceof NoAnswer || hasCode(error, DEADLINE_EXCEEDED);
      if (hasNoAnswer && ms >= attemptMs / 2) line.silent(began);
      if (!hasNoAnswer || ms >= attemptMs / 2) cause = error;
      if (!isPassing(error)) throw error;
      if (hasCode(error, UNKNOWN)) unknown++;
      const pause = backoff(failures, RETRY);
      if (performance.now() + pause >= deadline || unknown >= UNKNOWN_ATTEMPTS) throw new StoreUnavailable(what, { cause: cause ?? error });
      await sleep(pause);
    }
  }
}
