import type { Routes } from '@nordhaut/platform/http';
import type { ApiFetch } from './assemble.ts';
import type { ShopConfig } from './config.ts';
import { pageOrigins } from './http.ts';

/** The web app, rendered in this process. */
export const webPages =
  (config: ShopConfig) =>
  async (apiFetch: ApiFetch): Promise<Routes> => {
    const { webPlugin } = await import('@nordhaut/web/server');
    const { BRAND_NAME: brand, BRAND_EMAIL: email, BRAND_PHONE: phone, BRAND_HOURS: hours, PUBLIC_URL: publicUrl } = config;
    return webPlugin({ apiFetch, publicUrl, shop: { brand, email, phone, hours }, origins: pageOrigins(config.of) });
  };
