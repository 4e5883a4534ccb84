import { openEngine as openStores, type Engine } from '@nordhaut/platform/engine';
import type { Module } from '@nordhaut/platform/module';
import type { Logger } from '@nordhaut/platform/telemetry';
import type { ShopConfig } from './config.ts';
import { modules, type Faces } from './modules.ts';

/**
 * Opens the stores for these modules, and writes their reference data.
 * @throws ConfigError as `openEngine` of the platform
 */
export async function openEngine(
  config: ShopConfig,
  logger: Logger,
  parts: readonly Module<Faces>[] = modules,
  clock?: () => Date,
): Promise<Engine> {
  const engine = await openStores({
    config,
    logger,
    migrations: parts.flatMap((module) => module.migrations ?? []),
    upcasters: parts.flatMap((module) => module.upcasters ?? []),
    projections: parts.flatMap((module) => module.projections ?? []),
    sealedTables: parts.flatMap((module) => module.sealed ?? []),
    forgets: parts.flatMap((module) => module.forgets ?? []),
    categories: parts.flatMap((module) => module.streams ?? []),
    relayed: parts.flatMap((module) => module.relayed ?? []),
    clock,
  });
  try {
    for (const { seed } of parts) await seed?.(engine);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}
