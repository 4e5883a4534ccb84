import rateLimit from '@fastify/rate-limit';
import { Rejected } from './errors.ts';
import { messages } from './messages.ts';
import type { App } from './types.ts';

/** Per address and minute, for routes that name no limit of their own: a busy office behind one address stays under it. */
const DEFAULT = { max: 1_200, timeWindow: 60_000 };

/**
 * Limits per address, kept in the process: with n processes behind a balancer the effective limit is up to n times
 * as high. Routes name tighter ones in `config.rateLimit`; all are multiplied by `factor`.
 */
export async function limitRates(app: App, options: { factor: number }): Promise<void> {
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
