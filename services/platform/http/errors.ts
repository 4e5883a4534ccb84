import type { ErrorCode } from '@nordhaut/contracts';
import type { Rejection } from '../event-store/decider.ts';

/** A rejection as an exception. The error handler answers it in the API's error shape. */
export class Rejected extends Error {
  readonly rejection: Rejection;
  /** the HTTP status; default: the closest to the rejection's state */
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(rejection: Rejection, options: { httpStatus?: number; headers?: Record<string, string> } = {}) {
    super(`${rejection.code}: ${rejection.message}`);
    this.name = 'Rejected';
    this.rejection = rejection;
    this.httpStatus = options.httpStatus ?? httpStatusOf(rejection.status);
    this.headers = options.headers ?? {};
  }
}

/** Throws a rejection. */
export const refuse = (status: number, code: ErrorCode, message: string): never => {
  throw new Rejected({ status, code, message });
};

/** Returns an accepted outcome, or throws its rejection: `const order = orThrow(await placeOrder(...))`. */
export function orThrow<Outcome extends { ok: true } | { ok: false; rejection: Rejection }>(
  outcome: Outcome,
): Extract<Outcome, { ok: true }> {
  if (!outcome.ok) throw new Rejected(outcome.rejection);
  return outcome as Extract<Outcome, { ok: true }>;
}

/**
 * The closest HTTP status to a state of the specification. A rejection is not a server error, so it is never a 5xx: the
 * states 500 and 502 of the coupon check (all taken, used up) become 409, and 501 and 503 (outside its dates, condition
 * not met) become 422 (spec/3-purchase-flow §5).
 */
function httpStatusOf(state: number): number {
  if (Number.isInteger(state) && state >= 400 && state <= 499) return state;
  if (state === 500 || state === 502) return 409;
  return 422;
}
