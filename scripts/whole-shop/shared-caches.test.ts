import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from './fixtures/browser.ts';
import { register } from './fixtures/member-operations.ts';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

// A shared cache may keep an answer that says `public`, with its cookies (RFC 9111 §7.3).

let shop: TestShop;
let visitor: Browser;
beforeAll(async () => {
  shop = await testShop();
  ({ visitor } = await register(shop));
});
afterAll(() => shop.close());

const sessions = (change: string) => shop.shop.engine.pool.query(`update account_sessions set ${change}`);
const addresses = () => {
  const all = shop.shop.app.registeredRoutes.filter(({ method, config }) => method === 'GET' && config.access === 'public');
  const plain = all.map(({ url }) => url).filter((url) => !/[:*]/.test(url));
  return [...plain, '/api/search?q=%E6%B0%B4', '/api/products/5', '/api/content/articles/1', '/api/products/5/reviews'];
};
type Answer = { path: string; sets: boolean; control: string; etag: string | null; status: number };
async function answerOf(path: string, headers: Record<string, string>): Promise<Answer> {
  const answer = await fetch(shop.url + path, { headers, redirect: 'manual' });
  await answer.arrayBuffer();
  const control = answer.headers.get('cache-control') ?? '';
  return { path, status: answer.status, sets: answer.headers.getSetCookie().length > 0, control, etag: answer.headers.get('etag') };
}

test.each([
  // Renewed with the next call.
  ['an hour after its last renewal', `"expiresAt" = "expiresAt" - interval '2 hours'`],
  ['after its end', `"expiresAt" = now() - interval '1 second'`],
])('no answer that shared caches may keep carries the cookie of a session %s', async (_, change) => {
  const cookie = visitor.cookies();
  const withCookie: Answer[] = [];
  for (const path of addresses()) {
    const open = await answerOf(path, {});
    if (!open.control.includes('public')) continue;
    for (const tag of [{}, ...(open.etag === null ? [] : [{ 'if-none-match': open.etag }])]) {
      await sessions(change);
      const answer = await answerOf(path, { cookie, ...tag });
      if (answer.sets) withCookie.push(answer);
    }
  }
  expect(withCookie.length).toBeGreaterThan(3);
  expect(withCookie.filter(({ control, etag }) => control.includes('public') || etag !== null)).toEqual([]);
});

test('every answer that shared caches may keep, and that is compressed for some, says so to all, also uncompressed and as a 304', async () => {
  const of = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(shop.url + path, { headers });
    await answer.arrayBuffer();
    return { status: answer.status, headers: answer.headers, vary: answer.headers.get('vary') };
  };
  let compressed = 0;
  for (const path of [...addresses(), '/api/products/gentle-cleanser', '/api/openapi.json']) {
    const packed = await of(path, { 'accept-encoding': 'br' });
    if (!packed.headers.get('cache-control')?.includes('public') || !packed.headers.has('content-encoding')) continue;
    compressed += 1;
    const plain = await of(path, { 'accept-encoding': 'identity' });
    expect([path, plain.headers.get('content-encoding'), plain.vary]).toEqual([path, null, 'accept-encoding']);
    const etag = plain.headers.get('etag');
    if (etag === null) continue;
    const unchanged = await of(path, { 'if-none-match': etag });
    expect([path, unchanged.status, unchanged.vary]).toEqual([path, 304, 'accept-encoding']);
  }
  expect(compressed).toBeGreaterThan(3);
});

test('a picture is not sent again to a cache that has it: it may have several, and may have made a tag weak', async () => {
  const path = `${shop.url}/img/content/carousel/barrier-mobile-320.webp`;
  const etag = (await fetch(path)).headers.get('etag') ?? '';
  const statusFor = async (known: string) => (await fetch(path, { headers: { 'if-none-match': known } })).status;
  expect(await Promise.all([etag, `W/${etag}`, `"x", ${etag}`, '"x"'].map(statusFor))).toEqual([304, 304, 304, 200]);
});
