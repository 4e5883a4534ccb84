import * as z from 'zod/mini';
import { DisplayStatus } from './api/checkout.ts';
import { OrderNoText, PositionText } from './api/common.ts';
import { OrderFacts } from './api/orders.ts';

/**
 * The socket contract at `/socket.io`. It is fixed, because load tests and other clients rely on it.
 *
 * After `order:subscribe` the server sends every status after `afterRevision`, and then each new one. A client may get a
 * status again, also after a later one, so it drops a status whose revision is not higher than the last one it has.
 */
export const OrderSubscribe = z.object({
  orderNo: OrderNoText,
  /** the last revision that the client has; -1: none */
  afterRevision: z.int().check(z.minimum(-1)),
  proof: z.optional(z.string().check(z.maxLength(512))),
});
export type OrderSubscribe = z.infer<typeof OrderSubscribe>;

export const SubscribeAck = z.union([
  z.object({ ok: z.literal(true), revision: z.int() }),
  z.object({ ok: z.literal(false), code: z.string(), message: z.string() }),
]);
export type SubscribeAck = z.infer<typeof SubscribeAck>;

/**
 * After `member:subscribe` a signed-in member's tab gets the statuses of all own orders: those after `afterPosition` (of the
 * list), and then each new one. The cookies of the socket's handshake decide who the member is, so a page connects anew
 * after a sign-in. `member:ended`: the session ended; the page asks who is signed in.
 */
export const MemberSubscribe = z.object({ afterPosition: PositionText });
export type MemberSubscribe = z.infer<typeof MemberSubscribe>;

export const MemberSubscribeAck = z.union([
  z.object({
    ok: z.literal(true),
    position: PositionText,
    /** whose orders the tab follows; a page that shows another member reads everything again */
    user_uid: z.string(),
    /** false: more orders changed than are replayed, so the page reads its list again */
    complete: z.boolean(),
  }),
  z.object({ ok: z.literal(false), code: z.string(), message: z.string() }),
]);
export type MemberSubscribeAck = z.infer<typeof MemberSubscribeAck>;

export const OrderStatusMessage = z.object({
  orderNo: OrderNoText,
  revision: z.int(),
  position: PositionText,
  /** the order's display status after this event */
  status: DisplayStatus,
  at: z.iso.datetime(),
  facts: OrderFacts,
  /** the timeline entry that this event added, if it added one */
  entry: z.nullable(z.extend(DisplayStatus, { late: z.boolean() })),
});
export type OrderStatusMessage = z.infer<typeof OrderStatusMessage>;

/** The member's shopping credit or coupons changed; a page that shows them reads them again with `?after=position`. */
export const MemberBalanceMessage = z.object({ position: PositionText });
export type MemberBalanceMessage = z.infer<typeof MemberBalanceMessage>;

export interface ClientToServerEvents {
  'order:subscribe': (message: OrderSubscribe, ack: (answer: SubscribeAck) => void) => void;
  'member:subscribe': (message: MemberSubscribe, ack: (answer: MemberSubscribeAck) => void) => void;
  'member:unsubscribe': () => void;
  'order:unsubscribe': (message: { orderNo: string }) => void;
}
export interface ServerToClientEvents {
  'order:status': (message: OrderStatusMessage) => void;
  'member:ended': () => void;
  'member:balance': (message: MemberBalanceMessage) => void;
}
