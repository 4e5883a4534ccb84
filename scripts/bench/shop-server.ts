import { collectLessOften } from '@nordhaut/platform/heap';
import { startRoles } from '@nordhaut/platform/life-cycle';
import { createLogger } from '@nordhaut/platform/telemetry';
import { assembleProcess } from '@nordhaut/shop/assemble';
import { readCommandLine } from '@nordhaut/shop/command-line';
import { readShopConfig } from '@nordhaut/shop/config';
import { rolesOf } from '@nordhaut/shop/roles';
import { assembleWithWorkers } from '@nordhaut/shop/with-workers';
import { reportStalls } from './stalls.ts';

/** The shop for a benchmark: every role in one process (or those of ROLES), no pages; prints its address; stops on SIGTERM. */
collectLessOften();
reportStalls();
const config = readShopConfig();
const logger = createLogger({ level: config.LOG_LEVEL });
const plays = rolesOf(readCommandLine(process.argv.slice(2), process.env).roles, config);
const shop = await (config.WEB_CONCURRENCY > 1 ? assembleWithWorkers : assembleProcess)(config, logger, plays);
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
