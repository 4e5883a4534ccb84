import { hash, randomBytes } from 'node:crypto';
import type { Now } from '../clock.ts';
import type { Form } from '../http.ts';
import type { RecordStore } from '../record-store.ts';
import { LINE_CHANNEL } from './id-token.ts';

const CODE_LIFETIME = 10 * 60_000;
const ACCESS_LIFETIME = 30 * 24 * 3_600_000;
const REFRESH_LIFETIME = 90 * 24 * 3_600_000;

type Code = { userId: string; redirectUri: string; scopes: string[]; nonce?: string; challenge?: string; madeAt: number; used: boolean };
/** `code`: the code that it came from; its reuse revokes the tokens. */
export type Grant = {
  userId: string;
  scopes: string[];
  code: string;
  accessToken: string;
  refreshToken: string;
  madeAt: number;
  nonce?: string;
};

export type Refusal = { error: string; error_description: string };
const refusal = (error: string, error_description: string): Refusal => ({ error, error_description });
const word = () => randomBytes(24).toString('base64url');

export type Grants = ReturnType<typeof createGrants>;

/** The codes and tokens of the simulated LINE Login (providers §3.1, §3.2). */
export function createGrants(records: RecordStore, now: Now) {
  const codes = records.table<Code>('line-codes');
  const grants = records.table<Grant>('line-grants');

  const made = (code: string, { userId, scopes, nonce }: Omit<Grant, 'code' | 'accessToken' | 'refreshToken' | 'madeAt'>): Grant => {
    const grant: Grant = { userId, scopes, code, accessToken: word(), refreshToken: word(), madeAt: now(), ...(nonce && { nonce }) };
    grants.put(grant.accessToken, grant);
    return grant;
  };
  const live = (grant: Grant | undefined, lifetime: number) => (grant && grant.madeAt + lifetime > now() ? grant : undefined);

  return {
    newCode(userId: string, { redirect_uri = '', scope = '', nonce, code_challenge }: Form): string {
      const code = word();
      codes.put(code, {
        userId,
        redirectUri: redirect_uri,
        scopes: scope.split(' '),
        madeAt: now(),
        used: false,
        ...(nonce && { nonce }),
        ...(code_challenge && { challenge: code_challenge }),
      });
      return code;
    },

    exchange({ code = '', redirect_uri, code_verifier = '' }: Form): Grant | Refusal {
      const held = codes.get(code);
      if (held?.used) for (const grant of grants.all()) if (grant.code === code) grants.delete(grant.accessToken);
      if (!held || held.used || held.madeAt + CODE_LIFETIME <= now()) return refusal('invalid_grant', 'invalid authorization code');
      if (held.redirectUri !== redirect_uri) return refusal('invalid_grant', 'redirect_uri does not match');
      if (held.challenge && hash('sha256', code_verifier, 'base64url') !== held.challenge)
        return refusal('invalid_grant', 'invalid code_verifier');
      codes.put(code, { ...held, used: true });
      return made(code, held);
    },

    refresh(token: string): Grant | Refusal {
      const held = live(
        [...grants.all()].find(({ refreshToken }) => refreshToken === token),
        REFRESH_LIFETIME,
      );
      if (!held) return refusal('invalid_grant', 'invalid refresh token');
      grants.delete(held.accessToken);
      return made(held.code, held);
    },

    of: (accessToken: string): Grant | undefined => live(grants.get(accessToken), ACCESS_LIFETIME),
    expiresIn: (grant: Grant): number => Math.floor((grant.madeAt + ACCESS_LIFETIME - now()) / 1000),
    revoke: (accessToken: string): void => grants.delete(accessToken),
    revokeAll(userId: string): void {
      for (const grant of grants.all()) if (grant.userId === userId) grants.delete(grant.accessToken);
    },
  };
}

export const isRefusal = (value: Grant | Refusal): value is Refusal => 'error' in value;

/** Whether the form has the channel's id and secret. */
export const isChannel = ({ client_id, client_secret }: Form): boolean =>
  client_id === LINE_CHANNEL.id && client_secret === LINE_CHANNEL.secret;
