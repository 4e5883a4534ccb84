/** What `npm start` runs, without pages: for tests that need no web build. */
import cluster from 'node:cluster';
import { runRoles } from '@nordhaut/platform/life-cycle';
import { shareMetrics, silentLogger } from '@nordhaut/platform/telemetry';
import { assembleProcess } from '../assemble.ts';
import { readCommandLine } from '../command-line.ts';
import { readShopConfig } from '../config.ts';
import { rolesOf } from '../roles/names.ts';
import { assembleWithWorkers } from '../with-workers.ts';

const config = readShopConfig();
const logger = silentLogger();
const plays = rolesOf(readCommandLine(process.argv.slice(2), process.env).roles, config);
const shop = await (config.WEB_CONCURRENCY > 1 ? assembleWithWorkers : assembleProcess)(config, logger, plays);
if (cluster.isWorker) shareMetrics(shop.engine.metrics);
await runRoles(shop.roles, { logger, isWorker: cluster.isWorker, onStopped: shop.close });
