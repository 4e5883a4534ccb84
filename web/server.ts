import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { type ClosedDays, sharedSeconds } from '@nordhaut/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keptPages, type RenderedPage, withoutMarks } from './app/lib/kept-pages.ts';
import { isPublicPage } from './app/lib/public-pages.ts';
import type { CspSources, ShopInfo, WebContext } from './app/lib/web-context.ts';

/** Calls the shop's API, in this process or another; `from`: the visitor's address, for rate limits. */
export type ApiFetch = (path: string, init?: RequestInit, from?: string) => Promise<Response>;

export type WebOptions = {
  apiFetch: ApiFetch;
  /** public origin of the shop */
  publicUrl: string;
  shop: ShopInfo;
  closedDays: ClosedDays;
  /** other origins that pages may use: card SDK, bank page, store map */
  origins?: Partial<CspSources>;
  /**
   * Pages are kept by `key`, which changes with what they show; `turnsIn`: ms until it changes by itself. Without it, or while it is
   * undefined, each page is rendered anew.
   */
  version?: () => { key: string; turnsIn: number } | undefined;
  /** output folder of `react-router build`; `web/build` by default */
  buildDir?: string;
};

/** The part of Fastify that pages need, for every type provider and logger. */
type Host = {
  register(plugin: typeof fastifyStatic, options: object): unknown;
  route(route: {
    method: 'GET';
    url: string;
    config: object;
    schema?: object;
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  }): unknown;
};
type Handle = (request: Request, context: WebContext) => Promise<Response>;

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Seconds that shared caches keep a page, and serve it while they revalidate it. They do neither past the turn of a campaign (decisions.md 104). */
const SHARED_CACHE = 60;
const YEAR = 31_536_000;
const DAY = 86_400;

/**
 * The web app as Fastify routes: built assets, public files, and all other paths rendered on the server.
 * @throws Error if the app was not built (`npm run build -w web`)
 */
export function webPlugin(options: WebOptions): (app: unknown) => Promise<void> {
  const build = options.buildDir ?? folder('./build');
  const publicUrl = new URL(options.publicUrl).origin;
  const { origins = {} } = options;
  const csp: CspSources = {
    script: origins.script ?? [],
    frame: origins.frame ?? [],
    formAction: origins.formAction ?? [],
    // Not every browser includes the origin's web sockets in 'self'.
    connect: [publicUrl.replace(/^http/, 'ws'), ...(origins.connect ?? [])],
  };

  return async (app) => {
    const host = app as Host;
    const entry = `${build}/server/index.js`;
    if (!existsSync(entry)) throw new Error(`The web app is not built: ${entry} is missing. Run "npm run build -w web".`);
    const { handle } = (await import(entry)) as { handle: Handle };
    const kept = keptPages(() => options.version?.()?.key);
    await host.register(fastifyStatic, { root: `${build}/client`, serve: false, preCompressed: true, cacheControl: false });

    // Each path outside assets/ and img/ is a page, unless a public file has its name.
    host.route({
      method: 'GET',
      url: '/assets/*',
      ...FILE,
      handler: (request, reply) => file(reply, wildcard(request), `${build}/client/assets`, `public, max-age=${YEAR}, immutable`),
    });
    host.route({
      method: 'GET',
      url: '/img/*',
      ...FILE,
      handler: (request, reply) =>
        file(reply, wildcard(request), folder('./public/img'), `public, max-age=${DAY}, stale-while-revalidate=${7 * DAY}`),
    });
    // Safari before version 26 shows no SVG. No page links to the other two: browsers ask for them by these names.
    for (const name of ['favicon.svg', 'favicon.ico', 'apple-touch-icon.png'])
      host.route({
        method: 'GET',
        url: `/${name}`,
        ...FILE,
        handler: (_request, reply) => file(reply, name, folder('./public'), `public, max-age=${DAY}`),
      });
    host.route({
      method: 'GET',
      url: '/console/assets/*',
      ...FILE,
      handler: (request, reply) => file(reply, wildcard(request), `${build}/console/assets`, `public, max-age=${YEAR}, immutable`),
    });
    // The support console is one page. What it shows comes from the API, for who is signed in.
    for (const url of ['/console', '/console/*'])
      host.route({
        method: 'GET',
        url,
        ...PAGE,
        handler: (_request, reply) => {
          void reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
          return file(reply, 'index.html', `${build}/console`, 'no-store');
        },
      });
    host.route({
      method: 'GET',
      url: '/*',
      ...PAGE,
      handler: async (request, reply) => {
        const gone = new AbortController();
        reply.raw.once('close', () => gone.abort());
        const headers = new Headers({
          accept: String(request.headers.accept ?? '*/*'),
          'user-agent': String(request.headers['user-agent'] ?? ''),
        });
        // HEAD is rendered like GET, so that both have the same ETag; Fastify omits the body.
        const url = withoutMarks(new URL(request.url, publicUrl));
        if (isTooMuch(url)) return reply.code(400).header('cache-control', 'no-store').send();
        const web = new Request(url, { headers, signal: gone.signal });
        const apiFetch = (path: string, init?: RequestInit) => options.apiFetch(path, init, request.ip);
        const render = async () =>
          renderedFrom(await handle(web, { apiFetch, publicUrl, shop: options.shop, closedDays: options.closedDays, csp }));
        const shared = sharedSeconds(SHARED_CACHE, options.version?.()?.turnsIn ?? Infinity);
        const page = await kept(url, request.headers.cookie, render);
        return send(page, { shared, isPublic: isPublicPage(url.pathname), known: request.headers['if-none-match'], reply });
      },
    });
  };
}

