import http, { type RefinedParams, type RefinedResponse } from 'k6/http';
import type { Method, PathOf } from '../calls.ts';
import { fail, noteProblem, pause } from './journal.ts';
import { callsRepeated } from './metrics.ts';
import { patience, target, tolerant } from './settings.ts';

/** The API's answer; `code` is the code of an error. */
export type Answer<Body> = { status: number; body: Body; code: string };

type Call<Name = string> = {
  /** name of the call in the figures, with its method; a new one is a line in calls.ts */
  name: Name;
  body?: unknown;
  /** for changing calls; a repeated call sends the same key */
  key?: string;
  /** statuses that are expected beside success */
  expect?: readonly number[];
};

/**
 * Calls the shop as a browser does. Cookies last for one journey (k6's jar per iteration), so every journey is a new
 * visitor. A call without a definite answer is repeated with the same key: once, or, while processes are killed, until
 * there is an answer or the time limit ends.
 */
export const get = <Body>(path: string, call: Call<PathOf<'GET'>>): Promise<Answer<Body>> => ask<Body>('GET', path, call);
/** A changing call, with one `Idempotency-Key` for all repetitions. */
export const post = <Body>(path: string, call: Call<PathOf<'POST'>>): Promise<Answer<Body>> =>
  ask<Body>('POST', path, { key: crypto.randomUUID(), body: {}, ...call });

/** The same. */
export const put = <Body>(path: string, call: Call<PathOf<'PUT'>>): Promise<Answer<Body>> =>
  ask<Body>('PUT', path, { key: crypto.randomUUID(), body: {}, ...call });

async function ask<Body>(method: Method, path: string, call: Call): Promise<Answer<Body>> {
  const deadline = Date.now() + patience.answer;
  let first = '';
  for (let again = 0; ; again++) {
    const answer = read<Body>(await once(method, path, call));
    if (isDefinite(answer)) {
      // The journey goes on, so nothing else names the failed request.
      if (again > 0) noteProblem(`${method} ${call.name}: ${first}, and an answer when it was repeated`);
      return answer;
    }
    first ||= reasonOf(answer);
    const mayTry = tolerant ? Date.now() < deadline : again === 0 && (answer.status === 0 || answer.status === 503);
    if (!mayTry) return answer;
    callsRepeated.add(1);
    await pause(Math.min(2_000, 100 * 2 ** again) * (0.5 + Math.random()));
  }
}

function once(method: Method, path: string, { name, body, key, expect = [] }: Call): Promise<RefinedResponse<'text'>> {
  const params: RefinedParams<'text'> = {
    tags: { name: `${method} ${name}` },
    responseType: 'text',
    timeout: patience.call,
    redirects: 0,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    responseCallback: http.expectedStatuses({ min: 200, max: 399 }, ...expect),
  };
  return http.asyncRequest(method, target + path, body === undefined ? null : JSON.stringify(body), params);
}

function read<Body>({ status, body }: RefinedResponse<'text'>): Answer<Body> {
  let parsed: unknown = body;
  try {
    parsed = JSON.parse(body);
  } catch {
    // an HTML page or an empty body
  }
  const { code } = (parsed ?? {}) as { code?: unknown };
  return { status, body: parsed as Body, code: status >= 400 && typeof code === 'string' ? code : '' };
}

/** Whether a repetition can succeed: no answer, a server is stopping, or the same call is still running. */
const isDefinite = ({ status, code }: Answer<unknown>): boolean =>
  status !== 0 && status < 500 && status !== 408 && status !== 429 && code !== 'IDEMPOTENCY_KEY_IN_USE';

/** The answer's body. @throws JourneyFailed with the call's name and answer if it failed */
export function wanted<Body>(name: string, answer: Answer<Body>, status = 200): Body {
  if (answer.status === status) return answer.body;
  return fail(`${name}: ${reasonOf(answer)}`);
}

const reasonOf = ({ status, code }: Answer<unknown>): string => (status === 0 ? 'no answer' : `${status} ${code}`.trim());
