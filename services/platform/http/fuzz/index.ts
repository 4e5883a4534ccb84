import fc from 'fast-check';
import { core } from 'zod/mini';
import { ErrorBody } from '@nordhaut/contracts';
import type { RegisteredRoute } from '../route-registry.ts';
import type { App } from '../types.ts';
import { type FuzzCase, requestsFor } from './requests.ts';

export type FuzzOptions = {
  /** requests per route; default 60 */
  runs?: number;
  /** to repeat a run; a failure names its seed */
  seed?: number;
  skip?: (route: RegisteredRoute) => boolean;
  /** sent with every request: a session, a proof */
  headers?: Record<string, string>;
  /** whether the message of a refusal is from the shop's lists; default: any message is accepted */
  isOwnMessage?: (message: string) => boolean;
};

export type FuzzReport = { routes: { method: string; url: string; statuses: Record<number, number> }[] };

/**
 * Sends bad input to every registered route (design/quality, *Bad input*): wrong types, huge, negative, fractional,
 * unicode, duplicate and prototype keys, deep JSON, broken forms, truncated bodies. A request that does not fit the schema
 * must get a 4xx in the error shape. No request may get a 5xx.
 * @throws Error that names the route and the smallest request that fails
 */
export async function fuzzRoutes(app: App, options: FuzzOptions = {}): Promise<FuzzReport> {
  const { runs = 60, seed = Date.now() | 0, isOwnMessage = () => true } = options;
  const report: FuzzReport = { routes: [] };
  for (const route of app.registeredRoutes) {
    if (options.skip?.(route)) continue;
    const headers = options.headers ?? {};
    const statuses: Record<number, number> = {};
    const property = fc.asyncProperty(requestsFor(route), async (fuzzed) => {
      const answer = await app.inject({ ...fuzzed.request, headers: { ...(fuzzed.request.headers as object), ...headers } });
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
      const complaint = judge(fuzzed, answer, { ownWords: route.access === 'provider', isOwnMessage });
      if (complaint !== undefined) throw new Error(complaint);
    });
    const outcome = await fc.check(property, { numRuns: runs, seed, endOnFailure: false });
    if (outcome.failed) {
      const [smallest] = outcome.counterexample ?? [];
      throw new Error(
        `${route.method} ${route.url}: ${outcome.errorInstance instanceof Error ? outcome.errorInstance.message : 'failed'} (seed ${seed})\n${JSON.stringify(smallest?.request)?.slice(0, 2_000)}`,
      );
    }
    report.routes.push({ method: route.method, url: route.url, statuses });
  }
  return report;
}

type Answer = { statusCode: number; body: string; headers: Record<string, unknown> };

/** @param rules.ownWords the route answers bad input in a provider's format. A 5xx is still a failure. */
function judge(
  { mustRefuse }: FuzzCase,
  answer: Answer,
  { ownWords, isOwnMessage }: { ownWords: boolean; isOwnMessage: (message: string) => boolean },
): string | undefined {
  if (answer.statusCode >= 500) return `answered ${answer.statusCode}: ${answer.body.slice(0, 300)}`;
  if (ownWords) return undefined;
  if (answer.statusCode < 400)
    return mustRefuse ? `took what its schema refuses (${answer.statusCode}): ${answer.body.slice(0, 300)}` : undefined;
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const { data } = core.safeParse(ErrorBody, isJson ? JSON.parse(answer.body) : undefined);
  if (data === undefined) return `answered ${answer.statusCode} in another shape: ${answer.body.slice(0, 300)}`;
  const foreign = [data.message, ...(data.issues ?? []).map(({ message }) => message)].find((text) => !isOwnMessage(text));
  return foreign === undefined ? undefined : `says what is not in the shop's lists of messages: ${foreign}`;
}
