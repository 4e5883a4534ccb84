import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { secret } from '@nordhaut/platform/config';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SocialConfig } from './config.ts';
import { createFacebook } from './facebook.ts';
import type { SocialProvider } from './provider.ts';
import { FACEBOOK_APP } from './sandbox.ts';

/** A Graph API that answers with whatever the test wants. */
const HONEST = {
  token: { access_token: 'access', token_type: 'bearer', expires_in: 5_000 } as object,
  inspected: { data: { app_id: FACEBOOK_APP.id, is_valid: true, user_id: '10' } } as object,
  me: { id: '10', name: '林怡君', email: 'yijun@example.com' } as object,
};
let graph = HONEST;
let asked: string[] = [];
let server: Server;
let facebook: SocialProvider;
beforeAll(async () => {
  server = createServer(({ url = '' }, answer) => {
    asked.push(url);
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify(url.includes('/oauth/') ? graph.token : url.includes('/debug_token') ? graph.inspected : graph.me));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = {
    FB_APP_ID: FACEBOOK_APP.id,
    FB_APP_SECRET: secret(FACEBOOK_APP.secret),
    FB_DIALOG_BASE_URL: url,
    FB_GRAPH_BASE_URL: url,
  } as SocialConfig;
  facebook = createFacebook({ config, publicUrl: 'http://shop.example' });
});
beforeEach(() => {
  [graph, asked] = [HONEST, []];
});
afterAll(() => new Promise((closed) => server.close(closed)));

async function signedIn(more: Partial<typeof HONEST> = {}, state = 'abc') {
  graph = { ...HONEST, ...more };
  const { started } = await facebook.start({ state: 'abc' });
  return facebook.finish(new URLSearchParams({ code: 'code', state }), { state: 'abc', started });
}

test('accepts the token that Facebook made for this app and this person', async () => {
  expect(await signedIn()).toEqual({ id: '10', name: '林怡君', email: 'yijun@example.com' });
  expect(asked.find((url) => url.startsWith('/me'))).toContain('appsecret_proof=');
});

test.each<[string, Partial<typeof HONEST>]>([
  ['of another app', { inspected: { data: { app_id: '999', is_valid: true, user_id: '10' } } }],
  ['of another person', { inspected: { data: { app_id: FACEBOOK_APP.id, is_valid: true, user_id: '11' } } }],
  ['that is not valid', { inspected: { data: { app_id: FACEBOOK_APP.id, is_valid: false, user_id: '10' } } }],
  ['that nobody inspected', { inspected: { error: { message: 'no' } } }],
  ['without a person', { me: { name: '林怡君' } }],
  ['that is none', { token: { error: 'invalid_grant' } }],
])('refuses a token %s', async (_, forgery) => {
  await expect(signedIn(forgery)).rejects.toThrow();
});

test('refuses an answer with another state before it asks Facebook anything', async () => {
  await expect(signedIn({}, 'another')).rejects.toThrow();
  expect(asked).toEqual([]);
});
