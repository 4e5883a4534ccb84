import { demandScraper, type Routes } from '@nordhaut/platform/http';
import { metricsOfWorkers, type Logger } from '@nordhaut/platform/telemetry';
import { assembleProcess, type ShopProcess } from './assemble.ts';
import type { ShopConfig } from './config.ts';
import type { RoleName } from './roles/names.ts';
import { workersRole } from './workers.ts';

/** What shares the visitors' port; a process plays everything else once. */
const SHARED: readonly RoleName[] = ['http', 'realtime'];

/**
 * WEB_CONCURRENCY: this process plays the other roles itself and keeps processes that share the visitors' port. Its
 * own health and metrics, and the sum of theirs under `/metrics/workers`, are at OPS_PORT where one is given.
 */
export function assembleWithWorkers(config: ShopConfig, logger: Logger, plays: ReadonlySet<RoleName>): Promise<ShopProcess> {
  const own = new Set([...plays].filter((role) => !SHARED.includes(role)));
  return assembleProcess(config, logger, own, {
    port: config.OPS_PORT ?? 'none',
    operations: [workersMetrics(config)],
    more: ({ databaseUrl }) => [
      workersRole({
        count: config.WEB_CONCURRENCY,
        roles: SHARED.filter((role) => plays.has(role)),
        env: {
          DATABASE_URL: databaseUrl,
          WEB_CONCURRENCY: '1',
          // A poll may come to a process that does not know the session: nothing makes a port's processes sticky.
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
