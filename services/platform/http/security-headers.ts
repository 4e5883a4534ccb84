import { randomBytes } from 'node:crypto';
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { App } from './types.ts';

/** Foreign origins that the pages may use. */
export type PageOrigins = {
  /** the card fields' SDK */
  script?: readonly string[];
  /** the card fields and the bank's page */
  frame?: readonly string[];
  connect?: readonly string[];
  /** targets of forms: the carrier's store map */
  formAction?: readonly string[];
  image?: readonly string[];
};

/** An answer that is not a page loads nothing. */
const NOT_A_PAGE = "default-src 'none'; frame-ancestors 'none'";

/**
 * The headers of every answer, as helmet sets them. helmet runs once at the start, because for each answer it costs as
 * much as the rest of a small answer.
 */
function headersEverywhere(https: boolean): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: https ? { maxAge: 365 * 24 * 3600, includeSubDomains: false } : false,
    // Sign-in may open a window. The bank's and the carrier's pages are top-level navigations.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
  })(request, answer, (error?: unknown) => {
    if (error) throw error as Error;
  });
  return answer.getHeaders();
}

/** The headers of an answer to an address that the router cannot read, for which no hook runs: JSON, or a page without scripts. */
export const headersWithoutRoute = (publicUrl: string): OutgoingHttpHeaders => ({
  ...headersEverywhere(publicUrl.startsWith('https:')),
  'content-security-policy': `${NOT_A_PAGE}; style-src-attr 'unsafe-inline'`,
});

/**
 * Sets the security headers. Pages get a policy with their own nonce, and all other answers get a fixed one. A page may run
 * scripts and styles from the shop's origin, from the named origins, and with the nonce (`reply.nonce()`). HSTS is set if
 * the public address is https.
 */
export function secureHeaders(app: App, options: { publicUrl: string; origins: PageOrigins }): void {
  const everywhere = headersEverywhere(options.publicUrl.startsWith('https:'));
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(everywhere);
    done();
  });
  const policy = pagePolicy(options.publicUrl, options.origins);
  const nonces = new WeakMap<object, string>();
  app.decorateReply('nonce', function nonce() {
    const known = nonces.get(this);
    if (known !== undefined) return known;
    const made = randomBytes(16).toString('base64');
    nonces.set(this, made);
    return made;
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // An answer of the API may contain personal data. Routes whose answers may be cached set their own header. The router
    // decodes addresses, so the route tells, not the address: `/%61pi/` is the API too.
    const isApi = request.routeOptions.url?.startsWith('/api/') === true;
    if (isApi && reply.getHeader('cache-control') === undefined) void reply.header('cache-control', 'no-store');
    if (reply.getHeader('content-security-policy') === undefined) {
      const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html');
      void reply.header('content-security-policy', isPage ? policy(nonces.get(reply)) : NOT_A_PAGE);
    }
    done();
  });
}

/** The policy of a page, by its nonce. */
function pagePolicy(publicUrl: string, origins: PageOrigins): (nonce: string | undefined) => string {
  const webSocket = new URL(publicUrl).origin.replace(/^http/, 'ws');
  const directive = (name: string, ...sources: (string | readonly string[] | undefined)[]): string =>
    [name, ...sources.flatMap((source) => source ?? [])].join(' ');
  return (nonce) => {
    const withNonce = nonce === undefined ? undefined : `'nonce-${nonce}'`;
    return [
      directive('default-src', "'self'"),
      directive('script-src', "'self'", withNonce, origins.script),
      directive('script-src-attr', "'none'"),
      // Components use style attributes for positions. An attribute cannot have a nonce.
      directive('style-src', "'self'", withNonce),
      directive('style-src-attr', "'unsafe-inline'"),
      directive('img-src', "'self'", 'data:', 'blob:', origins.image),
      directive('font-src', "'self'"),
      directive('connect-src', "'self'", webSocket, origins.connect),
      directive('frame-src', "'self'", origins.frame),
      directive('form-action', "'self'", origins.formAction),
      directive('frame-ancestors', "'none'"),
      directive('base-uri', "'self'"),
      directive('object-src', "'none'"),
      directive('manifest-src', "'self'"),
    ].join('; ');
  };
}
