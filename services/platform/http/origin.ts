import { Rejected } from './errors.ts';
import { messages } from './messages.ts';
import type { App } from './types.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a change that does not come from the shop's own pages. Browsers send the page's origin in `Origin`, and scripts
 * cannot change it. Other programs send none. A change without cookies is refused too: browsers send a form of another site
 * without the shop's cookies and keep those of the answer, so the form could sign the visitor in to somebody else's account.
 * Routes that accept forms from other sites set `config.origin: 'any'` and verify the message instead. So do the calls of
 * providers' servers, which are no browsers.
 */
export function checkOrigin(app: App, options: { publicUrl: string; allowed: readonly string[] }): void {
  const allowed = new Set([options.publicUrl, ...options.allowed].map((url) => new URL(url).origin));
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    if (READS.has(request.method)) return done();
    const { origin } = headers;
    const foreign =
      origin === undefined
        ? headers['sec-fetch-site'] === 'cross-site'
        : !allowed.has(origin) && origin !== `${request.protocol}://${request.host}`;
    const { access, origin: accepted } = request.routeOptions.config;
    const isServer = access === 'provider' && headers.cookie === undefined;
    if (!foreign || accepted === 'any' || isServer) return done();
    done(new Rejected({ status: 403, code: 'FOREIGN_ORIGIN', message: messages.foreignOrigin }));
  });
}
