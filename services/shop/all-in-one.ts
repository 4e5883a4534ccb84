import { readinessOf, serve, type Routes } from '@nordhaut/platform/http';
import type { RunnableRole } from '@nordhaut/platform/life-cycle';
import type { Projector } from '@nordhaut/platform/projections';
import type { Role } from '@nordhaut/platform/role';
import type { CheckoutDeps } from '@nordhaut/checkout';
import { joinBuying, type Providers } from './buying.ts';
import { openEngine, type Engine } from './engine.ts';
import type { ShopConfig } from './config.ts';
import type { Logger } from '@nordhaut/platform/telemetry';
import { buildShopApp } from './roles/http.ts';
import { pollerRole } from './roles/poller.ts';
import { projectorRole } from './roles/projector.ts';
import { realtimeRole } from './roles/realtime.ts';
import { simulatorsRole } from './roles/simulators.ts';
import { sweeperRole } from './roles/sweeper.ts';

export type Shop = { engine: Engine; app: ShopApp; projector: Projector; roles: RunnableRole[]; close(): Promise<void> };
type ShopApp = Awaited<ReturnType<typeof buildShopApp>>['app'];

export type AssembleOptions = {
  /** what serves the web app */
  pages?: (apiFetch: ApiFetch) => Promise<Routes>;
  /** for the failure tests: called after every step of a checkout */
  afterStep?: CheckoutDeps['afterStep'];
  /** for the failure tests: stands between the shop and the outside world */
  around?: (providers: Providers) => Providers;
};

/** Every role in one process, on the embedded engines (architecture: rule 4). */
export async function assembleShop(config: ShopConfig, logger: Logger, options: AssembleOptions = {}): Promise<Shop> {
  const engine = await openEngine(config, logger);
  try {
    const buying = joinBuying(engine, options);
    const projector = projectorRole(engine);
    const roles: Role[] = [];
    let inject: ApiFetch = () => Promise.reject(new Error('the application is not built yet'));
    const pages = await options.pages?.((path, init, from) => inject(path, init, from));
    const { app, close } = await buildShopApp(engine, buying, {
      waitFor: projector.waitFor,
      ready: readinessOf(() => roles),
      more: pages ? [pages] : [],
    });
    inject = (path, init, from) => injected(app, path, init, from);
    roles.push(
      ...(config.SIMULATORS && !config.SIMULATORS_URL ? [simulatorsRole(config)] : []),
      projector,
      sweeperRole(engine, buying),
      pollerRole(engine, buying),
      serve(app, { host: config.HOST, port: config.PORT }),
      // Stops before the server it lives on, which would wait for open sockets for ever.
      realtimeRole(engine, app.server),
    );
    return {
      engine,
      app,
      projector,
      roles,
      close: async () => {
        await close();
        await buying.close();
        await engine.close();
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** `from`: the visitor's address, so that rate limits count per visitor and not for the shop as a whole. */
export type ApiFetch = (path: string, init?: RequestInit, from?: string) => Promise<Response>;

/** The shop's own API without the way over the network, for pages rendered in the same process. */
async function injected(app: ShopApp, path: string, init: RequestInit = {}, from?: string): Promise<Response> {
  const answer = await app.inject({
    ...(from !== undefined && { remoteAddress: from }),
    method: (init.method ?? 'GET') as 'GET',
    url: path,
    ...(from !== undefined && { remoteAddress: from }),
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(typeof init.body === 'string' && { payload: init.body }),
  });
  const empty = answer.statusCode === 204 || answer.statusCode === 304;
  return new Response(empty ? null : answer.payload, { status: answer.statusCode, headers: answer.headers as Record<string, string> });
}
