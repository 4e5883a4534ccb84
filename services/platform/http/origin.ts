import { Rejected } from './errors.ts';
import { messages } from './messages.ts';
import type { App } from './types.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a change with cookies that does not come from the shop's own pages. Browsers send the page's origin in `Origin`,
 * and scripts cannot change it. Other programs send none, and they have no cookies of other people. Routes that accept
 * forms from other sites set `config.origin: 'any'` and verify the message instead.
 */
export function checkOrigin(app: App, options: { publicUrl: string; allowed?: readonly string[] }): void {
  const allowed = new Set([options.publicUrl, ...(options.allowed ?? [])].map((url) => new URL(url).origin));
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    if (READS.has(request.method) || headers.cookie === undefined) return done();
    const { origin } = headers;
    const foreign =
      origin === undefined
        ? headers['sec-fetch-site'] === 'cross-site'
        : !allowed.has(origin) && origin !== `${request.protocol}://${request.host}`;
    if (!foreign || request.routeOptions.config.origin === 'any') return done();
    done(new Rejected({ status: 403, code: 'FOREIGN_ORIGIN', message: messages.foreignOrigin }));
  });
}
