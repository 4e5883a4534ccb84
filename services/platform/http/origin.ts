import { Rejected } from './errors.ts';
import { messages } from './messages.ts';
import type { App } from './types.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A change that comes with cookies must come from the shop's own pages. Browsers name the page in `Origin` and cannot
 * be made to lie about it; programs send none and bring no one else's cookies. Routes that another site's form may
 * post to say `config.origin: 'any'` and verify the message instead.
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
