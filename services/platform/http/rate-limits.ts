import rateLimit from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { Rejected } from './errors.ts';
import { messages } from './messages.ts';
import type { App } from './types.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the cost of a request; see `BUDGETS` */
    limit?: LimitKind;
  }

  interface FastifyInstance {
    /** the factor of all limits */
    rateLimitFactor: number;
  }
}

/**
 * Requests per minute and network, by the cost of the request. A network is an IPv4 address or an IPv6 /64. Each kind has
 * its own counter, because a mobile carrier may use one address for a whole city: many files must not use up the limit of
 * the cart.
 */
const BUDGETS = {
  /** files; cheap, and a page needs many */
  static: 60_000,
  /** pages that the server renders */
  page: 1_200,
  read: 4_800,
  write: 1_200,
  /** calls of other services and long computations */
  expensive: 300,
  /** attempts to guess a secret */
  guess: 60,
  /**
   * Calls of a provider. They come from few addresses, and a provider repeats a refused call only hours later, so a busy
   * day must not reach this limit. It only limits the cost of verification; `limitForgeries` stops strangers.
   */
  provider: 60_000,
} as const;
export type LimitKind = keyof typeof BUDGETS;

/**
 * Limits per network. Each process counts alone, so with n processes behind a balancer the effective limit is up to n
 * times as high. A route declares its kind in `config.limit`. The default is `provider` by its access, else `read` or
 * `write` by its method. `config.rateLimit: false` switches the limit off. All limits are multiplied by `factor`.
 */
export async function limitRates(app: App, options: { factor: number }): Promise<void> {
  app.decorate('rateLimitFactor', options.factor);
  await app.register(rateLimit, { global: false, cache: 20_000 });
  const counters = new Map(Object.keys(BUDGETS).map((kind) => [kind, counterOf(app, kind as LimitKind)]));
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.rateLimit === false) return;
    const limit = await counters.get(kindOf(request))?.(request);
    if (limit && !limit.isAllowed && limit.isExceeded) throw tooMany(limit.ttlInSeconds);
  });
}

const counterOf = (app: App, kind: LimitKind) =>
  app.createRateLimit({ max: Math.max(1, Math.round(BUDGETS[kind] * app.rateLimitFactor)), timeWindow: 60_000 });

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

function kindOf({ method, routeOptions: { config } }: FastifyRequest): LimitKind {
  if (config.limit !== undefined) return config.limit;
  if (config.access === 'provider') return 'provider';
  return READS.has(method) ? 'read' : 'write';
}

type ForgeryLimit = {
  /** For `onRequest`: refuses before the call is read and verified. @throws Rejected 429 */
  admit(request: FastifyRequest): Promise<void>;
  /** Counts a forged call. */
  failed(request: FastifyRequest): Promise<void>;
};

/**
 * A tight limit for forged calls of a provider's routes, in addition to the wide one. When an address has made a few forged
 * calls in a minute, none of its calls is verified until the minute is over, so a signature cannot be guessed quickly.
 * Genuine calls are not counted. Create one for each group of routes; it counts in this process and is scaled by the factor.
 */
export function limitForgeries(app: App): ForgeryLimit {
  // Rate limits are off.
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
