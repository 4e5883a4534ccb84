import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../config.ts';

/**
 * The content of a signed, expiring token: `base64url(JSON).base64url(HMAC-SHA-256)`. The holder of the token can read it,
 * so it must not contain a secret. Each purpose has its own key (`deriveKey`), so a token of one purpose is invalid for another.
 */
export type Claims = Record<string, string | number | boolean>;

/**
 * The key of a purpose, derived from the session secret (HKDF-SHA-256, 32 bytes). An HMAC with a key object costs a fifth
 * of an HMAC with raw bytes.
 */
export const deriveKey = (secret: Secret, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret.reveal(), 'nordhaut', purpose, 32)));

/** @param options.expiresAt the first instant at which the token is invalid */
export function signToken(key: KeyObject, options: { claims: Claims; expiresAt: Date }): string {
  const body = Buffer.from(JSON.stringify({ ...options.claims, exp: options.expiresAt.getTime() })).toString('base64url');
  return `${body}.${mac(key, body).toString('base64url')}`;
}

/** The claims, or undefined if the token is forged, incomplete, of another key, or expired at `now`. */
export function verifyToken(key: KeyObject, options: { token: string; now: Date }): Claims | undefined {
  const [body, signature, ...rest] = options.token.split('.');
  if (body === undefined || signature === undefined || rest.length > 0 || options.token.length > 4096) return undefined;
  const given = Buffer.from(signature, 'base64url');
  const expected = mac(key, body);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { exp, ...claims } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims & { exp: number };
  return options.now.getTime() < exp ? claims : undefined;
}

const mac = (key: KeyObject, body: string): Buffer => createHmac('sha256', key).update(body).digest();
