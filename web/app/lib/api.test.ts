import { afterEach, expect, test, vi } from 'vitest';
import { call } from './api.ts';

afterEach(() => vi.unstubAllGlobals());

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
