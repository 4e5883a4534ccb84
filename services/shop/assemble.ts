import { databaseRole } from '@nordhaut/platform/database';
import { buildApp, readinessOf, serve, type App, type Routes } from '@nordhaut/platform/http';
import type { RunnableRole } from '@nordhaut/platform/life-cycle';
import type { Projector } from '@nordhaut/platform/projections';
import type { Role } from '@nordhaut/platform/role';
import type { Logger } from '@nordhaut/platform/telemetry';
import type { CheckoutDeps } from '@nordhaut/checkout';
import { joinBuying, type Buying, type Providers } from './buying.ts';
import type { ShopConfig } from './config.ts';
import { openEngine, type Engine } from './engine.ts';
import { buildShopApp, type HttpOptions } from './roles/http.ts';
import { cashLimitRole } from './roles/cash-limit.ts';
import type { RoleName } from './roles/names.ts';
import { pollerRole } from './roles/poller.ts';
import { projectorRole } from './roles/projector.ts';
import { readModelsRole } from './roles/read-models.ts';
import { realtimeRole } from './roles/realtime.ts';
import { relayRole } from './roles/relay.ts';
import { simulatorsRole } from './roles/simulators.ts';
import { sweeperRole } from './roles/sweeper.ts';

/** A process of the shop: some roles on one engine. `app` answers visitors where it plays `http`, else only for its own health. */
export type ShopProcess = {
  engine: Engine;
  app: App;
  roles: RunnableRole[];
  /** where the process keeps the read models */
  projector: Projector | undefined;
  close(): Promise<void>;
};

export type AssembleOptions = {
  /** what serves the web app */
  pages?: (apiFetch: ApiFetch) => Promise<Routes>;
  /** for the failure tests: called after every step of a checkout */
  afterStep?: CheckoutDeps['afterStep'];
  /** for the failure tests: stands between the shop and the outside world */
  around?: (providers: Providers) => Providers;
  /** what a process without visitors serves beside its health */
  operations?: readonly Routes[];
  /** further roles, that start last */
  more?: (engine: Engine) => readonly Role[];
  /** where the process listens, instead of PORT; `none`: nowhere */
  port?: number | 'none';
};

/** Joins the roles a process plays; starting them is `runRoles`' (architecture: rule 4). */
export async function assembleProcess(
  config: ShopConfig,
  logger: Logger,
  plays: ReadonlySet<RoleName>,
  options: AssembleOptions = {},
): Promise<ShopProcess> {
  const engine = await openEngine(config, logger);
  const port = options.port ?? config.PORT;
  const buying = joinBuying(engine, options);
  try {
    const projector = plays.has('projector') ? projectorRole(engine) : undefined;
    const readModels = projector ?? readModelsRole(engine);
    const roles: Role[] = [];
    const ready = readinessOf(() => roles);
    const { app, close } = plays.has('http')
      ? await visitorsApp(engine, buying, { waitFor: readModels.waitFor, ready }, options.pages)
      : {
          app: await buildApp({ config, logger, metrics: engine.metrics, ready, routes: options.operations ?? [] }),
          close: () => Promise.resolve(),
        };
    roles.push(
      databaseRole(engine.pool),
      ...(plays.has('simulators') ? [simulatorsRole(config)] : []),
      readModels,
      ...(plays.has('relay') ? [await relayRole(engine)] : []),
      ...(plays.has('sweeper') ? [sweeperRole(engine, buying)] : []),
      ...(plays.has('sweeper') && buying.cashLimit ? [cashLimitRole(engine, buying.cashLimit)] : []),
      ...(plays.has('poller') ? [pollerRole(engine, buying)] : []),
      ...(port === 'none' ? [] : [serve(app, { host: config.HOST, port })]),
      // Stops before the server it lives on, which would wait for open sockets for ever.
      ...(plays.has('realtime') ? [realtimeRole(engine, app.server)] : []),
      ...(options.more?.(engine) ?? []),
    );
    return {
      engine,
      app,
      roles,
      projector,
      close: async () => {
        await close();
        await buying.close();
        await engine.close();
      },
    };
  } catch (error) {
    await buying.close();
    await engine.close();
    throw error;
  }
}

/** The shop's HTTP application with its pages, which ask its own API without the way over the network. */
async function visitorsApp(
  engine: Engine,
  buying: Buying,
  options: Omit<HttpOptions, 'more'>,
  withPages: AssembleOptions['pages'],
): Promise<{ app: App; close(): Promise<void> }> {
  let inject: ApiFetch = () => Promise.reject(new Error('the application is not built yet'));
  const pages = await withPages?.((path, init, from) => inject(path, init, from));
  const built = await buildShopApp(engine, buying, { ...options, more: pages ? [pages] : [] });
  inject = (path, init, from) => injected(built.app, path, init, from);
  return built;
}

/** `from`: the visitor's address, so that rate limits count per visitor and not for the shop as a whole. */
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
  return new Response(empty ? null : answer.payload, { status: answer.statusCode, headers: answer.headers as Record<string, string> });
}
