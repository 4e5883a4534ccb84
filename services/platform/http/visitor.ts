import { createHmac, type KeyObject, randomUUID, timingSafeEqual } from 'node:crypto';
import cookie, { type CookieSerializeOptions, type FastifyCookieOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Secret } from '../config.ts';
import { deriveKey } from './tokens.ts';
import type { App } from './types.ts';

/** seconds; longer than a session, which ends after three days without use */
const OPEN_AGE = 7 * 24 * 3600;
/** seconds; a cookie that is older is set anew while its session lives */
const OPEN_RENEWED = 24 * 3600;
/** seconds; the maximum of browsers */
const VISITOR_AGE = 400 * 24 * 3600;
/** the account, the session that opened it, and when it ends in seconds since epoch */
const OPEN = /^([0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})\.([A-Za-z0-9-]{1,64})\.(\d{1,12})$/;
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
 * the end of a session, until the sign-out. Its id is a UUIDv5, so neither id can stand for the other. It counts for seven days,
 * also in a browser that keeps it longer, and only while the session that set it is kept. A new password ends the sessions, and
 * so closes the account in every browser (`closeAccount`).
 */
export async function withVisitors(app: App, options: { secret: Secret; publicUrl: string; clock: () => Date }): Promise<void> {
  const seconds = (): number => Math.floor(options.clock().getTime() / 1000);
  const rules = cookieRules(options.publicUrl);
  const name = rules.name('visitor');
  const openName = rules.name('open-account');
  await app.register(cookie, { secret: signer(deriveKey(options.secret, 'cookies')) });

  // A newcomer may repeat a failed call, whose events may exist. With a cookie of the failed answer, the repeat would be another
  // command, and would put a line into the cart twice. This hook runs after the one that sets the cookies.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.statusCode >= 500) void reply.removeHeader('set-cookie');
    // A session may be renewed, or end, with any call. A shared cache that kept such an answer would give the cookie to others.
    if (reply.hasHeader('set-cookie') && /\bpublic\b/.test(String(reply.getHeader('cache-control'))))
      void reply.header('cache-control', 'no-store').removeHeader('etag');
    done();
  });

  function signedValue(request: FastifyRequest, cookieName: string): string | null {
    const signed = request.cookies[cookieName];
    return signed === undefined ? null : request.unsignCookie(signed).value;
  }
  app.decorateRequest('knownVisitor', function knownVisitor() {
    const value = signedValue(this, name);
    return value !== null && VISITOR_ID.test(value) ? value : undefined;
  });
  app.decorateRequest('sessionId', undefined);
  app.decorateRequest('openAccount', function openAccount() {
    const [, account, sessionId, until] = (signedValue(this, openName) ?? '').match(OPEN) ?? [];
    if (account === undefined || sessionId === undefined || Number(until) <= seconds()) return undefined;
    return { account, sessionId, until: Number(until) };
  });
  app.decorateReply('keepOpen', function keepOpen(this: FastifyReply, account: string) {
    const { sessionId } = this.request;
    if (sessionId === undefined) return;
    const open = this.request.openAccount();
    if (open?.account === account && open.sessionId === sessionId && open.until > seconds() + OPEN_AGE - OPEN_RENEWED) return;
    const value = `${account}.${sessionId}.${seconds() + OPEN_AGE}`;
    void this.setCookie(openName, value, { ...rules.options, signed: true, maxAge: OPEN_AGE });
  });
  app.decorateReply('closeAccount', function closeAccount(this: FastifyReply) {
    if (this.request.cookies[openName] === undefined) return;
    void this.clearCookie(openName, rules.options);
    delete this.request.cookies[openName];
  });
  app.decorateReply('forgetVisitor', function forgetVisitor(this: FastifyReply) {
    for (const one of [name, openName]) if (this.request.cookies[one] !== undefined) void this.clearCookie(one, rules.options);
  });
  app.decorateReply('visitor', function visitor(this: FastifyReply) {
    const { request } = this;
    const id = request.knownVisitor();
    if (id !== undefined) return id;
    const made = randomUUID();
    request.cookies[name] = this.signCookie(made);
    void this.setCookie(name, made, { ...rules.options, signed: true, maxAge: VISITOR_AGE });
    return made;
  });
}

/** The cookies of a request that is no request of the application, such as a socket's handshake. */
export const readCookies = (header: string): Record<string, string | undefined> =>
  Object.fromEntries(header.split(';').map((pair) => pair.trim().split(/=(.*)/s, 2)));

/**
 * Signs in the format of the plugin's own signer, `value.base64(HMAC-SHA-256)`. With a key object it costs a fifth of that.
 * A browser sends its cookies with every call, so the newest valid ones are remembered.
 */
function signer(key: KeyObject): Exclude<FastifyCookieOptions['secret'], undefined> {
  const valueOf = new LRUCache<string, string>({ max: 1_000 });
  const sign = (value: string): string => `${value}.${createHmac('sha256', key).update(value).digest('base64').replaceAll('=', '')}`;
  return {
    sign,
    unsign(signed) {
      const known = valueOf.get(signed);
      if (known !== undefined) return { valid: true, renew: false, value: known };
      const value = signed.slice(0, Math.max(signed.lastIndexOf('.'), 0));
      const given = Buffer.from(signed);
      const expected = Buffer.from(sign(value));
      const valid = given.length === expected.length && timingSafeEqual(given, expected);
      if (!valid) return { valid, renew: false, value: null };
      valueOf.set(signed, value);
      return { valid, renew: false, value };
    },
  };
}
