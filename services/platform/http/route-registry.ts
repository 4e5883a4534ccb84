import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify';
import { Rejected } from './errors.ts';
import { messages } from './messages.ts';
import type { Access, App } from './types.ts';

/** A route for tests and documentation. `url` is the pattern (`/api/orders/:orderNo`). */
export type RegisteredRoute = {
  method: string;
  url: string;
  access: Access;
  schema: FastifySchema | undefined;
  config: FastifyContextConfig;
};

/** Routes of plugins, which cannot declare their access and their limit. */
const PLUGIN_ROUTES = /^\/api\/docs(\/|$)/;

/**
 * Collects every route. Call it before the first route is registered. The list is complete when the application is built.
 * @throws Error for a route without `config.access`
 */
export function registerRoutes(app: App): readonly RegisteredRoute[] {
  const routes: RegisteredRoute[] = [];
  reserveApi(app);
  app.addHook('onRoute', (route) => {
    // The script of the reference page has 1.7 MB, and each answer is compressed anew.
    if (PLUGIN_ROUTES.test(route.url)) route.config = { ...route.config, limit: 'expensive' };
    for (const method of [route.method].flat()) {
      if (method === 'HEAD' || method === 'OPTIONS') continue;
      routes.push({ method, url: route.url, access: accessOf(route, method), schema: route.schema, config: route.config ?? {} });
    }
  });
  return routes;
}

function accessOf(route: RouteOptions, method: string): Access {
  const access = route.config?.access ?? (PLUGIN_ROUTES.test(route.url) ? 'public' : undefined);
  if (access === undefined) throw new Error(`route ${method} ${route.url} does not say who may call it: give it config.access`);
  return access;
}

const REST_OF_API = '/api/*';

/** The pages answer GET for every path. This route keeps them from answering unknown addresses of the API. */
function reserveApi(app: App): void {
  app.route({
    method: 'GET',
    url: REST_OF_API,
    schema: { hide: true },
    config: { access: 'public' },
    // `answerUnrouted` answers first.
    handler: () => {
      throw notFound();
    },
  });
}

/**
 * Answers 405 with `Allow` if the path has routes with other methods only, and 404 if it has none. Runs before the body is
 * read, so the answer does not depend on the body. A path with the right method whose parameter is too long is a 404.
 */
export function answerUnrouted(app: App): void {
  let known: readonly KnownPath[] | undefined;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404 && request.routeOptions.url !== REST_OF_API) return done();
    known ??= knownPaths(app.registeredRoutes);
    const path = trimmed(decodeURIComponent(request.url.split('?', 1)[0] as string));
    const isApi = isUnderApi(path);
    const methods = known.filter((one) => one.isApi === isApi && one.pattern.test(path)).flatMap((one) => one.methods);
    done(methods.length === 0 || methods.includes(request.method) ? notFound() : methodNotAllowed(methods));
  });
}

type KnownPath = { pattern: RegExp; isApi: boolean; methods: readonly string[] };

const knownPaths = (routes: readonly RegisteredRoute[]): KnownPath[] =>
  routes.map(({ url, method }) => ({
    pattern: patternOf(trimmed(url)),
    isApi: isUnderApi(url),
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  }));

const notFound = () => new Rejected({ status: 404, code: 'NOT_FOUND', message: messages.notFound });
const methodNotAllowed = (methods: readonly string[]) =>
  new Rejected(
    { status: 405, code: 'METHOD_NOT_ALLOWED', message: messages.methodNotAllowed },
    { headers: { allow: [...new Set(methods)].join(', ') } },
  );

const isUnderApi = (path: string): boolean => path === '/api' || path.startsWith('/api/');
const trimmed = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path);

/** The pattern of a route's url: `:name` matches one segment, `*` matches the rest. A `URLPattern` takes twenty times as long. */
const patternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split(/(:\w+|\*)/)
      .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : RegExp.escape(part)))
      .join('')}$`,
  );
