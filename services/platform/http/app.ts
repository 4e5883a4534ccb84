import compress from '@fastify/compress';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type FastifyHttpOptions,
  type RawServerDefault,
} from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type pg from 'pg';
import * as z from 'zod/mini';
import { listIn, type PlatformConfig } from '../config.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { checkAnswers } from './answers.ts';
import { BODY_LIMIT, takeBodies } from './bodies.ts';
import { correlationId, withContext } from './correlation.ts';
import { document } from './documentation.ts';
import { answerClientError, answerError, handleErrors, refuseTunnels } from './error-handling.ts';
import { faultMessage } from './fault-messages.ts';
import { limitHandlers } from './handler-timeout.ts';
import { withIdempotency } from './idempotency/plugin.ts';
import { answerSeal } from './idempotency/seal.ts';
import { keyStore } from './idempotency/store.ts';
import { type Readiness, operate } from './operations.ts';
import { checkOrigin } from './origin.ts';
import { limitRates } from './rate-limits.ts';
import { receiveTimeouts } from './receive-timeouts.ts';
import { checkTargets } from './request-target.ts';
import { RequestLog } from './request-log.ts';
import { answerUnrouted, type RegisteredRoute, registerRoutes } from './route-registry.ts';
import { headersWithoutRoute, type PageOrigins, secureHeaders } from './security-headers.ts';
import { traceRequests } from './tracing.ts';
import type { Access, App, Routes } from './types.ts';
import { withVisitors } from './visitor.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** every route with its access; complete when the application is built */
    registeredRoutes: readonly RegisteredRoute[];
  }
}

export type AppOptions = {
  config: PlatformConfig;
  logger: Logger;
  metrics: Metrics;
  /** Postgres with `idempotencyMigrations` applied. Without it, `Idempotency-Key` is accepted but has no effect (pure tests). */
  pool?: Pick<pg.Pool, 'query'>;
  routes: readonly Routes[];
  ready?: Readiness;
  /** Sets `request.actor` or throws `Rejected`. Runs before the body is validated and before stored answers are sent. */
  authorise?: (request: FastifyRequest, access: Access, reply: FastifyReply) => void | Promise<void>;
  pageOrigins?: PageOrigins;
  /** the time of commands; default: the clock of this machine */
  clock?: () => Date;
};

/** ms. The keep-alive is longer than the minute of load balancers, so that the balancer closes a connection first. */
const TIMEOUTS = { keepAliveTimeout: 72_000, connectionTimeout: 90_000 };
/** ms until a handler that has not answered gets a 503 */
const HANDLER_TIMEOUT = 60_000;

/**
 * The HTTP application, ready for `listen` or `inject`. The code below has the order in which a request is processed:
 * limits and origin, authorisation, body, schema, idempotency key, route.
 * @throws Error if a route does not declare `config.access`
 */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, clock = () => new Date() } = options;
  z.config({ localeError: faultMessage });
  const { requestTimeout, ...timeouts } = receiveTimeouts(config.REQUEST_TIMEOUT);
  const withoutRoute = headersWithoutRoute(config.PUBLIC_URL);
  const server: FastifyHttpOptions<RawServerDefault> = {
    loggerInstance: options.logger as FastifyBaseLogger,
    ...TIMEOUTS,
    requestTimeout,
    http: { ...timeouts, maxHeaderSize: 16_384 },
    bodyLimit: BODY_LIMIT,
    genReqId: correlationId,
    logController: new RequestLog({ requestIdLogLabel: 'correlationId' }),
    trustProxy: config.TRUST_PROXY === '' ? false : config.TRUST_PROXY,
    forceCloseConnections: 'idle',
    // A request that arrives during the close is answered, and then its connection is closed.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...withoutRoute, 'x-correlation-id': request.id });
      void answerError(error, request, reply);
    },
  };
  const app: App = Fastify(server).withTypeProvider<ZodTypeProvider>();

  app.setValidatorCompiler(validatorCompiler as never);
  app.setSerializerCompiler((config.CHECK_ANSWERS ? checkAnswers : () => JSON.stringify) as never);
  handleErrors(app);
  refuseTunnels(app);
  app.decorate('registeredRoutes', registerRoutes(app));

  traceRequests(app);
  limitHandlers(app, HANDLER_TIMEOUT);
  await withVisitors(app, { secret: config.SESSION_SECRET, publicUrl: config.PUBLIC_URL, clock });
  withContext(app, clock);
  secureHeaders(app, { publicUrl: config.PUBLIC_URL, origins: options.pageOrigins ?? {} });
  checkTargets(app);
  if (config.RATE_LIMITS) await limitRates(app, { factor: config.RATE_LIMIT_FACTOR });
  answerUnrouted(app);
  checkOrigin(app, { publicUrl: config.PUBLIC_URL, allowed: listIn(config.ALLOWED_ORIGINS) });
  takeBodies(app);
  const { authorise } = options;
  if (authorise) {
    app.addHook('preValidation', async (request, reply) => {
      const { access } = request.routeOptions.config;
      if (access !== undefined) await authorise(request, access, reply);
    });
  }
  if (options.pool) {
    const seal = answerSeal(config.SESSION_SECRET);
    withIdempotency(app, { store: keyStore(options.pool, seal), seal });
  }
  // Compressing a small answer costs more than sending it. Larger answers use brotli 4.
  await app.register(compress, { threshold: 4_096, encodings: ['br', 'gzip'], zlibOptions: { level: 5 }, globalDecompression: false });
  operate(app, { config, metrics: options.metrics, ready: options.ready ?? (async () => []) });
  await document(app, config.PUBLIC_URL);

  for (const routes of options.routes) {
    const plugin = async (scope: unknown): Promise<void> => {
      await routes(scope as App);
    };
    // Fastify looks for the function of a plugin without a name among all modules that are loaded.
    await app.register(Object.assign(plugin, { [Symbol.for('fastify.display-name')]: routes.name || 'routes' }));
  }
  await app.ready();
  return app;
}
