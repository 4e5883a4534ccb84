import type { PageOrigins } from '@nordhaut/platform/http';
import type { ShopConfig } from './config.ts';

/** Origins beside the shop's own that its pages use: the card fields and the bank's page, the carrier's store map. */
export function pageOrigins(config: ShopConfig): Required<Pick<PageOrigins, 'script' | 'frame' | 'connect' | 'formAction'>> {
  const card = new URL(config.TAPPAY_SDK_URL).origin;
  const bank = new URL(config.TAPPAY_BASE_URL).origin;
  const map = new URL(config.ECPAY_LOGISTICS_BASE_URL).origin;
  return { script: [card], frame: [...new Set([card, bank])], connect: [card], formAction: [map] };
}
