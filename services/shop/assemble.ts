import cluster from 'node:cluster';
import { databaseRole } from '@nordhaut/platform/database';
import { readModelsRole, type Engine } from '@nordhaut/platform/engine';
import { buildApp, readinessOf, serve, tryPort, type App, type Readiness, type Routes } from '@nordhaut/platform/http';
import type { Module } from '@nordhaut/platform/module';
import type { Role } from '@nordhaut/platform/role';
import type { Logger } from '@nordhaut/platform/telemetry';
import type { ShopConfig } from './config.ts';
import { openEngine } from './engine.ts';
import { buildShopApp } from './http.ts';
import { modules, openFaces, type FaceOptions, type Faces } from './modules.ts';
import { rolesIn } from './roles.ts';

/** A process of the shop: some roles on one engine. Without the role `http`, `app` serves health and metrics only. */
export type ShopProcess = {
  engine: Engine;
  faces: Faces;
  app: App;
  roles: Role[];
  close(): Promise<void>;
};

export type AssembleOptions = FaceOptions & {
  /** serves the web app; `version`: of what the pages show, undefined before products and content were read */
  pages?: (apiFetch: ApiFetch, version: () => PagesVersion | undefined) => Promise<Routes>;
  /** served beside the health of a process without the role http */
  operations?: readonly Routes[];
  /** more roles, which start last */
  more?: (engine: Engine) => readonly Role[];
  /** the port, instead of PORT; `none`: do not listen */
  port?: number | 'none';
  /** the name of the setting of `port` */
  portSetting?: string;
  /** the parts of the shop; all by default */
  parts?: readonly Module<Faces>[];
  /** the time, instead of the database's; for tests */
  clock?: () => Date;
};

/**
 * Joins the named roles of a process in the order in which they start: the database's health, the read models (without a
 * projector), simulators, projector, relay, sweeper, poller, http, realtime, `more`. `runRoles` starts them, and stops them
 * in reverse: first the sockets, then the HTTP server, then the background roles. Then `close` ends the faces (products,
 * parcels, connections to providers) and the engine (keys, clock, event store, pool, embedded PostgreSQL).
 * @param roleNames the names of the roles
 * @throws CannotListen before anything is changed, if the port is in use
 */
export async function assembleProcess(
  config: ShopConfig,
  logger: Logger,
  roleNames: ReadonlySet<string>,
  options: AssembleOptions = {},
): Promise<ShopProcess> {
  const { parts = modules, port = config.PORT, operations = [] } = options;
  const place = port === 'none' ? undefined : { host: config.HOST, port, setting: options.portSetting };
  // The workers share the port that their parent process has tried.
  if (place && !cluster.isWorker) await tryPort(place);
  await using opened = new AsyncDisposableStack();
  const engine = opened.adopt(await openEngine(config, logger, parts, options.clock), (one) => one.close());
  const faces = opened.adopt(await openFaces(engine, options), (one) => one.close());
  for (const { metrics } of parts) metrics?.(engine, faces);
  const roles: Role[] = [databaseRole(engine.pool)];
  const ready = readinessOf(() => roles);
  const app = roleNames.has('http')
    ? await visitorsApp(engine, faces, ready, parts, options.pages)
    : await buildApp({ config, logger, metrics: engine.metrics, ready, routes: operations });
  if (!roleNames.has('projector')) roles.push(readModelsRole(engine));
  for (const role of rolesIn(parts)) {
    if (role === 'http') roles.push(...(place ? [serve(app, place)] : []));
    else if (roleNames.has(role.name)) roles.push(...(await role.join(engine, faces, app.server)));
  }
  roles.push(...(options.more?.(engine) ?? []));
  const kept = opened.move();
  return { engine, faces, app, roles, close: () => kept.disposeAsync() };
}

/** The shop's HTTP application with its pages. The pages call the API in this process, without the network. */
async function visitorsApp(
  engine: Engine,
  faces: Faces,
  ready: Readiness,
  parts: readonly Module<Faces>[],
  withPages: AssembleOptions['pages'],
): Promise<App> {
  let inject: ApiFetch = () => Promise.reject(new Error('the application is not built yet'));
  const version = (): PagesVersion | undefined => {
    const now = engine.clock();
    const [products, content, turnsIn] = [faces.catalogue.version(), faces.content.version(), faces.content.turnsIn(now)];
    if (products === undefined || content === undefined || turnsIn === undefined) return undefined;
    return { key: `${products} ${content} ${now.getTime() + turnsIn}`, turnsIn };
  };
  const pages = await withPages?.((path, init, from) => inject(path, init, from), version);
  const app = await buildShopApp(engine, faces, { ready, parts, more: pages ? [pages] : [] });
  inject = (path, init, from) => injected(app, path, init, from);
  return app;
}

/** What the pages are made from: `key` changes with products and content, and when a campaign begins or ends, which is in `turnsIn` ms. */
export type PagesVersion = { key: string; turnsIn: number };

/** `from`: the visitor's address, so that rate limits count for each visitor and not for the whole shop. */
export type ApiFetch = (path: string, init?: RequestInit, from?: string) => Promise<Response>;

async function injected(app: App, path: string, init: RequestInit = {}, from?: string): Promise<Response> {
  const answer = await app.inject({
    ...(from !== undefined && { remoteAddress: from }),
    method: (init.method ?? 'GET') as 'GET',
    url: path,
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(typeof init.body === 'string' && { payload: init.body }),
  });
  const empty = answer.statusCode === 204 || answer.statusCode === 304;
  return new Response(empty ? null : answer.rawPayload, { status: answer.statusCode, headers: answer.headers as Record<string, string> });
}
