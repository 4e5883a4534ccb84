import { timingSafeEqual } from 'node:crypto';
import pTimeout from 'p-timeout';
import type { PlatformConfig } from '../config.ts';
import type { Role } from '../role.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { Rejected } from './errors.ts';
import { messages } from './messages.ts';
import type { App } from './types.ts';

/** One sentence for each problem; empty when ready. `remarks` are problems that do not prevent work. */
export type Readiness = (() => Promise<readonly string[]>) & { remarks?: () => Promise<readonly string[]> };

/** ms */
const ANSWER_TIMEOUT = 2_000;

/** Calls `notReady` of all roles at once. A role that does not answer within 2 s is not ready. */
export function readinessOf(roles: () => readonly Role[]): Readiness {
  const ready = async (): Promise<string[]> => {
    const answers = await Promise.all(roles().map((role) => answerOf(role, role.notReady())));
    return answers.filter((sentence) => sentence !== undefined);
  };
  const remarks = async (): Promise<string[]> => {
    const answers = await Promise.all(roles().map((role) => answerOf(role, role.remarks?.() ?? Promise.resolve([]))));
    return answers.flat();
  };
  return Object.assign(ready, { remarks });
}

const answerOf = <T>(role: Role, answer: Promise<T>): Promise<T | string> =>
  pTimeout(answer, { milliseconds: ANSWER_TIMEOUT, fallback: () => `${role.name} does not say whether it is ready.` }).catch(
    (error: Error) => `${role.name} could not say whether it is ready: ${error.message}.`,
  );

/** Adds `/livez`, `/readyz` and `/metrics`, and measures every request. */
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
    const more = remarks.length > 0 ? { remarks } : {};
    return reply.code(notReady.length === 0 ? 200 : 503).send({ ready: notReady.length === 0, notReady, ...more });
  });
  app.get('/metrics', hidden, async (request, reply) => {
    demandScraper(config, request.headers.authorization);
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** @throws Rejected if the caller may not read metrics */
export function demandScraper(config: PlatformConfig, authorization: string | undefined): void {
  if (!mayScrape(config, authorization)) throw new Rejected({ status: 401, code: 'UNAUTHORISED', message: messages.unauthorised });
}

function mayScrape(config: PlatformConfig, authorization: string | undefined): boolean {
  if (config.METRICS_TOKEN === undefined) return config.NODE_ENV !== 'production';
  const expected = Buffer.from(`Bearer ${config.METRICS_TOKEN.reveal()}`);
  const given = Buffer.from(authorization ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
