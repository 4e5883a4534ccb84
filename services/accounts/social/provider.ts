import type { Provider } from '../credentials.ts';

/** Who signed in at the provider. */
export type Person = {
  /** the provider's id */
  id: string;
  name: string;
  /** as the provider has it; the shop does not count it as confirmed */
  email: string | null;
  /** of LINE, for auto login and for the end of the session */
  tokens?: { access: string; refresh: string };
};

/** What the shop keeps on the server while the person is at the provider. */
export type Started = { verifier: string; nonce: string };

/**
 * `withoutApp`: LINE shows its page instead of handing over to its app. After the app, the person may come back in another
 * browser than the one that began, and only this one has the state (providers §3.5).
 */
export type StartOptions = { state: string; withoutApp?: boolean };

/** A provider's two steps. */
export type SocialProvider = {
  name: Provider;
  /** The page to which the browser is sent. */
  start(options: StartOptions): Promise<{ url: string; started: Started }>;
  /**
   * @param query of the callback, with the state that was checked
   * @throws Error if the provider refuses, does not answer, or answers with a token that is not right
   */
  finish(query: URLSearchParams, options: { state: string; started: Started }): Promise<Person>;
};

/** ms for each call of a provider */
export const PROVIDER_TIMEOUT = 8_000;
