import * as z from 'zod/mini';
import { ERROR_CODES } from '../error-codes.ts';

/** The one error shape of the API. `status` is the specification's state where it names one. */
export const ErrorBody = z.object({
  status: z.int(),
  code: z.enum(ERROR_CODES),
  message: z.string(),
  correlationId: z.string(),
  /** One entry per field that does not fit; present for validation errors only. */
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** Facts beside the message, such as the `orderNo` of the order that holds the lines of the cart. */
  details: z.optional(z.record(z.string(), z.string())),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** A place in the store's total order, as a decimal string: compare as bigint, pass back as `?after=`. */
export const PositionText = z.string().check(z.regex(/^\d{1,19}$/));

export const AfterQuery = z.object({ after: z.optional(PositionText) });

/** At most 20 letters and digits, as the carrier demands (providers §1.4). */
export const OrderNoText = z.string().check(z.regex(/^[A-Z0-9]{8,20}$/));

export const Empty = z.object({});
