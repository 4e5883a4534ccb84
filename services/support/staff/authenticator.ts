import { Secret, TOTP } from 'otpauth';

const PERIOD = 30;
const settings = (secret: Secret) => ({ secret, algorithm: 'SHA1', digits: 6, period: PERIOD }) as const;

/** A new secret of an authenticator (RFC 6238), as base 32 and as the address that the app reads. */
export function newAuthenticator(brand: string, name: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: new TOTP({ issuer: brand, label: name, ...settings(secret) }).toString() };
}

/** The time step of a valid code; the step before and the one after count too. undefined: the code is wrong. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const delta = new TOTP(settings(Secret.fromBase32(secret))).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD) + delta;
}
