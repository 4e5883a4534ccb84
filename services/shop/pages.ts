import type { Routes } from '@nordhaut/platform/http';
import type { ApiFetch } from './all-in-one.ts';
import type { ShopConfig } from './config.ts';

/** The web app, rendered in this process. */
export const webPages =
  (config: ShopConfig) =>
  async (apiFetch: ApiFetch): Promise<Routes> => {
    const { webPlugin } = await import('@nordhaut/web/server');
    const origin = (url: string): string => new URL(url).origin;
    const [card, bank, map] = [origin(config.TAPPAY_SDK_URL), origin(config.TAPPAY_BASE_URL), origin(config.ECPAY_LOGISTICS_BASE_URL)];
    const origins = { script: [card], frame: [card, bank], connect: [card], formAction: [map] };
    return webPlugin({ apiFetch, publicUrl: config.PUBLIC_URL, origins, shop: { brand: config.BRAND_NAME, email: config.BRAND_EMAIL, phone: config.BRAND_PHONE, hours: config.BRAND_HOURS } });
  };
