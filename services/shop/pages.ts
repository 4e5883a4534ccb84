import { OrderingConfig } from '@nordhaut/ordering';
import type { Routes } from '@nordhaut/platform/http';
import type { ApiFetch, PagesVersion } from './assemble.ts';
import type { ShopConfig } from './config.ts';
import { pageOrigins } from './http.ts';

/** The web app, rendered in this process. `version`: of what the pages show. */
export const webPages =
  (config: ShopConfig) =>
  async (apiFetch: ApiFetch, version: () => PagesVersion | undefined): Promise<Routes> => {
    const { webPlugin } = await import('@nordhaut/web/server');
    const shop = {
      brand: config.BRAND_NAME,
      email: config.BRAND_EMAIL,
      phone: config.BRAND_PHONE,
      hours: config.BRAND_HOURS,
      businessEmail: config.BRAND_BUSINESS_EMAIL,
      procurementEmail: config.BRAND_PROCUREMENT_EMAIL,
      helpHours: config.BRAND_HELP_HOURS,
      chatHours: config.BRAND_CHAT_HOURS,
      chatUrl: config.BRAND_CHAT_URL,
      facebookUrl: config.BRAND_FACEBOOK_URL,
      instagramUrl: config.BRAND_INSTAGRAM_URL,
      seller: config.SELLER_NAME
        ? {
            name: config.SELLER_NAME,
            representative: config.SELLER_REPRESENTATIVE,
            taxId: config.SELLER_TAX_ID,
            address: config.SELLER_ADDRESS,
          }
        : null,
    };
    const { CLOSED_DAYS: closedDays } = config.of(OrderingConfig);
    return webPlugin({ apiFetch, version, publicUrl: config.PUBLIC_URL, shop, closedDays, origins: pageOrigins(config.of) });
  };
