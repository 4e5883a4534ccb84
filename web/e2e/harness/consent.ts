import { CONSENT_COOKIE, consentText, NO_CONSENT } from '@nordhaut/contracts';
import type { BrowserContextOptions } from '@playwright/test';

type Kept = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/**
 * A browser that refused everything and has seen the popup of the home page, so that neither is on a page. The default of
 * all journeys.
 */
export const refused = (shop: string): Kept => ({
  cookies: [
    {
      name: CONSENT_COOKIE,
      value: consentText(NO_CONSENT),
      domain: new URL(shop).hostname,
      path: '/',
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: 'Lax',
    },
  ],
  origins: [{ origin: new URL(shop).origin, localStorage: [{ name: 'popup-welcome-travel-set', value: '1' }] }],
});

/** A browser that refused everything and has not seen the popup. */
export const unseen = (shop: string): Kept => ({ ...refused(shop), origins: [] });

/** A browser that has not decided. */
export const UNDECIDED: Kept = { cookies: [], origins: [] };
