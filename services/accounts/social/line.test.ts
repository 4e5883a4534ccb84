import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { secret } from '@nordhaut/platform/config';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LINE_CHANNEL } from './sandbox.ts';
import { createLine, type Line } from './line.ts';
import type { SocialConfig } from './config.ts';

/** A token endpoint that answers with whatever id_token the test wants. */
let idToken = '';
let server: Server;
let line: Line;
beforeAll(async () => {
  server = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/json');
    answer.end(
      JSON.stringify({
        access_token: 'access',
        expires_in: 2592000,
        id_token: idToken,
        refresh_token: 'refresh',
        scope: 'openid',
        token_type: 'Bearer',
      }),
    );
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = {
    LINE_CHANNEL_ID: LINE_CHANNEL.id,
    LINE_CHANNEL_SECRET: secret(LINE_CHANNEL.secret),
    LINE_AUTH_BASE_URL: url,
    LINE_API_BASE_URL: url,
  } as SocialConfig;
  line = createLine({ config, publicUrl: 'http://shop.example', clock: () => new Date() });
});
afterAll(() => new Promise((closed) => server.close(closed)));

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = () => Math.floor(Date.now() / 1000);
type Forgery = { head?: object; claims?: object; key?: string; signature?: string };
function forge({ head = {}, claims = {}, key = LINE_CHANNEL.secret, signature }: Forgery, nonce: string): string {
  const body = { iss: 'https://access.line.me', sub: 'U1', aud: LINE_CHANNEL.id, exp: seconds() + 600, iat: seconds(), nonce, ...claims };
  const text = `${part({ typ: 'JWT', alg: 'HS256', ...head })}.${part(body)}`;
  return `${text}.${signature ?? createHmac('sha256', key).update(text).digest('base64url')}`;
}
async function signedIn(forgery: Forgery) {
  const { started } = await line.start({ state: 'abc' });
  idToken = forge(forgery, started.nonce);
  return line.finish(new URLSearchParams({ code: 'code', state: 'abc' }), { state: 'abc', started });
}

test('accepts the token that LINE signed for this channel and this sign-in', async () => {
  expect(await signedIn({ claims: { name: '王大明', email: 'ming@example.com' } })).toMatchObject({ id: 'U1', email: 'ming@example.com' });
});

test.each<[string, Forgery]>([
  ['of another key', { key: 'another key of the same length 0' }],
  ['without a signature', { head: { alg: 'none' }, signature: '' }],
  ['with alg none and a signature', { head: { alg: 'none' } }],
  ['of another algorithm', { head: { alg: 'HS512' } }],
  ['for another audience', { claims: { aud: '9999999999' } }],
  ['of another issuer', { claims: { iss: 'https://access.line.example' } }],
  ['with another nonce', { claims: { nonce: 'replayed' } }],
  ['without a nonce', { claims: { nonce: undefined } }],
  ['that has expired', { claims: { exp: seconds() - 3600, iat: seconds() - 7200 } }],
  ['without a person', { claims: { sub: undefined } }],
])('refuses an id_token %s', async (_, forgery) => {
  await expect(signedIn(forgery)).rejects.toThrow();
});

test('asks for LINE’s page instead of its app only where it is told to', async () => {
  const asked = async (withoutApp?: boolean) =>
    new URL((await line.start({ state: 'a', ...(withoutApp && { withoutApp }) })).url).searchParams.get('disable_auto_login');
  expect([await asked(), await asked(true)]).toEqual([null, 'true']);
});

test('sends state, nonce and a PKCE challenge that are new each time', async () => {
  const [one, two] = [await line.start({ state: 'a' }), await line.start({ state: 'b' })];
  const query = new URL(one.url).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    response_type: 'code',
    scope: 'profile openid email',
    redirect_uri: 'http://shop.example/api/line/login',
    state: 'a',
    nonce: one.started.nonce,
    code_challenge_method: 'S256',
  });
  expect(query.get('code_challenge')).not.toBe(one.started.verifier);
  expect(two.started).not.toEqual(one.started);
});
