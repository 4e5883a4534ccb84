import type { ErrorCode } from '@nordhaut/contracts';
import type { Rejection } from '../event-store/decider.ts';

/** Carries a rejection to the edge, where it becomes the API's error shape. */
export class Rejected extends Error {
  readonly rejection: Rejection;
  /** the real HTTP status, where the closest one is not what the caller should get */
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

/** Throws what a command refused. */
export const refuse = (status: number, code: ErrorCode, message: string): never => {
  throw new Rejected({ status, code, message });
};

/** Gives an outcome's value, or throws its rejection: `const order = orThrow(await placeOrder(...))`. */
export function orThrow<Outcome extends { ok: true } | { ok: false; rejection: Rejection }>(
  outcome: Outcome,
): Extract<Outcome, { ok: true }> {
  if (!outcome.ok) throw new Rejected(outcome.rejection);
  return outcome as Extract<Outcome, { ok: true }>;
}

/**
 * The closest real HTTP status to one of the specification's states. A rejection is the caller's to solve, so it is
 * never a 5xx: 500 and 502 of the coupon check (all taken, used up) are conflicts, 501 and 503 (outside its dates,
 * condition not met) cannot be processed (spec/3-purchase-flow §5).
 */
export function httpStatusOf(state: number): number {
  if (Number.isInteger(state) && state >= 400 && state <= 499) return state;
  if (state === 500 || state === 502) return 409;
  return 422;
}
