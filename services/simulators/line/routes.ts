import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Now } from '../clock.ts';
import type { Faults } from '../faults.ts';
import { type Answer, bearerOf, type Call, type Form, formOf, json, objectOf, provide, queryOf } from '../http.ts';
import type { People } from '../people.ts';
import { type Grant, type Grants, isChannel, isRefusal } from './grants.ts';
import { idToken, LINE_CHANNEL, verifyIdToken } from './id-token.ts';

/** The token of the channel itself, which `/oauth2/v3/token` answers. */
const CHANNEL_TOKEN = 'channel-token-of-the-simulator';
const EMPTY: Answer = { type: 'application/json; charset=utf-8', body: '' };
const unauthorised = () => json({ message: 'invalid token' }, 401);

/** Registers LINE's calls between servers (providers §3.2 to §3.4). */
export function lineRoutes(app: FastifyInstance, faults: Faults, people: People, grants: Grants, now: Now): void {
  const call = (name: string, method: 'GET' | 'POST', path: string, work: (request: FastifyRequest) => Answer): void =>
    provide(app, faults, {
      provider: 'line',
      name,
      method,
      path,
      handle: work,
      refuse: (code) => json({ error: String(code ?? 'invalid_request'), error_description: 'refused' }, 400),
    } satisfies Call);
  const withToken = (work: (grant: Grant) => Answer) => (request: FastifyRequest) => {
    const grant = grants.of(bearerOf(request));
    return grant ? work(grant) : unauthorised();
  };

  call('token', 'POST', '/oauth2/v2.1/token', (request) => {
    const form = formOf(request);
    if (!isChannel(form)) return json({ error: 'invalid_client', error_description: 'invalid client' }, 400);
    const grant = form.grant_type === 'refresh_token' ? grants.refresh(form.refresh_token ?? '') : grants.exchange(form);
    return isRefusal(grant) ? json(grant, 400) : json(tokenAnswer(grant));
  });

  call('verify', 'POST', '/oauth2/v2.1/verify', (request) => {
    const { id_token = '', client_id = '', nonce, user_id } = formOf(request);
    const claims = verifyIdToken(id_token, { clientId: client_id, nonce, userId: user_id }, now());
    return typeof claims === 'string' ? json({ error: 'invalid_request', error_description: claims }, 400) : json(claims);
  });
  call('check', 'GET', '/oauth2/v2.1/verify', (request) => {
    const grant = grants.of(queryOf(request).access_token ?? '');
    if (!grant) return json({ error: 'invalid_request', error_description: 'access token expired' }, 400);
    return json({ scope: scopeText(grant), client_id: LINE_CHANNEL.id, expires_in: grants.expiresIn(grant) });
  });

  const userinfo = withToken(({ userId }) => json({ sub: userId, name: people.find(userId)?.name }));
  call('userinfo', 'GET', '/oauth2/v2.1/userinfo', userinfo);
  call('userinfo', 'POST', '/oauth2/v2.1/userinfo', userinfo);
  call(
    'profile',
    'GET',
    '/v2/profile',
    withToken(({ userId }) => json({ userId, displayName: people.find(userId)?.name })),
  );
  call(
    'friendship',
    'GET',
    '/friendship/v1/status',
    withToken(() => json({ friendFlag: true })),
  );

  call('revoke', 'POST', '/oauth2/v2.1/revoke', (request) => {
    const form: Form = formOf(request);
    if (!isChannel(form)) return json({ error: 'invalid_client', error_description: 'invalid client' }, 400);
    grants.revoke(form.access_token ?? '');
    return EMPTY;
  });
  call('channel-token', 'POST', '/oauth2/v3/token', (request) => {
    const form = formOf(request);
    if (!isChannel(form)) return json({ error: 'invalid_client', error_description: 'invalid client' }, 400);
    return json({ token_type: 'Bearer', access_token: CHANNEL_TOKEN, expires_in: 900 });
  });
  call('deauthorize', 'POST', '/user/v1/deauthorize', (request) => {
    const { userAccessToken } = objectOf(request) ?? {};
    const grant = typeof userAccessToken === 'string' ? grants.of(userAccessToken) : undefined;
    if (bearerOf(request) !== CHANNEL_TOKEN || !grant) return json({ message: 'invalid token' }, 400);
    grants.revokeAll(grant.userId);
    return { status: 204, type: 'application/json; charset=utf-8', body: '' };
  });

  function tokenAnswer(grant: Grant): Record<string, unknown> {
    const person = people.find(grant.userId);
    const claims = {
      sub: grant.userId,
      ...(grant.nonce && { nonce: grant.nonce }),
      ...(grant.scopes.includes('profile') && person && { name: person.name }),
      ...(grant.scopes.includes('email') && person?.email ? { email: person.email } : {}),
    };
    return {
      access_token: grant.accessToken,
      expires_in: grants.expiresIn(grant),
      ...(grant.scopes.includes('openid') && { id_token: idToken(claims, now()) }),
      refresh_token: grant.refreshToken,
      scope: scopeText(grant),
      token_type: 'Bearer',
    };
  }
}

/** `scope` never lists `email`, even when it is granted. */
const scopeText = ({ scopes }: Grant): string => scopes.filter((scope) => scope !== 'email').join(' ');