/** Pages and files are not part of the API's documentation. */
const SERVED = { schema: { hide: true } };
const FILE = { ...SERVED, config: { access: 'public', idempotency: 'off', limit: 'static' } };
const PAGE = { ...SERVED, config: { access: 'public', idempotency: 'off', limit: 'page' } };

/**
 * The router asks for the parts of the pages that a page links to. These are the most paths of one question, because each path takes
 * time. No page has half as many links.
 */
const MOST_PATHS = 150;
const isTooMuch = ({ pathname, searchParams }: URL): boolean =>
  pathname === '/__manifest' && (searchParams.get('paths') ?? '').split(',').length > MOST_PATHS;

const wildcard = (request: FastifyRequest): string => (request.params as { '*': string })['*'];

function file(reply: FastifyReply, path: string, root: string, cacheControl: string): Promise<unknown> {
  void reply.header('cache-control', cacheControl);
  return Promise.resolve(reply.sendFile(path, root));
}

/** A guest page is the same for everyone, so its ETag is the hash of its body. Weak, because it is sent in several encodings. */
async function renderedFrom(response: Response): Promise<RenderedPage> {
  const body = Buffer.from(await response.arrayBuffer());
  const tag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { status: response.status, headers: [...response.headers], body, tag };
}

type Sending = { shared: number; isPublic: boolean; known: string | undefined; reply: FastifyReply };

/** Sends a page with its cache headers. `shared`: seconds; `known`: ETags that the browser has. */
function send({ status, headers, body, tag }: RenderedPage, { shared, isPublic, known, reply }: Sending): unknown {
  void reply.code(status);
  for (const [name, value] of headers) void reply.header(name, value);
  if (status !== 200 || !isPublic) return reply.header('cache-control', 'no-store').send(body);
  const control = `public, max-age=0, s-maxage=${shared}, stale-while-revalidate=${shared}`;
  // The uncompressed page needs it too, or a shared cache sends that page to everybody.
  void reply.headers({ vary: 'accept-encoding', etag: tag, 'cache-control': control });
  if (known?.split(',').some((candidate) => candidate.trim() === tag)) return reply.code(304).send();
  return reply.send(body);
}
