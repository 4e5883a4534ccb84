import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Order, ownerOf } from './order.ts';
import { type OrderProofs, PROOF_DAYS } from './proof.ts';

const COOKIE = 'order-proof';

/** Gives this browser access to the whole order. The browser sends the cookie with calls about this order only. */
export function setProofCookie(reply: FastifyReply, orderNo: string, proof: string, secure: boolean): void {
  void reply.setCookie(COOKIE, proof, {
    path: `/api/orders/${orderNo}`,
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: PROOF_DAYS * 86_400,
  });
}

/**
 * Whether the caller proved access to the order: by the header `Order-Proof`, or by the cookie of checkout and proof. What was
 * given before a member adopted the order does not count: the next person at that browser would see a member's order.
 * @param adoptedAt of the order, where it is loaded
 */
export function isProven(
  proofs: OrderProofs,
  request: Pick<FastifyRequest, 'headers' | 'cookies'>,
  { orderNo, adoptedAt }: { orderNo: string; adoptedAt?: string | undefined },
): boolean {
  const header = request.headers['order-proof'];
  const tokens = [typeof header === 'string' ? header : undefined, request.cookies[COOKIE]];
  return tokens.some((token) => proofs.holds(orderNo, token, adoptedAt));
}

/** The signed-in member; null: a guest. */
export const memberOf = ({ actor }: Pick<FastifyRequest, 'actor'>): string | null => (actor?.kind === 'member' ? actor.id : null);

/** Whether the caller is the signed-in member to whom the order belongs. A session proves nothing about other orders. */
export function owns(request: Pick<FastifyRequest, 'actor'>, order: Order | null): boolean {
  const memberId = memberOf(request);
  return memberId !== null && order !== null && ownerOf(order) === memberId;
}

/** How the caller may use the order: as its owner, by a proof, or not at all. Without either one the order is not loaded. */
export async function accessTo(
  load: (orderNo: string) => Promise<Order | null>,
  proofs: OrderProofs,
  request: FastifyRequest,
  orderNo: string,
): Promise<'owner' | 'proof' | undefined> {
  if (memberOf(request) === null && !isProven(proofs, request, { orderNo })) return undefined;
  const order = await load(orderNo);
  if (owns(request, order)) return 'owner';
  return isProven(proofs, request, { orderNo, adoptedAt: order?.adoptedAt }) ? 'proof' : undefined;
}
