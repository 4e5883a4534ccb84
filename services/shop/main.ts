import cluster from 'node:cluster';
import { collectLessOften } from '@nordhaut/platform/heap';
import { runRoles } from '@nordhaut/platform/life-cycle';
import { createLogger, shareMetrics, startTracing, type Logger } from '@nordhaut/platform/telemetry';
import { assembleProcess, type ShopProcess } from './assemble.ts';
import { asksForUsage, readCommandLine, usage } from './command-line.ts';
import { readShopConfig, type ShopConfig } from './config.ts';
import { runJob } from './jobs.ts';
import { webPages } from './pages.ts';
import { rolesOf } from './roles.ts';
import { say, tell, WrongUsage } from './tool.ts';
import { assembleWithWorkers } from './with-workers.ts';
import { farewell, welcome } from './welcome.ts';

/** `npm start`: the whole shop in one process, or the named roles (`--role http --role projector`). */
async function main(): Promise<void> {
  const started = Date.now();
  collectLessOften();
  const args = process.argv.slice(2);
  if (asksForUsage(args)) return say(usage);
  const { roles: named, job } = readCommandLine(args, process.env);
  const config = readShopConfig();
  const logger = createLogger({
    level: config.LOG_LEVEL,
    ...(named.length > 0 && { name: named.join(',') }),
    // The output of a job may be kept as a file, as a checkpoint is.
    ...(job !== undefined && { destination: process.stderr }),
  });
  if (job !== undefined) return say(await runJob(job, config, logger));

  const roleNames = rolesOf(named, config);
  const tracing = await startTracing({ name: named.join(','), logger });
  const shop = await assemble(config, logger, roleNames);
  const isWhole = named.length === 0 && roleNames.has('http') && !cluster.isWorker;
  const firstLink = isWhole ? await shop.faces.support.firstLink() : undefined;
  await runRoles(shop.roles, {
    logger,
    deadline: config.STOP_DEADLINE,
    isWorker: cluster.isWorker,
    onStarted: () => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      if (cluster.isWorker) logger.info({ seconds }, 'an HTTP process is up');
      else if (roleNames.has('http'))
        process.stdout.write(`${welcome(config, seconds, firstLink)}${named.length === 0 ? farewell(config) : ''}\n`);
      else
        process.stdout.write(
          `${[...roleNames].join(', ')}: up in ${seconds} s, health at http://${config.HOST}:${portOf(shop, config)}/readyz\n`,
        );
    },
    onStopped: async () => {
      await shop.close();
      await tracing.stop();
    },
  });
}

const portOf = ({ app }: ShopProcess, config: ShopConfig): number => {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : config.PORT;
};

async function assemble(config: ShopConfig, logger: Logger, roleNames: ReadonlySet<string>): Promise<ShopProcess> {
  if (roleNames.has('http') && config.WEB_CONCURRENCY > 1 && cluster.isPrimary) return assembleWithWorkers(config, logger, roleNames);
  const shop = await assembleProcess(config, logger, roleNames, roleNames.has('http') ? { pages: webPages(config) } : {});
  if (cluster.isWorker) shareMetrics(shop.engine.metrics);
  return shop;
}

try {
  await main();
} catch (error) {
  tell(error);
  if (error instanceof WrongUsage) process.stderr.write(`\n${usage}\n`);
  process.exit();
}
