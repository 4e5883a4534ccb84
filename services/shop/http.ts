import type { Engine } from '@nordhaut/platform/engine';
import { buildApp, type App, type PageOrigins, type Readiness, type Routes } from '@nordhaut/platform/http';
import type { Settings } from '@nordhaut/platform/config';
import type { Module } from '@nordhaut/platform/module';
import { modules, type Faces } from './modules.ts';

export type HttpOptions = {
  ready: Readiness;
  /** served beside the API: the pages */
  more?: readonly Routes[];
  parts?: readonly Module<Faces>[];
};

/** The shop's HTTP application with the routes of all modules. */
export const buildShopApp = (engine: Engine, faces: Faces, { ready, more = [], parts = modules }: HttpOptions): Promise<App> =>
  buildApp({
    config: engine.config,
    logger: engine.logger,
    metrics: engine.metrics,
    pool: engine.pool,
    clock: engine.clock,
    ready,
    authorise: (request, access, reply) => (access === 'support' ? faces.support : faces.accounts).authorise(request, access, reply),
    pageOrigins: pageOrigins(engine.config.of, parts),
    routes: [...parts.flatMap((module) => module.routes?.(engine, faces) ?? []), ...more],
  });

/** The origins that the pages use beside the shop's own. */
export function pageOrigins(settings: Settings, parts: readonly Module<Faces>[] = modules): Required<PageOrigins> {
  const all = parts.flatMap((module) => module.pageOrigins?.(settings) ?? []);
  const of = (kind: keyof PageOrigins): string[] => [...new Set(all.flatMap((origins) => origins[kind] ?? []))];
  return { script: of('script'), frame: of('frame'), connect: of('connect'), formAction: of('formAction'), image: of('image') };
}
