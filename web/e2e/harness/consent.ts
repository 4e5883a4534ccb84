import { CONSENT_COOKIE, consentText, NO_CONSENT } from '@nordhaut/contracts';
import type { BrowserContext, BrowserContextOptions } from '@playwright/test';

export type Kept = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** A browser that refused everything. The default of all journeys. */
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
  origins: [],
});

/** A browser that has not decided. */
export const UNDECIDED: Kept = { cookies: [], origins: [] };

/**
 * The pages of the context have seen the popup of the home page. Playwright opens a page of its own for each new context that
 * begins with something in `localStorage`, so each page writes it before its own script instead.
 */
export const seesNoPopup = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript((shop) => {
    if (location.origin === shop) localStorage.setItem('popup-welcome-travel-set', '1');
  }, process.env['E2E_SHOP'] ?? '');
