import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { Rejected } from './errors.ts';
import { messages } from './messages.ts';
import type { App } from './types.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** what a request costs; see `BUDGETS` */
    limit?: LimitKind;
  }

  interface FastifyInstance {
    /** what every limit is multiplied by */
    rateLimitFactor: number;
  }
}

/**
 * Requests per minute and network, by what a request costs. Each kind has a counter of its own, because a mobile
 * carrier brings a whole city from one address: many files must not use up the cart's allowance, and a flood of one
 * kind leaves the others alone. A network is an IPv4 address or an IPv6 /64.
 */
const BUDGETS = {
  /** files: sent from the disk's cache, and a page needs many */
  static: 60_000,
  /** pages rendered on the server, each with some reads */
  page: 1_200,
  read: 4_800,
  write: 1_200,
  /** what asks another service, or computes for long */
  expensive: 300,
  /** attempts at something secret */
  guess: 60,
  /**
   * Calls of a provider. They come from few addresses, and a refused one is repeated hours later, so a busy day must not
   * reach this: it only bounds what verifying costs. The signature and `limitForgeries` keep strangers out.
   */
  provider: 60_000,
} as const;
export type LimitKind = keyof typeof BUDGETS;
const MINUTE = 60_000;

/**
 * Limits per network, kept in the process: with n processes behind a balancer the effective limit is up to n times
 * as high. A route declares its kind in `config.limit`; without one it is `provider` by its access, else `read` or
 * `write` by its method. A route with its own number in `config.rateLimit` has a counter of its own, and `false` has
 * none. All are multiplied by `factor`.
 */
export async function limitRates(app: App, options: { factor: number }): Promise<void> {
  app.decorate('rateLimitFactor', options.factor);
  // Stands before the plugin's own onRoute hook, which reads the limits.
  app.addHook('onRoute', (route) => {
    const limit = route.config?.rateLimit;
    if (typeof limit === 'object' && typeof limit.max === 'number') {
      route.config = { ...route.config, rateLimit: { ...limit, max: scaled(app, limit.max) } };
    }
  });
  await app.register(rateLimit, {
    global: false,
    cache: 20_000,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false, 'retry-after': true },
    errorResponseBuilder: () => new Rejected({ status: 429, code: 'TOO_MANY_REQUESTS', message: messages.tooManyRequests }),
  });
  const counters = new Map(Object.keys(BUDGETS).map((kind) => [kind, counterOf(app, kind as LimitKind)]));
  app.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions;
    if (config.rateLimit !== undefined) return;
    const limit = await counters.get(kindOf(request))?.(request);
    if (limit && !limit.isAllowed && limit.isExceeded) throw tooMany(limit.ttlInSeconds);
  });
}

const scaled = (app: App, max: number): number => Math.max(1, Math.round(max * app.rateLimitFactor));
const counterOf = (app: App, kind: LimitKind) => app.createRateLimit({ max: scaled(app, BUDGETS[kind]), timeWindow: MINUTE });

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

function kindOf({ method, routeOptions: { config } }: FastifyRequest): LimitKind {
  if (config.limit !== undefined) return config.limit;
  if (config.access === 'provider') return 'provider';
  return READS.has(method) ? 'read' : 'write';
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
  const count = counterOf(app, 'guess');
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
