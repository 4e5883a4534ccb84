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
 * For routes that a provider calls (`access: 'provider'`) and that name no limit of their own. All calls of a provider
 * come from few addresses, and one that is refused is told again hours later or tomorrow, so a busy day must not reach
 * this: it only bounds what verifying costs. What keeps strangers out is the signature, and `limitForgeries`.
 */
const PROVIDER = { max: 60_000, timeWindow: 60_000 };
/** Calls that were not the provider's; see `limitForgeries`. */
const FORGERIES = { max: 60, timeWindow: 60_000 };

/**
 * Limits per address, kept in the process: with n processes behind a balancer the effective limit is up to n times
 * as high. Routes name tighter ones in `config.rateLimit`; all are multiplied by `factor`.
 */
export async function limitRates(app: App, options: { factor: number }): Promise<void> {
  app.decorate('rateLimitFactor', options.factor);
  const scaled = (max: number): number => Math.max(1, Math.round(max * options.factor));
  // Stands before the plugin's own onRoute hook, which reads the limits.
  app.addHook('onRoute', (route) => {
    const limit = route.config?.rateLimit ?? (route.config?.access === 'provider' ? PROVIDER : undefined);
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

type ForgeryLimit = {
  /** for `onRequest`, before anything is read or verified. @throws Rejected 429 */
  admit(request: FastifyRequest): Promise<void>;
  /** Counts a call that turned out not to be the provider's. */
  failed(request: FastifyRequest): Promise<void>;
};

/**
 * The tight limit beside the wide one of a provider's routes: an address whose calls fail verification has few of them a
 * minute, and until the minute is over none of its calls is verified, so that guessing a signature or a secret stays
 * slow. Calls that are genuine are not counted, however many. One per group of routes; per process, scaled like the others.
 */
export function limitForgeries(app: App): ForgeryLimit {
  // Limits are switched off: nothing counts.
  if (!app.hasDecorator('createRateLimit')) return { admit: () => Promise.resolve(), failed: () => Promise.resolve() };
  const max = Math.max(1, Math.round(FORGERIES.max * app.rateLimitFactor));
  const count = app.createRateLimit({ ...FORGERIES, max });
  return {
    async admit(request) {
      const limit = await count(request, { increment: false });
      if (!limit.isAllowed && limit.remaining === 0) throw tooMany(limit.ttlInSeconds);
    },
    async failed(request) {
      await count(request);
    },
  };
}

const tooMany = (seconds: number): Rejected =>
  new Rejected(
    { status: 429, code: 'TOO_MANY_REQUESTS', message: messages.tooManyRequests },
    { headers: { 'retry-after': String(seconds) } },
  );
