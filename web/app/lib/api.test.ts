import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from './api.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const schema = {
  safeParse: (json: unknown) => (json === undefined ? { success: false as const } : { success: true as const, data: json }),
};
const html = (status: number): Response => new Response('<!doctype html>', { status, headers: { 'content-type': 'text/html' } });

test.each([200, 404])('an answer of %i that is no JSON is logged, and its text is not shown', async (status) => {
  vi.stubGlobal('fetch', () => Promise.resolve(html(status)));
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const result = await call(schema, '/api/orders?id=G1', { retries: 0 });
  expect(logged.mock.calls).toEqual([[`/api/orders answered ${status} in another form`]]);
  expect(result).toMatchObject({ ok: false, status, code: 'BAD_ANSWER' });
  expect(JSON.stringify(result)).not.toContain('doctype');
});

const cutOff = (): Response =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"state":'));
        body.error(new TypeError('network error'));
      },
    }),
  );

test('an answer that is cut off counts as none: the call is made again with its key, and nothing is logged', async () => {
  const keys: (string | undefined)[] = [];
  const answers = [cutOff(), Response.json({ state: 200 })];
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key']);
    return Promise.resolve(answers.shift());
  });
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  expect(await call(schema, '/api/orders', { method: 'POST', body: {} })).toMatchObject({ ok: true, data: { state: 200 } });
  expect(keys).toEqual([expect.any(String), keys[0]]);
  expect(logged).not.toHaveBeenCalled();
});

test('a call that the page gives up while its answer arrives is no fault', async () => {
  const page = new AbortController();
  vi.stubGlobal('fetch', () => (page.abort(), Promise.resolve(cutOff())));
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  expect(await call(schema, '/api/getPrice/', { signal: page.signal })).toMatchObject({ ok: false, code: 'ABORTED' });
  expect(logged).not.toHaveBeenCalled();
});

/** Answers nothing until the call ends. */
const silent = (_: string, { signal }: RequestInit) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')));
  });

describe('in a browser without `AbortSignal.any`, such as Safari 17.3', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { onLine: true });
    vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
      throw new TypeError('AbortSignal.any is not a function');
    });
  });

  test('a call that the page may give up has its answer', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ price: 980 })));
    const { signal } = new AbortController();
    expect(await call(schema, '/api/getPrice/', { signal })).toMatchObject({ ok: true, data: { price: 980 } });
  });

  test('a call ends when the page gives it up, and when its time is over', async () => {
    vi.stubGlobal('fetch', silent);
    const page = new AbortController();
    const given = call(schema, '/api/getPrice/', { signal: page.signal });
    page.abort();
    expect(await given).toMatchObject({ ok: false, code: 'ABORTED' });
    const { signal } = new AbortController();
    expect(await call(schema, '/api/getPrice/', { signal, timeout: 10, retries: 0 })).toMatchObject({ ok: false, code: 'TIMEOUT' });
  });
});
