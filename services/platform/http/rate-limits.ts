import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { Rejected } from './errors.ts';
import { messages } from './messages.ts';
import type { App } from './types.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** what every limit is multiplied by */
    rateLimitFactor: number;
  }
}

/** Per address and minute, for routes that name no limit of their own: a busy office behind one address stays under it. */
const DEFAULT = { max: 1_200, timeWindow: 60_000 };

/**
 * Limits per address, kept in the process: with n processes behind a balancer the effective limit is up to n times
 * as high. Routes name tighter ones in `config.rateLimit`; all are multiplied by `factor`.
 */
export async function limitRates(app: App, options: { factor: number }): Promise<void> {
  app.decorate('rateLimitFactor', options.factor);
  const scaled = (max: number): number => Math.max(1, Math.round(max * options.factor));
  // Stands before the plugin's own onRoute hook, which reads the limits.
  app.addHook('onRoute', (route) => {
    const limit = route.config?.rateLimit;
    if (typeof limit === 'object' && typeof limit.max === 'number') {
      route.config = { ...route.config, rateLimit: { ...limit, max: scaled(limit.max) } };
    }
  });
  await app.register(rateLimit, {
    max: scaled(DEFAULT.max),
    timeWindow: DEFAULT.timeWindow,
    cache: 20_000,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': true },
    errorResponseBuilder: () => new Rejected({ status: 429, code: 'TOO_MANY_REQUESTS', message: messages.tooManyRequests }),
  });
}

/**
 * A second limit, by something else than the address: how often one order's phone number may be guessed, wherever the
 * guesses come from. Counted per process, scaled like the others. @throws Rejected 429
 */
export function limitBy(
  app: App,
  options: { max: number; timeWindow: number | string; key: (request: FastifyRequest) => string },
): (request: FastifyRequest) => Promise<void> {
  // Limits are switched off: nothing counts.
  if (!app.hasDecorator('createRateLimit')) return () => Promise.resolve();
  const check = app.createRateLimit({ max: options.max * app.rateLimitFactor, timeWindow: options.timeWindow, keyGenerator: options.key });
  return async (request) => {
    const limit = await check(request);
    if (!limit.isAllowed && limit.isExceeded) {
      throw new Rejected(
        { status: 429, code: 'TOO_MANY_REQUESTS', message: messages.tooManyRequests },
        { headers: { 'retry-after': String(limit.ttlInSeconds) } },
      );
    }
  };
}
