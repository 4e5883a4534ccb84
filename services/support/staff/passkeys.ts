import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server';

export type Passkeys = ReturnType<typeof passkeys>;
export type Ceremony = Record<string, unknown>;

/** Loaded at the first use: a start without staff at work does not wait for it. */
const library = () => import('@simplewebauthn/server');

/**
 * Registration and sign-in by passkey, in the library's words. A passkey is found by the browser (no name is typed) and
 * always verifies its user, so it is two factors by itself.
 */
export function passkeys({ origin, brand }: { origin: string; brand: string }) {
  const rpID = new URL(origin).hostname;
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };
  return {
    registration: async (staffId: string, name: string) =>
      (await library()).generateRegistrationOptions({
        rpName: brand,
        rpID,
        userName: name,
        userDisplayName: name,
        userID: new TextEncoder().encode(staffId),
        attestationType: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      }),
    signIn: async () => (await library()).generateAuthenticationOptions({ rpID, userVerification: 'required' }),

    /** undefined: the answer does not fit the challenge, the origin or its own signature */
    async registered(response: Ceremony, challenge: string): Promise<WebAuthnCredential | undefined> {
      try {
        const { registrationInfo } = await (await library()).verifyRegistrationResponse({
          response: response as unknown as RegistrationResponseJSON,
          expectedChallenge: challenge,
          ...expected,
        });
        return registrationInfo?.credential;
      } catch {
        return undefined;
      }
    },
    /** @returns the passkey's new counter; undefined as above */
    async signedIn(response: Ceremony, challenge: string, credential: WebAuthnCredential): Promise<number | undefined> {
      try {
        const { verified, authenticationInfo } = await (await library()).verifyAuthenticationResponse({
          response: response as unknown as AuthenticationResponseJSON,
          expectedChallenge: challenge,
          credential,
          ...expected,
        });
        return verified ? authenticationInfo.newCounter : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
