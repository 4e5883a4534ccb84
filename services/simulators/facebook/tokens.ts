import { createHmac, randomBytes } from 'node:crypto';
import type { Now } from '../clock.ts';
import type { RecordStore } from '../record-store.ts';

/** The application of the simulated Facebook Login. */
export const FACEBOOK_APP = { id: '1122334455', secret: 'fb-app-secret' } as const;

const CODE_LIFETIME = 10 * 60_000;
const TOKEN_LIFETIME = 60 * 24 * 3_600_000;

type Code = { userId: string; redirectUri: string; scopes: string[]; madeAt: number };
export type Token = { userId: string; scopes: string[]; madeAt: number };

/** Meta's error body (providers §4.1). */
export const graphError = (code: number, message: string) => ({
  error: { message, type: 'OAuthException', code, fbtrace_id: randomBytes(8).toString('base64url') },
});

export type Tokens = ReturnType<typeof createTokens>;

export function createTokens(records: RecordStore, now: Now) {
  const codes = records.table<Code>('facebook-codes');
  const tokens = records.table<Token>('facebook-tokens');
  return {
    newCode(userId: string, redirectUri: string, scopes: string[]): string {
      const code = randomBytes(24).toString('base64url');
      codes.put(code, { userId, redirectUri, scopes, madeAt: now() });
      return code;
    },
    /** undefined: the code is unknown, used, expired, or belongs to another address */
    exchange(code: string, redirectUri: string): { token: string; expiresIn: number } | undefined {
      const held = codes.get(code);
      codes.delete(code);
      if (!held || held.redirectUri !== redirectUri || held.madeAt + CODE_LIFETIME <= now()) return undefined;
      const token = `EAA${randomBytes(24).toString('base64url')}`;
      tokens.put(token, { userId: held.userId, scopes: held.scopes, madeAt: now() });
      return { token, expiresIn: TOKEN_LIFETIME / 1000 };
    },
    find(token: string): Token | undefined {
      const held = tokens.get(token);
      return held && held.madeAt + TOKEN_LIFETIME > now() ? held : undefined;
    },
    expiresAt: ({ madeAt }: Token): number => Math.floor((madeAt + TOKEN_LIFETIME) / 1000),
    revoke(userId: string): void {
      for (const [token, held] of tokens.entries()) if (held.userId === userId) tokens.delete(token);
    },
  };
}

/** `appsecret_proof` of a token. */
export const proofOf = (token: string): string => createHmac('sha256', FACEBOOK_APP.secret).update(token).digest('hex');
