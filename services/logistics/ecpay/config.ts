import { carrierTakesAddress, carrierTakesName } from '@nordhaut/contracts';
import { numberSetting, providerUrlSetting, sandboxSetting, type Secret, secretSetting } from '@nordhaut/platform/config';
import * as z from 'zod/mini';
import type { CarrierSubtype } from '../carrier.ts';
import type { EcpayKeys } from './check-mac-value.ts';

/**
 * Keys and merchants default to ECPay's public stage accounts (providers §1.2), the sender to an invented person.
 * Production refuses to start with these defaults. A sender whom the carrier does not take would end every order, so no start
 * takes one (providers §1.4). Where one merchant has both services, both entries have the same values.
 */
export const EcpayConfig = z.object({
  ECPAY_LOGISTICS_BASE_URL: providerUrlSetting('https://logistics-stage.ecpay.com.tw'),
  /** convenience stores, C2C */
  ECPAY_C2C_MERCHANT_ID: sandboxSetting('2000933'),
  ECPAY_C2C_HASH_KEY: secretSetting({ sandbox: 'XBERn1YOvpM9nfZc' }),
  ECPAY_C2C_HASH_IV: secretSetting({ sandbox: 'h1ONHk4P4yqbl5LK' }),
  /** home delivery */
  ECPAY_HOME_MERCHANT_ID: sandboxSetting('2000132'),
  ECPAY_HOME_HASH_KEY: secretSetting({ sandbox: '5294y06JbISpM5x9' }),
  ECPAY_HOME_HASH_IV: secretSetting({ sandbox: 'v77hoKGq4kWxNNIS' }),
  /** a person's real name, 2–5 Chinese characters; a store checks the ID of the sender who takes a parcel back */
  ECPAY_SENDER_NAME: sandboxSetting('林小保', carrierTakesName, 'must have 2 to 5 Chinese characters, or 4 to 10 letters'),
  ECPAY_SENDER_CELL_PHONE: sandboxSetting('0911222333', (text) => /^09\d{8}$/.test(text), 'must be 09 and 8 digits'),
  ECPAY_SENDER_ZIP: z._default(z.string().check(z.regex(/^\d{3}(\d{2})?$/, 'must have 3 or 5 digits')), '110'),
  ECPAY_SENDER_ADDRESS: sandboxSetting('臺北市信義區市府路1號', carrierTakesAddress, 'must have 6 to 60 characters'),
  /** 7-ELEVEN store for parcels that were not collected; empty: the store they were sent from */
  ECPAY_RETURN_STORE_ID: z._default(z.string().check(z.regex(/^[A-Za-z0-9]{0,6}$/, 'must be a store number')), ''),
  /** ms */
  ECPAY_TIMEOUT: numberSetting(15_000, { min: 100, max: 60_000 }),
  /** ms without any call to the carrier after it answered HTTP 403 (too many requests) */
  PARCEL_POLL_PAUSE: numberSetting(1_800_000, { min: 100, max: 86_400_000 }),
});
export type EcpayConfig = z.infer<typeof EcpayConfig>;

export type EcpayAccount = { merchantId: string } & EcpayKeys;

const account = (merchantId: string, key: Secret, iv: Secret): EcpayAccount => ({ merchantId, hashKey: key.reveal(), hashIv: iv.reveal() });

/** The account of each subtype. */
export function accountsOf(config: EcpayConfig): Record<CarrierSubtype, EcpayAccount> {
  const c2c = account(config.ECPAY_C2C_MERCHANT_ID, config.ECPAY_C2C_HASH_KEY, config.ECPAY_C2C_HASH_IV);
  const home = account(config.ECPAY_HOME_MERCHANT_ID, config.ECPAY_HOME_HASH_KEY, config.ECPAY_HOME_HASH_IV);
  return { UNIMARTC2C: c2c, FAMIC2C: c2c, TCAT: home };
}
