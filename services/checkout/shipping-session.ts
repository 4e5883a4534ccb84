import { ShippingInfo } from '@nordhaut/contracts';
import type { StoreChoice } from '@nordhaut/logistics';
import type { OuterKeys } from '@nordhaut/platform/envelope';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
const options = (secure: boolean) => ({ path: '/api', httpOnly: true, sameSite: 'lax', secure }) as const;

/** Another account in the same browser does not get the data. */
const nameFor = ({ actor }: FastifyRequest): string => `shipping info\n${actor?.kind === 'member' ? actor.id : 'guest'}`;

export function keepShipping(
  { outer, secureCookies }: SessionDeps,
  info: ShippingInfo,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const sealed = outer.wrap(Buffer.from(JSON.stringify(info)), nameFor(request)).toString('base64url');
  void reply.setCookie(COOKIE, `${outer.current}.${sealed}`, { ...options(secureCookies), maxAge: SECONDS });
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
