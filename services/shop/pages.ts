import type { Routes } from '@nordhaut/platform/http';
import type { ApiFetch } from './all-in-one.ts';
import type { ShopConfig } from './config.ts';

/** The web app, rendered in this process. */
export const webPages =
  (config: ShopConfig) =>
  async (apiFetch: ApiFetch): Promise<Routes> => {
    const { webPlugin } = await import('@nordhaut/web/server');
    return webPlugin({ apiFetch, publicUrl: config.PUBLIC_URL, shop: { brand: config.BRAND_NAME, email: config.BRAND_EMAIL, phone: config.BRAND_PHONE, hours: config.BRAND_HOURS } });
  };
