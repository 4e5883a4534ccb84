import type { BrowserContextOptions } from '@playwright/test';

type Kept = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** A browser that refused everything, so that the question for consent is on no page. The default of all journeys. */
export const refused = (shop: string): Kept => ({
  cookies: [
    {
      name: 'consent',
      value: '1.000',
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
