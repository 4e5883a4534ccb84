import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSimulators, FACEBOOK_APP, type Simulators } from '../index.ts';
import { proofOf } from './tokens.ts';

let simulators: Simulators;
beforeAll(async () => {
  simulators = await createSimulators({ port: 0 });
});
beforeEach(() => simulators.reset());
afterAll(() => simulators.close());

const REDIRECT = 'http://127.0.0.1:3000/api/facebook/login';
const dialog = { client_id: FACEBOOK_APP.id, redirect_uri: REDIRECT, state: 's', response_type: 'code', scope: 'public_profile,email' };

async function chosen(fields: Record<string, string>): Promise<URLSearchParams> {
  const answer = await fetch(`${simulators.url}/v24.0/dialog/oauth`, {
    method: 'POST',
    body: new URLSearchParams({ ...dialog, ...fields }),
    redirect: 'manual',
  });
  return new URL(answer.headers.get('location') as string).searchParams;
}
// oxlint-disable-next-line typescript/no-explicit-any -- each call has JSON of another shape
const graph = async (path: string, query: Record<string, string>, method = 'GET'): Promise<any> =>
  (await fetch(`${simulators.url}/v24.0/${path}?${new URLSearchParams(query)}`, { method })).json();
const exchange = (code: string, over: Record<string, string> = {}) =>
  graph('oauth/access_token', { client_id: FACEBOOK_APP.id, client_secret: FACEBOOK_APP.secret, redirect_uri: REDIRECT, code, ...over });

test('a sign-in gives a code, a token that can be inspected, and the profile; revoked, the token is invalid', async () => {
  const back = await chosen({ user: '10215241773831025' });
  expect(back.get('state')).toBe('s');
  const { access_token, token_type } = await exchange(back.get('code') as string);
  expect(token_type).toBe('bearer');
  const inspect = () => graph('debug_token', { input_token: access_token, access_token: `${FACEBOOK_APP.id}|${FACEBOOK_APP.secret}` });
  expect((await inspect()).data).toMatchObject({ app_id: FACEBOOK_APP.id, is_valid: true, user_id: '10215241773831025' });
  const me = { fields: 'id,name,email', access_token, appsecret_proof: proofOf(access_token) };
  expect(await graph('me', me)).toEqual({ id: '10215241773831025', name: '林怡君', email: 'yijun@example.com' });
  expect(await graph('me', { ...me, appsecret_proof: 'f'.repeat(64) })).toMatchObject({ error: { code: 190 } });
  expect(await graph('me/permissions', { access_token }, 'DELETE')).toEqual({ success: true });
  expect((await inspect()).data).toMatchObject({ is_valid: false });
});

test('the e-mail is missing where the person has none or the shop did not ask', async () => {
  const meOf = async (fields: Record<string, string>) => {
    const { access_token } = await exchange((await chosen(fields)).get('code') as string);
    return graph('me', { fields: 'id,name,email', access_token });
  };
  expect(await meOf({ user: '10215241773831027' })).toEqual({ id: '10215241773831027', name: '無信箱的人' });
  expect(await meOf({ user: '10215241773831025', scope: 'public_profile' })).not.toHaveProperty('email');
  expect(await meOf({ user: 'new', new_name: '新會員', new_email: 'new@example.com' })).toMatchObject({ email: 'new@example.com' });
});

test('refuses a cancelled dialog, a used code, another address and another secret, each with its error', async () => {
  const cancelled = await chosen({ action: 'cancel' });
  expect(Object.fromEntries(cancelled)).toMatchObject({ error: 'access_denied', error_reason: 'user_denied', state: 's' });
  const code = (await chosen({ user: '10215241773831025' })).get('code') as string;
  expect(await exchange(code, { client_secret: 'wrong' })).toMatchObject({ error: { code: 1, type: 'OAuthException' } });
  expect(await exchange(code, { client_id: '1' })).toMatchObject({ error: { code: 101 } });
  expect(await exchange(code)).toHaveProperty('access_token');
  expect(await exchange(code)).toMatchObject({ error: { code: 100 } });
  const other = (await chosen({ user: '10215241773831025' })).get('code') as string;
  expect(await exchange(other, { redirect_uri: 'http://127.0.0.1:3000/other' })).toMatchObject({ error: { code: 100 } });
});

test('appsecret_proof has the documented value', () => {
  expect(proofOf('EAAtestToken')).toBe('3cae9b46f9a120bda8451f0af259f4ce5b798b1016df69ce5091415cef9f20da');
});
