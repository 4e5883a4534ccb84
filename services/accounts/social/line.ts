import { jwtVerify } from 'jose';
import * as oauth from 'openid-client';
import { PROVIDER_TIMEOUT, type Person, type SocialProvider, type Started } from './provider.ts';
import type { SocialConfig } from './config.ts';

const ISSUER = 'https://access.line.me';
/** seconds by which the clocks may differ */
const TOLERANCE = 120;

export type Line = SocialProvider & {
  /** LINE's id of the person and the tokens that hold from now on; undefined where LINE ended the session */
  restore(tokens: NonNullable<Person['tokens']>): Promise<NonNullable<Person['tokens']> | undefined>;
  revoke(accessToken: string): Promise<void>;
};

export type LineOptions = { config: SocialConfig; publicUrl: string; clock: () => Date };

/**
 * LINE Login. LINE signs the id_token of a web login with the channel's secret (HS256), which the client library does not
 * check, so the shop checks it (providers §3.3).
 */
export function createLine({ config, publicUrl, clock }: LineOptions): Line {
  const { LINE_CHANNEL_ID: channel, LINE_AUTH_BASE_URL: pages, LINE_API_BASE_URL: api } = config;
  const secret = config.LINE_CHANNEL_SECRET.reveal();
  const client = new oauth.Configuration(
    {
      issuer: ISSUER,
      authorization_endpoint: `${pages}/oauth2/v2.1/authorize`,
      token_endpoint: `${api}/oauth2/v2.1/token`,
    },
    channel,
    { client_secret: secret, id_token_signed_response_alg: 'HS256', [oauth.clockTolerance]: TOLERANCE },
    oauth.ClientSecretPost(secret),
  );
  client.timeout = PROVIDER_TIMEOUT / 1000;
  if (api.startsWith('http:')) oauth.allowInsecureRequests(client);
  const callback = `${publicUrl}/api/line/login`;
  const key = new TextEncoder().encode(secret);

  async function claimsOf(idToken: string, { nonce }: Started) {
    const { payload } = await jwtVerify(idToken, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: channel,
      requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
      clockTolerance: TOLERANCE,
      currentDate: clock(),
    });
    if (payload['nonce'] !== nonce) throw new Error('the id_token has another nonce');
    return payload;
  }

  return {
    name: 'line',
    async start({ state, withoutApp }) {
      const started = { verifier: oauth.randomPKCECodeVerifier(), nonce: oauth.randomNonce() };
      const url = oauth.buildAuthorizationUrl(client, {
        redirect_uri: callback,
        response_type: 'code',
        scope: 'profile openid email',
        state,
        nonce: started.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(started.verifier),
        code_challenge_method: 'S256',
        ui_locales: 'zh-TW',
        ...(withoutApp && { disable_auto_login: 'true' }),
      });
      return { url: url.href, started };
    },

    async finish(query, { state, started }) {
      const answer = await oauth.authorizationCodeGrant(client, new URL(`${callback}?${query}`), {
        pkceCodeVerifier: started.verifier,
        expectedState: state,
        expectedNonce: started.nonce,
        idTokenExpected: true,
      });
      const claims = await claimsOf(answer.id_token ?? '', started);
      const { name, email } = claims as { name?: unknown; email?: unknown };
      return {
        id: claims.sub as string,
        name: typeof name === 'string' ? name : '',
        email: typeof email === 'string' ? email : null,
        tokens: { access: answer.access_token, refresh: answer.refresh_token ?? '' },
      };
    },

    async restore(tokens) {
      const check = await fetch(`${api}/oauth2/v2.1/verify?${new URLSearchParams({ access_token: tokens.access })}`, {
        signal: AbortSignal.timeout(PROVIDER_TIMEOUT),
      });
      if (check.ok && ((await check.json()) as { client_id?: unknown }).client_id === channel) return tokens;
      if (tokens.refresh === '') return undefined;
      try {
        const answer = await oauth.refreshTokenGrant(client, tokens.refresh);
        return { access: answer.access_token, refresh: answer.refresh_token ?? tokens.refresh };
      } catch {
        return undefined;
      }
    },

    // LINE's form is not that of RFC 7009, which the client library sends: it would answer 200 and revoke nothing.
    async revoke(accessToken) {
      const body = new URLSearchParams({ access_token: accessToken, client_id: channel, client_secret: secret });
      const answer = await fetch(`${api}/oauth2/v2.1/revoke`, { method: 'POST', body, signal: AbortSignal.timeout(PROVIDER_TIMEOUT) });
      if (!answer.ok) throw new Error(`LINE answered ${answer.status} to a revocation`);
    },
  };
}
