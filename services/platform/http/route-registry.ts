import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify';
import { Rejected } from './errors.ts';
import { messages } from './messages.ts';
import type { Access, App } from './types.ts';

/** A route as tests and documentation see it. `url` is the pattern (`/api/orders/:orderNo`). */
export type RegisteredRoute = {
  method: string;
  url: string;
  access: Access;
  schema: FastifySchema | undefined;
  config: FastifyContextConfig;
};

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
/** Routes of plugins, which cannot say for themselves. */
const PLUGIN_ROUTES = /^\/api\/docs(\/|$)/;

/**
 * Collects every route and refuses those that do not say who may call them.
 * Call before any route is registered; `close()` when all are.
 */
export function registerRoutes(app: App): { routes: RegisteredRoute[]; close(): void } {
  const routes: RegisteredRoute[] = [];
  let open = true;
  app.addHook('onRoute', (route) => {
    if (!open) return;
    for (const method of [route.method].flat()) {
      if (method === 'HEAD' || method === 'OPTIONS') continue;
      routes.push({ method, url: route.url, access: accessOf(route, method), schema: route.schema, config: route.config ?? {} });
    }
  });
  return {
    routes,
    close() {
      open = false;
      answerOtherMethods(app, routes);
    },
  };
}

function accessOf(route: RouteOptions, method: string): Access {
  const access = route.config?.access ?? (PLUGIN_ROUTES.test(route.url) ? 'public' : undefined);
  if (access === undefined) throw new Error(`route ${method} ${route.url} does not say who may call it: give it config.access`);
  return access;
}

/** Under /api a known address with a wrong method is 405 with `Allow`, an unknown one is 404; pages have their own 404. */
function answerOtherMethods(app: App, routes: readonly RegisteredRoute[]): void {
  const byUrl = new Map<string, Set<string>>();
  for (const { url, method } of routes) {
    const methods = byUrl.get(trimmed(url)) ?? new Set();
    byUrl.set(trimmed(url), methods.add(method));
  }
  for (const [url, known] of byUrl) {
    if (!url.startsWith('/api') || PLUGIN_ROUTES.test(url)) continue;
    const allow = [...known, ...(known.has('GET') ? ['HEAD'] : [])].join(', ');
    const others = METHODS.filter((method) => !known.has(method));
    const refusal = () =>
      new Rejected({ status: 405, code: 'METHOD_NOT_ALLOWED', message: messages.methodNotAllowed }, { headers: { allow } });
    if (others.length > 0) refuseAll(app, others, url, refusal);
  }
  if (!byUrl.has('/api/*'))
    refuseAll(app, METHODS, '/api/*', () => new Rejected({ status: 404, code: 'NOT_FOUND', message: messages.notFound }));
}

function refuseAll(app: App, methods: readonly string[], url: string, refusal: () => Rejected): void {
  app.route({
    method: [...methods],
    url,
    schema: { hide: true },
    config: { access: 'public' },
    // Before the body is read: whatever it holds, the answer is the same.
    onRequest: (_request, _reply, done) => done(refusal()),
    handler: () => {
      throw refusal();
    },
  });
}

const trimmed = (url: string): string => (url.length > 1 ? url.replace(/\/+$/, '') : url);
