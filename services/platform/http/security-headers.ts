import { randomBytes } from 'node:crypto';
import helmet from 'helmet';
import type { App } from './types.ts';

/** Origins beside the shop's own that its pages may use. */
export type PageOrigins = {
  /** the card fields' SDK */
  script?: readonly string[];
  /** the card fields and the bank's page in a frame */
  frame?: readonly string[];
  connect?: readonly string[];
  /** where forms may be posted: the carrier's store map */
  formAction?: readonly string[];
  image?: readonly string[];
};

/** Kept out of the way of `script-src 'self'`: what is not a page needs nothing. */
const NOT_A_PAGE = "default-src 'none'; frame-ancestors 'none'";

/**
 * What every answer carries, whatever it is, as helmet sees fit. Asked once: run for each answer, a middleware for each
 * header costs as much as the rest of a small answer.
 */
function headersEverywhere(https: boolean): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer = { setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value), removeHeader: () => undefined };
  helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: https ? { maxAge: 365 * 24 * 3600, includeSubDomains: false } : false,
    // The bank's and the carrier's pages come and go as top-level navigations, sign-in may open a window.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
  })({} as never, answer as never, (error?: unknown) => {
    if (error) throw error as Error;
  });
  return headers;
}

/**
 * A policy for pages, made anew with each page's nonce, and one for everything else. Scripts and styles run from the
 * shop's own origin, from the named ones, or with the nonce (`reply.nonce()`); HSTS where browsers come by https.
 */
export function secureHeaders(app: App, options: { publicUrl: string; origins?: PageOrigins }): void {
  const everywhere = headersEverywhere(options.publicUrl.startsWith('https:'));
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(everywhere);
    done();
  });
  const policy = pagePolicy(options.publicUrl, options.origins ?? {});
  const nonces = new WeakMap<object, string>();
  app.decorateReply('nonce', function nonce() {
    const known = nonces.get(this);
    if (known !== undefined) return known;
    const made = randomBytes(16).toString('base64');
    nonces.set(this, made);
    return made;
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    // An answer of the API may hold what is one person's own; routes that anyone may share say so.
    if (reply.getHeader('cache-control') === undefined && request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
    if (reply.getHeader('content-security-policy') === undefined) {
      const isPage = String(reply.getHeader('content-type') ?? '').startsWith('text/html');
      void reply.header('content-security-policy', isPage ? policy(nonces.get(reply)) : NOT_A_PAGE);
    }
    done();
  });
}

/** Exported for the tests and for pages that are sent past Fastify. */
export function pagePolicy(publicUrl: string, origins: PageOrigins): (nonce: string | undefined) => string {
  const webSocket = new URL(publicUrl).origin.replace(/^http/, 'ws');
  const directive = (name: string, ...sources: (string | readonly string[] | undefined)[]): string =>
    [name, ...sources.flatMap((source) => source ?? [])].join(' ');
  return (nonce) => {
    const withNonce = nonce === undefined ? undefined : `'nonce-${nonce}'`;
    return [
      directive('default-src', "'self'"),
      directive('script-src', "'self'", withNonce, origins.script),
      directive('script-src-attr', "'none'"),
      // Components position things with style attributes; these cannot carry a nonce.
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
