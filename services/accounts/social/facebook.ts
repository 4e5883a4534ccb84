import { createHmac } from 'node:crypto';
import * as oauth from 'openid-client';
import * as z from 'zod/mini';
import { PROVIDER_TIMEOUT, type SocialProvider } from './provider.ts';
import type { SocialConfig } from './config.ts';

const Inspected = z.object({ data: z.object({ app_id: z.string(), is_valid: z.boolean(), user_id: z.string() }) });
const Me = z.object({ id: z.string().check(z.minLength(1)), name: z.optional(z.string()), email: z.optional(z.string()) });

/**
 * Facebook Login (providers §4.1). Facebook exchanges the code by GET. A token counts only if Facebook made it for this app
 * and for the person whose profile it opens.
 */
export function createFacebook({ config, publicUrl }: { config: SocialConfig; publicUrl: string }): SocialProvider {
  const { FB_APP_ID: app, FB_DIALOG_BASE_URL: dialog, FB_GRAPH_BASE_URL: graph } = config;
  const secret = config.FB_APP_SECRET.reveal();
  const client = new oauth.Configuration(
    {
      issuer: 'https://www.facebook.com',
      authorization_endpoint: `${dialog}/dialog/oauth`,
      token_endpoint: `${graph}/oauth/access_token`,
    },
    app,
    { client_secret: secret },
    oauth.ClientSecretPost(secret),
  );
  client.timeout = PROVIDER_TIMEOUT / 1000;
  client[oauth.customFetch] = (url, { body, signal }) => {
    if (!(body instanceof URLSearchParams)) throw new TypeError('the exchange of a code is a form');
    return fetch(`${url}?${body.toString()}`, { ...(signal && { signal }), redirect: 'manual' });
  };
  if (graph.startsWith('http:')) oauth.allowInsecureRequests(client);
  const callback = `${publicUrl}/api/facebook/login`;

  async function read<Schema extends z.ZodMiniObject>(
    schema: Schema,
    path: string,
    query: Record<string, string>,
  ): Promise<z.infer<Schema>> {
    const answer = await fetch(`${graph}/${path}?${new URLSearchParams(query)}`, { signal: AbortSignal.timeout(PROVIDER_TIMEOUT) });
    if (!answer.ok) throw new Error(`Facebook answered ${answer.status} for ${path}`);
    return z.parse(schema, await answer.json());
  }

  return {
    name: 'facebook',
    async start({ state }) {
      const started = { verifier: oauth.randomPKCECodeVerifier(), nonce: oauth.randomNonce() };
      const url = oauth.buildAuthorizationUrl(client, {
        redirect_uri: callback,
        response_type: 'code',
        scope: 'public_profile,email',
        display: 'popup',
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(started.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, started };
    },

    async finish(query, { state, started }) {
      const { access_token } = await oauth.authorizationCodeGrant(client, new URL(`${callback}?${query}`), {
        pkceCodeVerifier: started.verifier,
        expectedState: state,
      });
      const [{ data }, me] = await Promise.all([
        read(Inspected, 'debug_token', { input_token: access_token, access_token: `${app}|${secret}` }),
        read(Me, 'me', {
          fields: 'id,name,email',
          access_token,
          appsecret_proof: createHmac('sha256', secret).update(access_token).digest('hex'),
        }),
      ]);
      if (!data.is_valid || data.app_id !== app || data.user_id !== me.id) throw new Error('the token is not of this app and person');
      return { id: me.id, name: me.name ?? '', email: me.email ?? null };
    },
  };
}
