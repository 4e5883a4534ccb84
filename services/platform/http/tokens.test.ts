import { describe, expect, it } from 'vitest';
import { secret } from '../config.ts';
import { deriveKey, signToken, verifyToken } from './tokens.ts';

const key = deriveKey(secret('a'.repeat(32)), 'order-proof');
const now = new Date('2026-03-01T00:00:00Z');
const expiresAt = new Date(now.getTime() + 60_000);
const token = signToken(key, { claims: { orderNo: 'N123', full: true }, expiresAt });
const verify = (text: string, at = now) => verifyToken(key, { now: at, token: text });

describe('a token', () => {
  it('returns its claims until it expires', () => {
    expect(verify(token)).toEqual({ orderNo: 'N123', full: true });
    expect(verify(token, new Date(expiresAt.getTime() - 1))).toBeDefined();
    expect(verify(token, expiresAt)).toBeUndefined();
  });

  it('is valid for one purpose and one secret only', () => {
    expect(verifyToken(deriveKey(secret('a'.repeat(32)), 'store-map'), { token, now })).toBeUndefined();
    expect(verifyToken(deriveKey(secret('b'.repeat(32)), 'order-proof'), { token, now })).toBeUndefined();
    expect(verifyToken(deriveKey(secret('a'.repeat(32)), 'order-proof'), { token, now })).toBeDefined();
  });

  it('is invalid after any change', () => {
    const [body, signature] = token.split('.') as [string, string];
    const forged = Buffer.from(JSON.stringify({ orderNo: 'N999', exp: 9e15 })).toString('base64url');
    for (const text of [
      `${forged}.${signature}`,
      `${body}.`,
      body,
      '',
      '.',
      `${token}.x`,
      `${body}.${signature.slice(1)}`,
      'x'.repeat(5_000),
    ])
      expect(verify(text)).toBeUndefined();
  });

  it('fits into a header and into a socket message of 512 characters', () => {
    expect(token.length).toBeLessThan(200);
    expect(token).toMatch(/^[\w-]+\.[\w-]+$/);
  });
});
