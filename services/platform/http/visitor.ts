import { createHmac, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import cookie, { type CookieSerializeOptions, type FastifyCookieOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Secret } from '../config.ts';
import { deriveKey } from './tokens.ts';
import type { App } from './types.ts';

/** seconds; longer than a session, which ends after three days without use */
const OPEN_AGE = 7 * 24 * 3600;
/** seconds; the maximum of browsers */
const VISITOR_AGE = 400 * 24 * 3600;
const OPEN_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const VISITOR_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The options of every cookie of the shop. `Secure` is set if the public address is https. */
export type CookieRules = { name(base: string): string; options: CookieSerializeOptions };

export const cookieRules = (publicUrl: string): CookieRules => {
  const secure = publicUrl.startsWith('https:');
  return {
    // With this prefix, browsers refuse a cookie that a subdomain sets.
    name: (base) => (secure ? `__Host-${base}` : base),
    options: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  };
};

/**
 * A visitor is a browser with a random id in a signed cookie. A guest's cart belongs to it. The first route that calls
 * `reply.visitor()` sets the cookie; browsing alone sets none. A second cookie names the account whose data stays open after
 * the end of a session, until the sign-out. Its id is a UUIDv5, so neither id can stand for the other.
 */
export async function withVisitors(app: App, options: { secret: Secret; publicUrl: string }): Promise<void> {
  const rules = cookieRules(options.publicUrl);
  const name = rules.name('visitor');
  const openName = rules.name('open-account');
  await app.register(cookie, { secret: signer(deriveKey(options.secret, 'cookies')) });

  // A newcomer may repeat a failed call, whose events may exist. With a cookie of the failed answer, the repeat would be another
  // command, and would put a line into the cart twice. This hook runs after the one that sets the cookies.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.statusCode >= 500) void reply.removeHeader('set-cookie');
    done();
  });

  // `undefined`: not read yet; `null`: the browser sent none
  const known = Symbol('visitor');
  type Holder = FastifyRequest & { [known]?: string | null };
  app.decorateRequest('knownVisitor', function knownVisitor() {
    const request = this as Holder;
    return (request[known] ??= read(request)) ?? undefined;
  });
  function read(request: FastifyRequest): string | null {
    return signedId(request, name, VISITOR_ID);
  }
  function signedId(request: FastifyRequest, cookieName: string, form: RegExp): string | null {
    const signed = request.cookies[cookieName];
    if (signed === undefined) return null;
    const { valid, value } = request.unsignCookie(signed);
    return valid && form.test(value) ? value : null;
  }
  app.decorateRequest('openAccount', function openAccount() {
    return signedId(this, openName, OPEN_ID) ?? undefined;
  });
  app.decorateReply('keepOpen', function keepOpen(this: FastifyReply, account: string) {
    if (this.request.openAccount() === account) return;
    void this.setCookie(openName, account, { ...rules.options, signed: true, maxAge: OPEN_AGE });
  });
  app.decorateReply('forgetVisitor', function forgetVisitor(this: FastifyReply) {
    for (const one of [name, openName]) if (this.request.cookies[one] !== undefined) void this.clearCookie(one, rules.options);
  });
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

/** The cookies of a request that is no request of the application, such as a socket's handshake. */
export const readCookies = (header: string): Record<string, string | undefined> =>
  Object.fromEntries(header.split(';').map((pair) => pair.trim().split(/=(.*)/s, 2)));

/** Signs in the format of the plugin's own signer, `value.base64(HMAC-SHA-256)`. With a key object it costs a fifth of that. */
function signer(key: KeyObject): Exclude<FastifyCookieOptions['secret'], undefined> {
  const sign = (value: string): string => `${value}.${createHmac('sha256', key).update(value).digest('base64').replaceAll('=', '')}`;
  return {
    sign,
    unsign(signed) {
      const value = signed.slice(0, Math.max(signed.lastIndexOf('.'), 0));
      const given = Buffer.from(signed);
      const expected = Buffer.from(sign(value));
      const valid = given.length === expected.length && timingSafeEqual(given, expected);
      return valid ? { valid, renew: false, value } : { valid, renew: false, value: null };
    },
  };
}
