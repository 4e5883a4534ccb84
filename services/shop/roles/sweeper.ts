import { createSweeper } from '@nordhaut/checkout';
import type { Role } from '@nordhaut/platform/role';
import type { Buying } from '../buying.ts';
import type { Engine } from '../engine.ts';

/** Finishes checkouts that a crash or a silent provider left open. */
export const sweeperRole = ({ pool, databaseUrl, clock, logger, config }: Engine, { process }: Buying): Role =>
  createSweeper({
    pool,
    databaseUrl,
    process,
    clock,
    graceMs: config.CHECKOUT_GRACE,
    intervalMs: config.CHECKOUT_SWEEP_INTERVAL,
    log: logger,
  });
