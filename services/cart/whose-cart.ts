import { nameUuids } from '@nordhaut/platform/name-uuid';
import type { FastifyRequest } from 'fastify';

/** The id of an account's cart. It is no visitor's id and does not lead back to the account. */
export const accountCartId = nameUuids('0d7c3b52-2f6b-5f7e-9a41-6c8e1d2b9f04');

/**
 * The cart of the caller: the account's, or the guest's. After the end of a session without a sign-out, the account's cart
 * stays open in this browser, with the prices of visitors (decisions.md 38). undefined: the browser has none yet.
 */
export function cartIdOf(request: Pick<FastifyRequest, 'actor' | 'knownVisitor' | 'openAccount'>): string | undefined {
  return request.actor?.kind === 'member' ? accountCartId(request.actor.id) : (request.openAccount()?.account ?? request.knownVisitor());
}
