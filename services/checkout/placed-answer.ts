import { type PlaceOrderAnswer } from '@nordhaut/contracts';
import { displayStatus, orderReceipt, setProofCookie, type OrderProofs } from '@nordhaut/ordering';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Placed } from './placed.ts';

/** The orders that this browser placed as a guest, signed; the next sign-in adopts them (infra/decisions/050). */
const GUEST_ORDERS = 'guest-orders';
const GUEST_ORDERS_SECONDS = 30 * 86_400;
const MOST_GUEST_ORDERS = 10;

/** The orders that this browser placed as a guest in the last 30 days. */
export function guestOrders(request: FastifyRequest): string[] {
  const { valid, value } = request.unsignCookie(request.cookies[GUEST_ORDERS] ?? '');
  return valid && value ? value.split('.') : [];
}

function keepGuestOrder(request: FastifyRequest, reply: FastifyReply, orderNo: string, secure: boolean): void {
  const earlier = guestOrders(request).filter((one) => one !== orderNo);
  const orders = [orderNo, ...earlier].slice(0, MOST_GUEST_ORDERS).join('.');
  void reply.setCookie(GUEST_ORDERS, orders, {
    path: '/api',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    signed: true,
    maxAge: GUEST_ORDERS_SECONDS,
  });
}

/**
 * The answer to a new order, with the cookies that prove it to this browser. A member's session proves it; a cookie would
 * still show it to the next person at this browser after the sign-out.
 */
export function placedAnswer(
  { proofs, secureCookies }: { proofs: OrderProofs; secureCookies: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
  { order, revision, position, hash }: Extract<Placed, { ok: true }>,
): z.infer<typeof PlaceOrderAnswer> {
  const { orderNo, total } = order.terms;
  const proof = proofs.issue(orderNo);
  if (request.actor?.kind !== 'member') {
    setProofCookie(reply, orderNo, proof, secureCookies);
    keepGuestOrder(request, reply, orderNo, secureCookies);
  }
  void reply.code(201);
  return {
    orderNo,
    displayStatus: displayStatus(order),
    total,
    ...(order.payment.paymentUrl && { paymentUrl: order.payment.paymentUrl }),
    proof,
    receipt: orderReceipt(orderNo, { revision, hash }),
    revision,
    position: String(position),
  };
}
