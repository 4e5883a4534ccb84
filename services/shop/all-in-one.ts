import type { Projector } from '@nordhaut/platform/projections';
import type { Logger } from '@nordhaut/platform/telemetry';
import { assembleProcess, type AssembleOptions, type ShopProcess } from './assemble.ts';
import type { ShopConfig } from './config.ts';
import { rolesOf } from './roles.ts';

export type { AssembleOptions } from './assemble.ts';
export type Shop = ShopProcess & { projector: Projector };

/** Every role in one process, on the embedded engines unless others are named. */
export async function assembleShop(config: ShopConfig, logger: Logger, options: AssembleOptions = {}): Promise<Shop> {
  const shop = await assembleProcess(config, logger, rolesOf([], config, options.parts), options);
  return { ...shop, projector: shop.engine.projector };
}
