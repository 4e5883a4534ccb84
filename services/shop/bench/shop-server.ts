import { startRoles } from '@nordhaut/platform/life-cycle';
import { createLogger } from '@nordhaut/platform/telemetry';
import { assembleShop } from '../all-in-one.ts';
import { readShopConfig } from '../config.ts';

/** The shop for a benchmark: every role in one process, no pages; prints its address and stops on SIGTERM. */
const config = readShopConfig();
const logger = createLogger({ level: config.LOG_LEVEL });
const shop = await assembleShop(config, logger);
const running = await startRoles(shop.roles, logger);
process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${config.PORT}` })}\n`);
process.on(
  'SIGTERM',
  () =>
    void running
      .stop()
      .then(shop.close)
      .then(() => process.exit(0)),
);
