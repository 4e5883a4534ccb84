import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../lib/build.mjs';
import { testShop, type TestShop } from './fixtures/test-shop.ts';

let shop: TestShop;
beforeAll(async () => {
  await ensureBuilt();
  shop = await testShop({ RATE_LIMIT_FACTOR: '1' }, { pages: true });
});
afterAll(() => shop?.close());

const ask = async (url: string, method: 'GET' | 'POST' = 'GET', payload?: object): Promise<number> =>
  (await shop.shop.app.inject({ method, url, remoteAddress: '10.0.0.1', ...(payload && { payload }) })).statusCode;
const icons = (): string[] =>
  readdirSync(fileURLToPath(new URL('../../web/build/client/assets', import.meta.url))).filter((name) => name.endsWith('.js'));

test('after 1,400 requests for files the cart, the pages and the prices still answer', async () => {
  const files = icons();
  expect(files.length).toBeGreaterThan(10);
  for (let count = 0; count < 1_400; count++) expect(await ask(`/assets/${files[count % files.length]}`)).toBe(200);
  const item = { productId: 5, quantity: 1, tier: 'ORIGIN' };
  expect(await ask('/api/cart')).toBe(200);
  expect(await ask('/api/cart/items', 'POST', item)).toBe(200);
  expect(await ask('/api/getPrice/', 'POST', { items: [item] })).toBe(200);
  expect(await ask('/')).toBe(200);
});

test('a group order by the data API costs as much as by its own call; the other tables do not', async () => {
  const set = async (table: string): Promise<number> =>
    (await shop.shop.app.inject({ method: 'POST', url: '/api/set/', remoteAddress: '10.0.0.9', payload: { table, data: {} } })).statusCode;
  for (let count = 0; count < 300; count++) expect(await set('group_order')).toBe(400);
  for (const name of ['group_order', '"group_order"']) expect(await set(name)).toBe(429);
  expect(await set('none')).toBe(403);
  const own = await shop.shop.app.inject({ method: 'POST', url: '/api/group-orders', remoteAddress: '10.0.0.9', payload: {} });
  expect(own.statusCode).toBe(429);
});

test('the reference page, whose script is large, counts as a long computation', async () => {
  const document = async (url: string): Promise<number> => (await shop.shop.app.inject({ url, remoteAddress: '10.0.0.8' })).statusCode;
  for (let count = 0; count < 300; count++) expect(await document('/api/docs/static/swagger-initializer.js')).toBe(200);
  for (const url of ['/api/docs', '/api/docs/json', '/api/docs/static/swagger-ui-bundle.js', '/api/openapi.json'])
    expect([url, await document(url)]).toEqual([url, 429]);
  expect(await document('/api/cart')).toBe(200);
});

test('the app may ask for the parts of as many pages as one page links to, not of thousands', async () => {
  const { app } = shop.shop;
  const version = icons()
    .map((name) => /^manifest-(.+)\.js$/.exec(name)?.[1])
    .find(Boolean);
  const parts = (count: number) =>
    app.inject({ url: `/__manifest?version=${version}&paths=${Array.from({ length: count }, (_, at) => `/${at}`).join()}` });
  expect((await parts(150)).statusCode).toBe(200);
  expect((await parts(151)).statusCode).toBe(400);
});

test('requests for files and for pages count against different limits', () => {
  const documents = /^\/api\/docs(\/|$)/;
  const kinds = shop.shop.app.registeredRoutes.flatMap(({ url, config }) =>
    config.limit && !documents.test(url) ? [[url, config.limit]] : [],
  );
  expect(Object.fromEntries(kinds)).toEqual({
    '/assets/*': 'static',
    '/img/*': 'static',
    '/img/_comment/:name': 'picture',
    '/img/content/*': 'static',
    '/console/assets/*': 'static',
    '/favicon.svg': 'static',
    '/favicon.ico': 'static',
    '/apple-touch-icon.png': 'static',
    '/*': 'page',
    '/console': 'page',
    '/console/*': 'page',
    '/api/openapi.json': 'expensive',
    '/api/error-log': 'report',
    '/api/zip': 'expensive',
    '/api/orders': 'expensive',
    '/api/group-orders': 'expensive',
    '/api/orders/:orderNo/cancel': 'expensive',
    '/api/orders/:orderNo/payment/confirm': 'expensive',
    '/api/tappay/': 'expensive',
    '/api/ecpay/': 'expensive',
    '/api/ecpay/getLogisticsState/': 'expensive',
    '/api/upload/comment/': 'expensive',
    '/api/orders/:orderNo/proof': 'guess',
    '/api/coupons/check': 'guess',
    '/api/member/coupons': 'guess',
    '/api/support/orders/:orderNo/decisions': 'expensive',
    '/api/support/orders/:orderNo/payments': 'expensive',
    '/api/support/orders/:orderNo/proposals/:proposalId': 'expensive',
    '/api/support/orders/:orderNo/proposals/:proposalId/withdraw': 'expensive',
    '/api/support/orders/:orderNo/carrier': 'expensive',
    '/api/support/orders/:orderNo/mails/:mailId': 'expensive',
    '/api/support/members/:code/mails/:mailId': 'expensive',
    '/api/support/orders/:orderNo/presence': 'read',
    '/api/support/invitation': 'guess',
    '/api/support/person-requests': 'expensive',
    '/api/support/evidence-packs/:token': 'expensive',
    '/api/support/coupons': 'expensive',
    '/api/support/members/find': 'expensive',
    '/api/support/members/birthday': 'expensive',
    '/api/support/members/birthday/preview': 'expensive',
    '/api/support/orders/:orderNo/cash-block/preview': 'expensive',
    '/api/support/orders/:orderNo/cash-block': 'expensive',
    '/api/support/second-factor': 'guess',
    '/api/support/join/authenticator': 'guess',
    '/api/support/join/authenticator/options': 'guess',
    '/api/support/join/passkey': 'guess',
    '/api/support/join/passkey/options': 'guess',
    '/api/support/sign-in/code': 'guess',
    '/api/support/sign-in/passkey': 'guess',
    '/api/support/sign-in/passkey/options': 'guess',
    '/api/account-check': 'guess',
    '/api/facebook/start': 'guess',
    '/api/inquiries': 'guess',
    '/api/line/start': 'guess',
    '/api/login': 'guess',
    '/api/member': 'guess',
    '/api/member/confirm': 'guess',
    '/api/member/confirmation': 'guess',
    '/api/member/email': 'guess',
    '/api/member/prove': 'guess',
    '/api/member/password': 'guess',
    '/api/member/password-reset': 'guess',
    '/api/member/referral': 'guess',
    '/api/new-password': 'guess',
    '/api/password-reset': 'guess',
    '/api/register': 'guess',
    '/confirm-email': 'guess',
    '/new-password': 'guess',
    '/api/surenotify/send/': 'expensive',
    '/api/accuhit/': 'expensive',
    '/api/store-map': 'write',
    '/api/map-back/': 'write',
    '/api/map-back-group/': 'write',
  });
});
