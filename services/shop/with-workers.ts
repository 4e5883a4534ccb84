import { demandScraper, tryPort, type Routes } from '@nordhaut/platform/http';
import { metricsOfWorkers, type Logger } from '@nordhaut/platform/telemetry';
import { assembleProcess, type ShopProcess } from './assemble.ts';
import type { ShopConfig } from './config.ts';
import { workersRole } from './workers.ts';

/** The roles of the processes that share the visitors' port. The parent process plays the others. */
const SHARED: readonly string[] = ['http', 'realtime'];

/**
 * WEB_CONCURRENCY: this process plays the other roles and runs worker processes that share the visitors' port. OPS_PORT
 * serves its health and metrics, and the sum of the workers' metrics under `/metrics/workers`.
 */
export async function assembleWithWorkers(config: ShopConfig, logger: Logger, roleNames: ReadonlySet<string>): Promise<ShopProcess> {
  await tryPort({ host: config.HOST, port: config.PORT });
  const own = new Set([...roleNames].filter((role) => !SHARED.includes(role)));
  return assembleProcess(config, logger, own, {
    port: config.OPS_PORT ?? 'none',
    portSetting: 'OPS_PORT',
    operations: [workersMetrics(config)],
    more: ({ databaseUrl }) => [
      workersRole({
        count: config.WEB_CONCURRENCY,
        roles: SHARED.filter((role) => roleNames.has(role)),
        env: {
          DATABASE_URL: databaseUrl,
          // This process has migrated. The workers get the rights of the shop user only.
          DATABASE_OWNER_URL: '',
          WEB_CONCURRENCY: '1',
          // Consecutive polls of a socket may reach different processes, which do not know its session.
          SOCKET_POLLING: 'off',
        },
        logger,
        deadline: config.STOP_DEADLINE,
      }),
    ],
  });
}

const workersMetrics =
  (config: ShopConfig): Routes =>
  (app) => {
    const metrics = metricsOfWorkers();
    app.get('/metrics/workers', { schema: { hide: true }, config: { access: 'operations', rateLimit: false } }, async (request, reply) => {
      demandScraper(config, request.headers.authorization);
      return reply.type(metrics.contentType).send(await metrics.text());
    });
  };
