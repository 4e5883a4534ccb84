import { ShippingInfo } from '@nordhaut/contracts';
import type { StoreChoice } from '@nordhaut/logistics';
import type { OuterKeys } from '@nordhaut/platform/envelope';
import { refuse } from '@nordhaut/platform/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { messages } from './messages.ts';

export type SessionDeps = {
  outer: OuterKeys;
  storeChoice: Pick<StoreChoice, 'chosen' | 'clear'>;
  secureCookies: boolean;
};

/**
 * The shipping info of the specification's session is in the browser alone, encrypted: the shop has no row of it to leak or
 * to forget. It lives as long as the store's choice.
 */
const COOKIE = 'shipping-info';
const SECONDS = 86_400;
/**
 * A browser drops a cookie of more than 4,096 bytes without a word; the rest is left for its name and attributes. Written
 * texts at their bounds stay far below. Only texts of control characters, which JSON escapes, exceed it.
 */
const MOST = 3_900;
const options = (secure: boolean) => ({ path: '/api', httpOnly: true, sameSite: 'lax', secure }) as const;

/** Another account in the same browser does not get the data. */
const nameFor = ({ actor }: FastifyRequest): string => `shipping info\n${actor?.kind === 'member' ? actor.id : 'guest'}`;

/** @throws Rejected 400 where the info is too long for a cookie */
export function keepShipping(
  { outer, secureCookies }: SessionDeps,
  info: ShippingInfo,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const value = `${outer.current}.${outer.wrap(Buffer.from(JSON.stringify(info)), nameFor(request)).toString('base64url')}`;
  if (value.length > MOST) return refuse(400, 'BAD_REQUEST', messages.shippingTooLong);
  void reply.setCookie(COOKIE, value, { ...options(secureCookies), maxAge: SECONDS });
}

/** undefined where there is none, or none of this buyer */
export function keptShipping({ outer }: SessionDeps, request: FastifyRequest): ShippingInfo | undefined {
  const [, id = '', sealed = ''] = /^(.+)\.([\w-]+)$/.exec(request.cookies[COOKIE] ?? '') ?? [];
  if (!outer.ids.includes(id)) return undefined;
  try {
    return ShippingInfo.safeParse(JSON.parse(outer.unwrap(Buffer.from(sealed, 'base64url'), id, nameFor(request)).toString())).data;
  } catch {
    // Changed on its way, or of another account.
    return undefined;
  }
}

export function dropShipping({ secureCookies }: SessionDeps, request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[COOKIE] !== undefined) void reply.clearCookie(COOKIE, options(secureCookies));
}

export async function dropStore({ storeChoice }: SessionDeps, request: FastifyRequest): Promise<void> {
  const visitor = request.knownVisitor();
  if (visitor !== undefined) await storeChoice.clear({ visitor, group: undefined });
}
