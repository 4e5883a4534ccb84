import { createHash, timingSafeEqual } from 'node:crypto';
import rateLimit, { type CreateRateLimitOptions } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { Secret } from '../config.ts';
import { refuse, Rejected } from './errors.ts';
import { messages } from './messages.ts';
import { originsOf, siteOf, TIMES_OF_SITE } from './network.ts';
import type { App } from './types.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the kind of request; see `LIMITS` */
    limit?: LimitKind;
  }

  interface FastifyInstance {
    /** the factor of all limits */
    rateLimitFactor: number;
    /** see `countAs` */
    countRequest: (kind: LimitKind, request: FastifyRequest) => Promise<void>;
  }
}

/**
 * Maximum requests per minute and network, by the kind of request. A network is an IPv4 address or an IPv6 /64 (the default
 * key of @fastify/rate-limit; `networkOf` gives the same for other counters). Each kind has its own counter, because a
 * mobile carrier may use one address for a whole city: requests for files must not use up the limit of the cart.
 */
const LIMITS = {
  /** files; cheap, and a page needs many */
  static: 60_000,
  /** pictures of members, which the database holds: a large one costs more than a page */
  picture: 2_400,
  /** pages that the server renders */
  page: 1_200,
  read: 4_800,
  write: 1_200,
  /** calls of other services and long computations */
  expensive: 300,
  /** failures that a browser reports */
  report: 10,
  /** answers that tell whether a guessed secret is right */
  guess: 60,
  /**
   * Calls of a provider. They come from few addresses, and a provider repeats a refused call only hours later, so a busy
   * day must not reach this limit. It only limits the cost of verification; `limitForgeries` stops strangers.
   */
  provider: 60_000,
} as const;
export type LimitKind = keyof typeof LIMITS;

/**
 * Counts the requests of each network and kind in a window of one minute. A request above the limit gets 429 with
 * `retry-after`, before its body is read. Each process counts alone, so with n processes behind a balancer the effective
 * limit is up to n times as high.
 *
 * A route declares its kind in `config.limit`. Without it, a route with the access `provider` has the kind `provider`, and
 * other routes have `read` or `write` by their method. `config.rateLimit: false` switches the limit of a route off.
 * @param options.factor multiplies all limits
 */
export async function limitRates(app: App, options: { factor: number }): Promise<void> {
  app.decorate('rateLimitFactor', options.factor);
  await app.register(rateLimit, { global: false, cache: 20_000 });
  const kinds = Object.keys(LIMITS) as LimitKind[];
  const ofNetworks = new Map(kinds.map((kind) => [kind, counterOf(app, kind)]));
  const ofSites = new Map(kinds.map((kind) => [kind, siteCounterOf(app, kind)]));
  const count = async (kind: LimitKind, request: FastifyRequest): Promise<void> => {
    // What its network may not ask counts for no site.
    for (const counters of [ofNetworks, ofSites].slice(0, originsOf(request.ip).length)) {
      const limit = await counters.get(kind)?.(request);
      if (limit && !limit.isAllowed && limit.isExceeded) throw tooMany(limit.ttlInSeconds);
    }
  };
  app.decorate('countRequest', count);
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.rateLimit !== false) await count(kindOf(request), request);
  });
}

/**
 * Counts a request as another kind too, where only its body tells what it costs.
 * @throws Rejected 429
 */
export async function countAs(app: App, kind: LimitKind, request: FastifyRequest): Promise<void> {
  // Without the decorator, rate limits are off.
  if (app.hasDecorator('countRequest')) await app.countRequest(kind, request);
}

const counterOf = (app: App, kind: LimitKind) => counting(app, LIMITS[kind], { timeWindow: 60_000 });
const siteCounterOf = (app: App, kind: LimitKind) =>
  counting(app, TIMES_OF_SITE * LIMITS[kind], { timeWindow: 60_000, keyGenerator: ({ ip }) => siteOf(ip) });

const counting = (app: App, most: number, options: CreateRateLimitOptions) =>
  app.createRateLimit({ max: Math.max(1, Math.round(most * app.rateLimitFactor)), ...options });

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

function kindOf({ method, routeOptions: { config } }: FastifyRequest): LimitKind {
  if (config.limit !== undefined) return config.limit;
  if (config.access === 'provider') return 'provider';
  return READS.has(method) ? 'read' : 'write';
}

type FailureLimit = {
  /** seconds that the network has to wait; undefined: it may try */
  waits(request: FastifyRequest): Promise<number | undefined>;
  /** Before the attempt; of a forged call for `onRequest`, before it is read and verified. @throws Rejected 429 */
  admit(request: FastifyRequest): Promise<void>;
  /** Counts a call that was forged, or an attempt that failed. */
  failed(request: FastifyRequest): Promise<void>;
};

/** Answers a forged call as an address that does not exist, and counts it. @throws Rejected 404 */
export async function refuseForged(forgeries: FailureLimit, request: FastifyRequest): Promise<never> {
  await forgeries.failed(request);
  return refuse(404, 'NOT_FOUND', messages.notFound);
}

/**
 * A tight limit for forged calls of a provider's routes, in addition to the limit of the kind `provider`. A network with as
 * many forged calls in a minute as the kind `guess` allows gets 429 for all its calls until the minute is over, so a
 * signature cannot be guessed quickly. Genuine calls are not counted. Create one for each group of routes.
 */
export const limitForgeries = (app: App): FailureLimit => limitFailures(app, () => counterOf(app, 'guess'));

/**
 * A limit of attempts that fail, in an hour, for all networks of a site (`siteOf`) together. An attempt that succeeds is not counted.
 * Attempts at once may pass it by as many as there are.
 */
export const limitFailuresOfHour = (app: App, most: number): FailureLimit =>
  limitFailures(app, () => counting(app, most, { timeWindow: 3_600_000, keyGenerator: ({ ip }) => siteOf(ip) }));

function limitFailures(app: App, counter: () => ReturnType<App['createRateLimit']>): FailureLimit {
  const nothing = () => Promise.resolve(undefined);
  // Rate limits are off.
  if (!app.hasDecorator('createRateLimit')) return { waits: nothing, admit: nothing, failed: nothing };
  const count = counter();
  const waits = async (request: FastifyRequest): Promise<number | undefined> => {
    const limit = await count(request, { increment: false });
    return !limit.isAllowed && limit.remaining === 0 ? limit.ttlInSeconds : undefined;
  };
  return {
    waits,
    async admit(request) {
      const seconds = await waits(request);
      if (seconds !== undefined) throw tooMany(seconds);
    },
    async failed(request) {
      await count(request);
    },
  };
}

/**
 * For `onRequest` of a provider's route whose address holds a secret (`:secret`). It runs before the body is read, so a
 * wrong address gets the same 404 for every body. Wrong addresses count as forged calls.
 * @throws Rejected 404, 429
 */
export function secretAddress(forgeries: FailureLimit, secret: Secret) {
  const expected = digestOf(secret.reveal());
  return async (request: FastifyRequest<{ Params: { secret: string } }>): Promise<void> => {
    await forgeries.admit(request);
    if (!timingSafeEqual(digestOf(request.params.secret), expected)) await refuseForged(forgeries, request);
  };
}

/** Has the same length for every input, so the comparison takes the same time. */
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

const tooMany = (seconds: number): Rejected =>
  new Rejected(
    { status: 429, code: 'TOO_MANY_REQUESTS', message: messages.tooManyRequests },
    { headers: { 'retry-after': String(seconds) } },
  );
