import type { FastifyReply, FastifyRequest } from 'fastify';

const VALUE = /^[A-Za-z0-9_-]{16,128}$/;

/** A cookie with a secret that scripts cannot read, for example the token of a link. */
export type SecretCookie = {
  of(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, value: string): void;
  clear(reply: FastifyReply): void;
};

/** @param maxAge seconds */
export function secretCookie(secure: boolean, base: string, maxAge: number): SecretCookie {
  const name = secure ? `__Host-${base}` : base;
  const options = { path: '/', sameSite: 'lax', secure, httpOnly: true } as const;
  return {
    of(request) {
      const value = request.cookies[name];
      return value !== undefined && VALUE.test(value) ? value : undefined;
    },
    set: (reply, value) => void reply.setCookie(name, value, { ...options, maxAge }),
    clear(reply) {
      // Only what the browser has, so that the other answers stay without cookies.
      if (reply.request.cookies[name] !== undefined) void reply.clearCookie(name, options);
    },
  };
}
