import { timingSafeEqual } from 'node:crypto';
import type { PlatformConfig } from '../config.ts';
import type { Role } from '../role.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { Rejected } from './errors.ts';
import { messages } from './messages.ts';
import type { App } from './types.ts';

/** Sentences that say what is missing; empty when ready. `remarks`: what to look at all the same. */
export type Readiness = (() => Promise<readonly string[]>) & { remarks?: () => Promise<readonly string[]> };

const PATIENCE = 2_000;

/** Asks every role at once; one that does not answer within 2 s is not ready either. */
export function readinessOf(roles: () => readonly Role[]): Readiness {
  const ready = async (): Promise<string[]> => {
    const answers = await Promise.all(roles().map((role) => withinPatience(role, role.notReady())));
    return answers.filter((sentence) => sentence !== undefined);
  };
  const remarks = async (): Promise<string[]> => {
    const answers = await Promise.all(roles().map((role) => withinPatience(role, role.remarks?.() ?? Promise.resolve([]))));
    return answers.flat().filter((sentence) => sentence !== undefined);
  };
  return Object.assign(ready, { remarks });
}

async function withinPatience<T>(role: Role, answer: Promise<T>): Promise<T | string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`${role.name} does not say whether it is ready.`), PATIENCE);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    return `${role.name} could not say whether it is ready: ${error instanceof Error ? error.message : String(error)}.`;
  } finally {
    clearTimeout(timer);
  }
}

/** `/livez`, `/readyz`, `/metrics`, and the measurement of every request. */
export function operate(app: App, options: { config: PlatformConfig; metrics: Metrics; ready: Readiness }): void {
  const { config, metrics } = options;
  const durations = metrics.histogram('http_request_duration_seconds', 'From the first byte of the request to the last of the answer', [
    'method',
    'route',
    'status',
  ]);
  app.addHook('onResponse', (request, reply, done) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });

  const hidden = { schema: { hide: true }, config: { access: 'operations' as const, rateLimit: false as const } };
  app.get('/livez', hidden, () => ({ ok: true }));
  app.get('/readyz', hidden, async (_request, reply) => {
    const [notReady, remarks = []] = await Promise.all([options.ready(), options.ready.remarks?.()]);
    const told = remarks.length > 0 ? { remarks } : {};
    return reply.code(notReady.length === 0 ? 200 : 503).send({ ready: notReady.length === 0, notReady, ...told });
  });
  app.get('/metrics', hidden, async (request, reply) => {
    demandScraper(config, request.headers.authorization);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** @throws Rejected where the caller may not read metrics */
export function demandScraper(config: PlatformConfig, authorization: string | undefined): void {
  if (!mayScrape(config, authorization)) throw new Rejected({ status: 401, code: 'UNAUTHORISED', message: messages.unauthorised });
}

function mayScrape(config: PlatformConfig, authorization: string | undefined): boolean {
  if (config.METRICS_TOKEN === undefined) return config.NODE_ENV !== 'production';
  const expected = Buffer.from(`Bearer ${config.METRICS_TOKEN.reveal()}`);
  const given = Buffer.from(authorization ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
