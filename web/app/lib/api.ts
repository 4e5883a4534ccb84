import type { ErrorBody, ErrorCode } from '@nordhaut/contracts';
import { newId } from './browser.ts';
import { OFFLINE, UNEXPECTED, UNREACHABLE } from './messages.ts';
import { ACCOUNT_CHANNEL, useMember } from './stores/member.ts';

/** A code of the API, or a code of the browser for a missing or unusable answer or a failed earlier attempt. */
export type FailureCode = ErrorCode | 'ABORTED' | 'BAD_ANSWER' | 'EARLIER_ATTEMPT_FAILED' | 'OFFLINE' | 'UNREACHABLE';

/** An error of the API as a value. */
export type ApiFailure = {
  ok: false;
  /** the specification's state, or the HTTP status; 0 without an answer */
  status: number;
  code: FailureCode;
  /** a sentence for the user */
  message: string;
  correlationId: string;
  issues: readonly { path: string; message: string }[];
  /** facts for the message, such as the number of the order that holds the cart's lines */
  details?: ErrorBody['details'];
  /** whether the same call may succeed later */
  retryable: boolean;
  /** seconds after which the server asks for the next attempt */
  retryAfter?: number;
};
export type ApiResult<T> = { ok: true; data: T; replayed: boolean } | ApiFailure;

/** Parses an answer: a schema of the contracts, or a small parser where zod exceeds the page's budget. */
export type Reader<T> = { safeParse: (json: unknown) => { success: true; data: T } | { success: false } };

export type CallOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  /**
   * Identifies the intent of a changing call. A repeated key returns the first outcome, so keep the key for retries of
   * one intent and use a new key for a changed one. Without a key each call is a new intent.
   */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** ms for one attempt */
  timeout?: number;
  /** attempts after the first one if there is no answer; safe for changing calls, because the key stays the same */
  retries?: number;
};

/** Failures after which an immediate retry is useless. */
const NOT_AT_ONCE: ReadonlySet<FailureCode> = new Set(['TOO_MANY_REQUESTS', 'TEMPORARILY_REFUSED', 'OFFLINE', 'ABORTED']);

/**
 * Calls the shop's API from the browser and parses the answer with its contract.
 * Never throws: failures are values.
 */
export async function call<T>(schema: Reader<T>, path: string, options: CallOptions = {}): Promise<ApiResult<T>> {
  const { method = 'GET', body, headers = {}, signal, timeout = 15_000, retries = 2 } = options;
  const all: Record<string, string> = { accept: 'application/json', ...headers };
  if (body !== undefined) all['content-type'] = 'application/json';
  if (method !== 'GET') {
    all['idempotency-key'] = options.idempotencyKey ?? newId();
    // The session may be another member's meanwhile, by another tab: the server refuses a change that names another one.
    const { member } = useMember.getState();
    if (member) all['for-member'] = member.user_uid;
  }
  const request = {
    method,
    headers: all,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  } as const;

  for (let attempt = 0; ; attempt++) {
    const result = await once(schema, path, request, timeout, signal);
    // The page looks who is signed in, after the caller has read the answer.
    if (!result.ok && isAnothers(result.code)) setTimeout(() => dispatchEvent(new Event(ACCOUNT_CHANNEL)));
    // `retryable` comes from the HTTP status. The body's `status` is the specification's state, which does not tell it.
    if (result.ok || !result.retryable || NOT_AT_ONCE.has(result.code) || attempt >= retries) return result;
    await new Promise((resolve) => setTimeout(resolve, 300 * 2 ** attempt));
    if (signal?.aborted) return failure(0, 'ABORTED', UNREACHABLE, true);
  }
}

/** Whether the answer says that the session is not the one of the member whom the page shows. */
const isAnothers = (code: FailureCode): boolean =>
  code === 'OTHER_ACCOUNT' || (code === 'UNAUTHORISED' && useMember.getState().member !== undefined);

async function once<T>(
  schema: Reader<T>,
  path: string,
  init: RequestInit,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<ApiResult<T>> {
  // Safari has `AbortSignal.any` since 17.4 only.
  const end = new AbortController();
  const abort = (): void => end.abort();
  setTimeout(abort, timeout);
  signal?.addEventListener('abort', abort);
  try {
    signal?.throwIfAborted();
    const result = await readAnswer(schema, await fetch(path, { ...init, signal: end.signal }));
    // spec/3-purchase-flow §7: an answer that is no JSON is logged. Without the query, which may name an order.
    if (!result.ok && result.code === 'BAD_ANSWER') console.error(`${path.split('?')[0]} answered ${result.status} in another form`);
    return result;
  } catch {
    if (signal?.aborted) return failure(0, 'ABORTED', UNREACHABLE, true);
    if (!navigator.onLine) return failure(0, 'OFFLINE', OFFLINE, true);
    return failure(0, end.signal.aborted ? 'TIMEOUT' : 'UNREACHABLE', UNREACHABLE, true);
  }
}

/**
 * Parses an answer of the API. Pages that the server renders use it too, with their own request.
 * @throws as `fetch` where the answer ends before its end, or the page gives the call up
 */
export async function readAnswer<T>(schema: Reader<T>, response: Response): Promise<ApiResult<T>> {
  const json: unknown = await response.json().catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error;
  });
  if (!response.ok) {
    const retryable = response.status === 429 || response.status >= 500;
    if (!isErrorBody(json)) return failure(response.status, 'BAD_ANSWER', retryable ? UNREACHABLE : UNEXPECTED, retryable);
    const { status, code, message, correlationId, issues = [], details } = json;
    const wait = Number(response.headers.get('retry-after'));
    const later = wait > 0 && { retryAfter: wait };
    return { ok: false, status, code, message, correlationId, issues, ...(details && { details }), retryable, ...later };
  }
  const data = schema.safeParse(json);
  if (!data.success) return failure(response.status, 'BAD_ANSWER', UNEXPECTED, false);
  return { ok: true, data: data.data, replayed: response.headers.get('idempotent-replayed') === 'true' };
}

/** Written without zod, because every page loads this file and zod exceeds the content pages' budget (design/web.md, "Budgets"). */
function isErrorBody(json: unknown): json is ErrorBody {
  const body = json as Partial<ErrorBody> | null | undefined;
  return (
    typeof body?.message === 'string' &&
    typeof body.code === 'string' &&
    typeof body.status === 'number' &&
    typeof body.correlationId === 'string'
  );
}

const failure = (status: number, code: FailureCode, message: string, retryable: boolean): ApiFailure => ({
  ok: false,
  status,
  code,
  message,
  correlationId: '',
  issues: [],
  retryable,
});
