import { createHmac, timingSafeEqual } from 'node:crypto';

/** The channel of the simulated LINE Login. */
export const LINE_CHANNEL = { id: '1234567890', secret: '0123456789abcdef0123456789abcdef' } as const;

const ISSUER = 'https://access.line.me';
const LIFETIME_S = 3_600;

export type Claims = {
  iss: string;
  sub: string;
  aud: string;
  /** seconds */
  exp: number;
  iat: number;
  nonce?: string;
  amr: string[];
  name?: string;
  picture?: string;
  email?: string;
};

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signatureOf = (text: string): Buffer => createHmac('sha256', LINE_CHANNEL.secret).update(text).digest();

/** The ID token of a web login: HS256, signed with the channel's secret (providers §3.3). */
export function idToken(claims: Omit<Claims, 'iss' | 'aud' | 'exp' | 'iat' | 'amr'>, now: number): string {
  const iat = Math.floor(now / 1000);
  const body: Claims = { iss: ISSUER, ...claims, aud: LINE_CHANNEL.id, exp: iat + LIFETIME_S, iat, amr: ['linesso'] };
  const text = `${base64url({ typ: 'JWT', alg: 'HS256' })}.${base64url(body)}`;
  return `${text}.${signatureOf(text).toString('base64url')}`;
}

export type Expected = { clientId: string; nonce?: string | undefined; userId?: string | undefined };

/** What `POST /oauth2/v2.1/verify` answers: the claims, or the text of the refusal. */
export function verifyIdToken(token: string, { clientId, nonce, userId }: Expected, now: number): Claims | string {
  const [head = '', body = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(`${head}.${body}`);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'Invalid IdToken.';
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
  if (claims.iss !== ISSUER) return 'Invalid IdToken Issuer.';
  if (claims.exp * 1000 <= now) return 'IdToken expired.';
  if (claims.aud !== clientId) return 'Invalid IdToken Audience.';
  if (nonce !== undefined && claims.nonce !== nonce) return 'Invalid IdToken Nonce.';
  if (userId !== undefined && claims.sub !== userId) return 'Invalid IdToken Subject Identifier.';
  return claims;
}
