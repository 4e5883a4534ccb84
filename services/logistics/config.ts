import { httpsInProduction, numberSetting } from '@nordhaut/platform/config';
import * as z from 'zod/mini';
import { EcpayConfig } from './ecpay/config.ts';

export const LogisticsConfig = z.extend(EcpayConfig, {
  /** address of the postal code look-up; `off`: use only the local table */
  ZIP_LOOKUP_URL: httpsInProduction(
    z._default(
      z.string().check(z.regex(/^(off|https?:\/\/\S+)$/, 'must be an http or https address, or off')),
      'https://zip5.5432.tw/zip5json.py',
    ),
  ),
  /** maximum polls of the carrier per second */
  PARCEL_POLL_RATE: numberSetting(10, { min: 0.01, max: 1_000, whole: false }),
  PARCEL_POLL_CONCURRENCY: numberSetting(8, { min: 1, max: 64 }),
  /** multiplies every interval between two polls of a parcel; below 1 polls more often */
  PARCEL_POLL_PACE: numberSetting(1, { min: 0.001, max: 100, whole: false }),
});
export type LogisticsConfig = z.infer<typeof LogisticsConfig>;
