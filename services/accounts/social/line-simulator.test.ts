import { createSimulators, LINE_CHANNEL, type Simulators } from '@nordhaut/simulators';
import { jwtVerify } from 'jose';
import * as oauth from 'openid-client';
import { secret } from '@nordhaut/platform/config';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SocialConfig } from './config.ts';
import { createLine } from './line.ts';

// A client that has nothing of the shop: a certified library, set up from LINE's documentation.
const CALLBACK = 'http://127.0.0.1:8099/callback';
let simulators: Simulators;
let client: oauth.Configuration;
beforeAll(async () => {
  simulators = await createSimulators({ port: 0 });
  const { url } = simulators;
  client = new oauth.Configuration(
    {
      issuer: 'https://access.line.me',
      authorization_endpoint: `${url}/oauth2/v2.1/authorize`,
      token_endpoint: `${url}/oauth2/v2.1/token`,
      userinfo_endpoint: `${url}/oauth2/v2.1/userinfo`,
    },
    LINE_CHANNEL.id,
    { client_secret: LINE_CHANNEL.secret, id_token_signed_response_alg: 'HS256' },
    oauth.ClientSecretPost(LINE_CHANNEL.secret),
  );
  oauth.allowInsecureRequests(client);
});
afterAll(() => simulators.close());

type Checks = { state: string; nonce: string; verifier: string };
/** The browser's part: the library's address, the choice at LINE, and the address to which LINE sends the browser. */
async function atLine(choice: Record<string, string>): Promise<{ back: URL; checks: Checks }> {
  const checks = { state: oauth.randomState(), nonce: oauth.randomNonce(), verifier: oauth.randomPKCECodeVerifier() };
  const page = oauth.buildAuthorizationUrl(client, {
    redirect_uri: CALLBACK,
    scope: 'profile openid email',
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
  });
  const answer = await fetch(page.origin + page.pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...Object.fromEntries(page.searchParams), ...choice }),
  });
  return { back: new URL(answer.headers.get('location') ?? ''), checks };
}
const NEW_PERSON = { user: 'new', new_name: '陳怡君', new_email: 'outside@example.com' };
const finish = ({ back, checks }: Awaited<ReturnType<typeof atLine>>) =>
  oauth.authorizationCodeGrant(client, back, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.verifier,
    idTokenExpected: true,
  });

test('the simulated LINE passes a login with openid-client: code, PKCE, state, nonce, id_token, userinfo and refresh', async () => {
  const login = await atLine(NEW_PERSON);
  expect(login.back.href.startsWith(`${CALLBACK}?`)).toBe(true);
  const tokens = await finish(login);
  expect(tokens.claims()).toMatchObject({
    iss: 'https://access.line.me',
    aud: LINE_CHANNEL.id,
    name: '陳怡君',
    email: 'outside@example.com',
  });
  const { payload } = await jwtVerify(tokens.id_token ?? '', new TextEncoder().encode(LINE_CHANNEL.secret), { algorithms: ['HS256'] });
  const subject = payload.sub as string;
  expect(await oauth.fetchUserInfo(client, tokens.access_token, subject)).toMatchObject({ sub: subject, name: '陳怡君' });
  const fresh = await oauth.refreshTokenGrant(client, tokens.refresh_token ?? '');
  expect(fresh.access_token).not.toBe(tokens.access_token);
  expect(await oauth.fetchUserInfo(client, fresh.access_token, subject)).toMatchObject({ sub: subject });
  // A code counts once.
  await expect(finish(login)).rejects.toMatchObject({ error: 'invalid_grant' });
});

test('the library sees a refusal, a foreign state and another verifier as what they are', async () => {
  await expect(finish(await atLine({ action: 'cancel' }))).rejects.toMatchObject({ error: 'ACCESS_DENIED' });
  const login = await atLine(NEW_PERSON);
  await expect(finish({ ...login, checks: { ...login.checks, state: 'another' } })).rejects.toMatchObject({
    code: 'OAUTH_INVALID_RESPONSE',
  });
  await expect(finish({ ...login, checks: { ...login.checks, verifier: oauth.randomPKCECodeVerifier() } })).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

test("the shop's sign-out revokes the access token at LINE, and says so where LINE refuses", async () => {
  const { url } = simulators;
  const config = {
    LINE_CHANNEL_ID: LINE_CHANNEL.id,
    LINE_CHANNEL_SECRET: secret(LINE_CHANNEL.secret),
    LINE_AUTH_BASE_URL: url,
    LINE_API_BASE_URL: url,
  } as SocialConfig;
  const line = createLine({ config, publicUrl: 'http://shop.example', clock: () => new Date() });
  const tokens = await finish(await atLine(NEW_PERSON));
  const token = tokens.access_token;
  expect(await line.restore({ access: token, refresh: '' })).toBeDefined();
  await line.revoke(token);
  await expect(oauth.fetchUserInfo(client, token, tokens.claims()?.sub ?? '')).rejects.toThrow();
  expect(await line.restore({ access: token, refresh: '' })).toBeUndefined();
  const other = createLine({ config: { ...config, LINE_CHANNEL_ID: '1' }, publicUrl: 'http://shop.example', clock: () => new Date() });
  await expect(other.revoke(token)).rejects.toThrow('LINE answered 400');
});
