import { createHmac, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import cookie, { type CookieSerializeOptions, type FastifyCookieOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Secret } from '../config.ts';
import { Lru } from '../envelope/lru.ts';
import { deriveKey } from './tokens.ts';
import type { App } from './types.ts';

/** seconds; what a browser allows at most */
const VISITOR_AGE = 400 * 24 * 3600;
const VISITOR_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** How every cookie of the shop is set; `Secure` where browsers reach the shop by https. */
export type CookieRules = { name(base: string): string; options: CookieSerializeOptions };

export const cookieRules = (publicUrl: string): CookieRules => {
  const secure = publicUrl.startsWith('https:');
  return {
    // The prefix makes browsers refuse a cookie that a subdomain tries to plant.
    name: (base) => (secure ? `__Host-${base}` : base),
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  };
};

/**
 * A visitor is a browser, known by a random id in a signed cookie. The guest's cart hangs on it. The cookie is set
 * when a route asks for `reply.visitor()` first, not by looking around.
 */
export async function withVisitors(app: App, options: { secret: Secret; publicUrl: string }): Promise<void> {
  const rules = cookieRules(options.publicUrl);
  const name = rules.name('visitor');
  await app.register(cookie, { secret: signer(deriveKey(options.secret, 'cookies')) });

  // `undefined`: not looked at yet; `null`: the browser brought none
  const known = Symbol('visitor');
  type Holder = FastifyRequest & { [known]?: string | null };
  app.decorateRequest('knownVisitor', function knownVisitor() {
    const request = this as Holder;
    return (request[known] ??= read(request)) ?? undefined;
  });
  function read(request: FastifyRequest): string | null {
    const signed = request.cookies[name];
    if (signed === undefined) return null;
    const { valid, value } = request.unsignCookie(signed);
    return valid && VISITOR_ID.test(value) ? value : null;
  }
  app.decorateReply('visitor', function visitor(this: FastifyReply) {
    const request = this.request as Holder;
    const id = request.knownVisitor();
    if (id !== undefined) return id;
    const made = randomUUID();
    request[known] = made;
    void this.setCookie(name, made, { ...rules.options, signed: true, maxAge: VISITOR_AGE });
    return made;
  });
}

/** Cookies held that were found to be right; a browser sends its own with every call. */
const VERIFIED = 10_000;

/** `value.base64(HMAC-SHA-256)`, as the plugin's own signer makes it, but under a key object, which is prepared once. */
function signer(key: KeyObject): Exclude<FastifyCookieOptions['secret'], undefined> {
  const verified = new Lru<string, string>(VERIFIED);
  const sign = (value: string): string => `${value}.${createHmac('sha256', key).update(value).digest('base64').replaceAll('=', '')}`;
  return {
    sign,
    unsign(signed) {
      const known = verified.get(signed);
      if (known !== undefined) return { valid: true, renew: false, value: known };
      const value = signed.slice(0, Math.max(signed.lastIndexOf('.'), 0));
      const given = Buffer.from(signed);
      const expected = Buffer.from(sign(value));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { valid: false, renew: false, value: null };
      verified.set(signed, value);
      return { valid: true, renew: false, value };
    },
  };
}
