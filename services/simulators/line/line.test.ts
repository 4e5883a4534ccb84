import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyIdToken } from './id-token.ts';
import { createSimulators, LINE_CHANNEL, type Simulators } from '../index.ts';

let simulators: Simulators;
beforeAll(async () => {
  simulators = await createSimulators({ port: 0 });
});
beforeEach(() => simulators.reset());
afterAll(() => simulators.close());

const REDIRECT = 'http://127.0.0.1:3000/api/line/login';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const request = (over: Record<string, string> = {}) => ({
  response_type: 'code',
  client_id: LINE_CHANNEL.id,
  redirect_uri: REDIRECT,
  state: 'state1',
  scope: 'profile openid email',
  nonce: 'nonce1',
  // of RFC 7636
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  ...over,
});
const form = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${simulators.url}${path}`, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });

/** The parameters with which the browser comes back. */
async function chosen(fields: Record<string, string>): Promise<Record<string, string>> {
  const answer = await form('/oauth2/v2.1/authorize', fields);
  expect(answer.status).toBe(303);
  return Object.fromEntries(new URL(answer.headers.get('location') as string).searchParams);
}
const token = (code: string, over: Record<string, string> = {}) =>
  form('/oauth2/v2.1/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT,
    client_id: LINE_CHANNEL.id,
    client_secret: LINE_CHANNEL.secret,
    code_verifier: VERIFIER,
    ...over,
  });
// oxlint-disable-next-line typescript/no-explicit-any -- each call has JSON of another shape
const jsonOf = async (answer: Response | Promise<Response>): Promise<any> => (await answer).json();

describe('a sign-in', () => {
  test('gives a code, tokens, an ID token signed with the channel secret, and the profile', async () => {
    const page = await fetch(`${simulators.url}/oauth2/v2.1/authorize?${new URLSearchParams(request())}`);
    expect(await page.text()).toContain('王大明');
    const back = await chosen({ ...request(), user: 'U0123456789abcdef0123456789abcdef' });
    expect(back.state).toBe('state1');

    const tokens = await jsonOf(token(back.code as string));
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'profile openid' });
    // 30 days; the whole seconds that are left
    expect(tokens.expires_in).toBeGreaterThan(2_591_000);
    expect(tokens.expires_in).toBeLessThanOrEqual(2_592_000);
    const [head, body, signature] = tokens.id_token.split('.');
    expect(JSON.parse(atob(head))).toEqual({ typ: 'JWT', alg: 'HS256' });
    expect(signature).toBe(createHmac('sha256', LINE_CHANNEL.secret).update(`${head}.${body}`).digest('base64url'));
    const verified = await jsonOf(form('/oauth2/v2.1/verify', { id_token: tokens.id_token, client_id: LINE_CHANNEL.id, nonce: 'nonce1' }));
    expect(verified).toMatchObject({
      iss: 'https://access.line.me',
      sub: 'U0123456789abcdef0123456789abcdef',
      aud: LINE_CHANNEL.id,
      nonce: 'nonce1',
      name: '王大明',
      email: 'ming@example.com',
    });

    const authorization = `Bearer ${tokens.access_token}`;
    const profile = await jsonOf(fetch(`${simulators.url}/v2/profile`, { headers: { authorization } }));
    expect(profile).toEqual({ userId: 'U0123456789abcdef0123456789abcdef', displayName: '王大明' });
    expect(await jsonOf(fetch(`${simulators.url}/oauth2/v2.1/verify?access_token=${tokens.access_token}`))).toMatchObject({
      client_id: LINE_CHANNEL.id,
    });
    const { id, secret } = LINE_CHANNEL;
    await form('/oauth2/v2.1/revoke', { access_token: tokens.access_token, client_id: id, client_secret: secret });
    expect((await fetch(`${simulators.url}/v2/profile`, { headers: { authorization } })).status).toBe(401);
  });

  test('of somebody without an e-mail gives none, and of somebody new gives what was typed', async () => {
    const claimsOf = async (fields: Record<string, string>) => {
      const { id_token } = await jsonOf(token((await chosen(fields)).code as string));
      return JSON.parse(Buffer.from(id_token.split('.')[1], 'base64url').toString());
    };
    expect(await claimsOf({ ...request(), user: 'U22222222222222222222222222222222' })).not.toHaveProperty('email');
    expect(await claimsOf({ ...request(), user: 'new', new_name: '林怡君', new_email: 'yijun@example.com' })).toMatchObject({
      name: '林怡君',
      email: 'yijun@example.com',
    });
    expect(await claimsOf({ ...request({ scope: 'profile openid' }), user: 'U0123456789abcdef0123456789abcdef' })).not.toHaveProperty(
      'email',
    );
  });

  test('may be cancelled, and asks for a page where none may be shown', async () => {
    expect(await chosen({ ...request(), action: 'cancel' })).toMatchObject({ error: 'ACCESS_DENIED', state: 'state1' });
    const silent = await fetch(`${simulators.url}/oauth2/v2.1/authorize?${new URLSearchParams(request({ prompt: 'none' }))}`, {
      redirect: 'manual',
    });
    expect(silent.headers.get('location')).toContain('error=LOGIN_REQUIRED');
  });
});

test('an ID token of LINE’s documentation counts for its channel, its sign-in and its hour alone', () => {
  const sample =
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJodHRwczovL2FjY2Vzcy5saW5lLm1lIiwic3ViIjoiVTAxMjM0NTY3ODlhYmNkZWYwMTIzNDU2Nzg5YWJjZGVmIiwiYXVkIjoiMTIzNDU2Nzg5MCIsImV4cCI6MTc5NTI2NTEwMCwiaWF0IjoxNzk1MjYxNTAwLCJub25jZSI6Im4tMFM2X1d6QTJNaiIsImFtciI6WyJsaW5lc3NvIl0sIm5hbWUiOiLnjovlpKfmmI4iLCJlbWFpbCI6Im1pbmdAZXhhbXBsZS5jb20ifQ.Lg5e2K8QXy0v9S6j1AwHXVkmCEimZHYK2ms0uM4pRww';
  const expected = { clientId: LINE_CHANNEL.id, nonce: 'n-0S6_WzA2Mj' };
  expect(verifyIdToken(sample, expected, 1_795_261_600_000)).toMatchObject({ name: '王大明', email: 'ming@example.com' });
  expect(verifyIdToken(sample, { ...expected, nonce: 'another' }, 1_795_261_600_000)).toBe('Invalid IdToken Nonce.');
  expect(verifyIdToken(sample, expected, 1_795_265_100_000)).toBe('IdToken expired.');
});

describe('refuses', () => {
  const user = 'U0123456789abcdef0123456789abcdef';

  test.each([
    ['another channel', { client_id: '1' }],
    ['a foreign address', { redirect_uri: 'https://thief.example/api/line/steal' }],
  ])('%s on its own page, without sending the browser back', async (_, over) => {
    const answer = await form('/oauth2/v2.1/authorize', { ...request(over), user });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
  });

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['another address', { redirect_uri: 'http://127.0.0.1:3000/other' }],
    ['an unknown code', { code: 'unknown' }],
  ])('%s', async (_, over) => {
    const { code } = await chosen({ ...request(), user });
    expect(await jsonOf(token(code as string, over))).toMatchObject({ error: 'invalid_grant' });
  });

  test('another secret', async () => {
    const { code } = await chosen({ ...request(), user });
    expect(await jsonOf(token(code as string, { client_secret: 'wrong' }))).toMatchObject({ error: 'invalid_client' });
  });

  test('a used code, and then the tokens that it gave', async () => {
    const { code } = await chosen({ ...request(), user });
    const { access_token } = await jsonOf(token(code as string));
    expect((await token(code as string)).status).toBe(400);
    expect((await fetch(`${simulators.url}/oauth2/v2.1/verify?access_token=${access_token}`)).status).toBe(400);
  });

  test('a code after ten minutes', async () => {
    const { code } = await chosen({ ...request(), user });
    simulators.advance(10 * 60_000);
    expect((await token(code as string)).status).toBe(400);
  });

  test.each([
    ['a changed token', {}, 'Invalid IdToken.'],
    ['another audience', { client_id: '99' }, 'Invalid IdToken Audience.'],
    ['another nonce', { nonce: 'other' }, 'Invalid IdToken Nonce.'],
    ['another person', { user_id: 'U1' }, 'Invalid IdToken Subject Identifier.'],
  ])('%s', async (_, over, description) => {
    const { id_token } = await jsonOf(token((await chosen({ ...request(), user })).code as string));
    const fields = { id_token: description === 'Invalid IdToken.' ? `${id_token}x` : id_token, client_id: LINE_CHANNEL.id, ...over };
    expect(await jsonOf(form('/oauth2/v2.1/verify', fields))).toMatchObject({ error_description: description });
  });
});
