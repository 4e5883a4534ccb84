import { Rejected } from './errors.ts';
import { messages } from './messages.ts';
import type { App } from './types.ts';

/** A path without these is in its normal form. */
const UNUSUAL = /[%\\]|\/\.|\/\/|[^\x21-\x7e]/;
const DOT_SEGMENT = /\/\.{1,2}(\/|$)/;
/** Without NUL, because `takeBodies` refuses it, also in queries. */
const SEPARATOR_OR_CONTROL = /[\\\x01-\x1f\x7f]/;

/**
 * Whether a request target is a path of this server in its normal form, with any query. The router, the URL parser of the
 * pages and the file server interpret other targets differently: `//host` and absolute targets name another host, a
 * backslash and `%2f` may separate segments, dot segments leave a folder.
 */
function isRoutable(target: string): boolean {
  if (!target.startsWith('/') || target.includes('#')) return false;
  const [path = ''] = target.split('?', 1);
  if (!UNUSUAL.test(path)) return true;
  if (/\/\/|%2f/i.test(path)) return false;
  try {
    const decoded = decodeURIComponent(path);
    return !SEPARATOR_OR_CONTROL.test(decoded) && !DOT_SEGMENT.test(decoded);
  } catch {
    return false;
  }
}

/** Answers 400 to a request whose target is not routable, before its route runs. */
export function checkTargets(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(isRoutable(request.raw.url ?? '') ? undefined : new Rejected({ status: 400, code: 'BAD_REQUEST', message: messages.badRequest }));
  });
}
