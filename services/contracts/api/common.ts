import * as z from 'zod/mini';
import { ERROR_CODES } from '../error-codes.ts';
import { ORDER_NO } from '../rules/order-number.ts';

/** The error shape of the API. `status` is the specification's state where the specification names one. */
export const ErrorBody = z.object({
  status: z.int(),
  code: z.enum(ERROR_CODES),
  message: z.string(),
  correlationId: z.string(),
  /** One entry per invalid field; for validation errors only. */
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** Facts about the error, such as the `orderNo` of the order that has the cart's items. */
  details: z.optional(z.record(z.string(), z.string())),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** A position in the event store's total order, as a decimal string. Compare as bigint; send back as `?after=`. */
export const PositionText = z.string().check(z.regex(/^\d{1,19}$/));

/**
 * The receipt of an order, `TAG-REVISION-HASH`, at most 45 characters. The buyer keeps it, and the shop checks it against its
 * history on request. It holds neither the order number nor anything about the buyer.
 */
export const ReceiptText = z.string().check(z.regex(/^[0-9A-Z]{8}-\d{1,9}-[0-9A-Z]{30}$/));

export const AfterQuery = z.object({ after: z.optional(PositionText) });

export const OrderNoText = z.string().check(z.regex(ORDER_NO));

/** Address of a group project, the last part of `/group/{address}`. */
export const GroupAddress = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/));
/** The project in whose page an order was placed, as it was named then. */
export const GroupOfOrder = z.object({ name: z.string(), address: z.string() });
/**
 * The orders that belong to one another because goods are sent again with nothing due. `from`: the order that this one follows
 * from. `orders`: those that follow from this one; `ended`: it came to nothing.
 */
export const LinkedOrders = z.object({
  from: z.nullable(z.object({ orderNo: z.string(), kind: z.enum(['EXCHANGE', 'RESEND']) })),
  orders: z.array(z.object({ orderNo: z.string(), kind: z.enum(['EXCHANGE', 'RESEND']), ended: z.boolean() })),
});
export type LinkedOrders = z.infer<typeof LinkedOrders>;
export type GroupOfOrder = z.infer<typeof GroupOfOrder>;

export const Empty = z.object({});
