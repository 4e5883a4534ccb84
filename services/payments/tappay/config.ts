import { httpsInProduction, numberSetting, providerUrlSetting, sandboxSetting, secretSetting, urlSetting } from '@nordhaut/platform/config';
import * as z from 'zod/mini';

/**
 * The defaults are TapPay's public sandbox identity from its own examples (providers §2.1). Production refuses to start
 * with them.
 */
export const TapPayConfig = z.object({
  TAPPAY_BASE_URL: providerUrlSetting('https://sandbox.tappaysdk.com'),
  TAPPAY_SDK_URL: httpsInProduction(urlSetting('https://js.tappaysdk.com/sdk/tpdirect/v5.24.0')),
  TAPPAY_APP_ID: numberSetting(11327, { min: 1, max: 2_147_483_647, sandbox: true }),
  /** not a secret: every browser gets it */
  TAPPAY_APP_KEY: sandboxSetting('app_whdEWBH8e8Lzy4N6BysVRRMILYORF6UxXbiOFsICkz0J9j1C0JUlCHv1tVJC'),
  TAPPAY_PARTNER_KEY: secretSetting({ sandbox: 'partner_6ID1DoDlaPrfHw6HBZsULfTYtDmWs0q0ZZGKMBpp4YICWBxgK97eK3RM' }),
  TAPPAY_MERCHANT_ID: sandboxSetting('GlobalTesting_CTBC'),
  /** `sandbox` or `production`: an argument of the browser SDK */
  TAPPAY_ENVIRONMENT: sandboxSetting('sandbox', (text) => text === 'sandbox' || text === 'production', 'must be sandbox or production'),
  /** the secret part of the notify address: letters, digits, dashes */
  TAPPAY_NOTIFY_SECRET: secretSetting({ sandbox: 'development-only-notify-secret-00', minLength: 32 }),
  /** ms; the outcome of a charge that takes longer is unknown */
  TAPPAY_TIMEOUT: numberSetting(30_000, { min: 100, max: 60_000 }),
});
export type TapPayConfig = z.infer<typeof TapPayConfig>;
