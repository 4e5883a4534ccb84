import { numberSetting, urlSetting } from '@nordhaut/platform/config';
import * as z from 'zod/mini';

export const OrderingConfig = z.object({
  /** the carriers' tracking pages (providers §1.8) */
  TRACKING_URL_TCAT: urlSetting('https://www.t-cat.com.tw/inquire/trace.aspx'),
  TRACKING_URL_UNIMARTC2C: urlSetting('https://eservice.7-11.com.tw/E-Tracking/search.aspx'),
  TRACKING_URL_FAMIC2C: urlSetting('https://fmec.famiport.com.tw/FP_Entrance/QueryBox'),
  /** days after an order is over for which name, phone, e-mail, address and store are kept; a member's until the account ends (decisions.md 85) */
  KEEP_CONTACT_DAYS: numberSetting(180, { min: 1, max: 3_650 }),
  /** the same for reasons, notes and bank accounts */
  KEEP_SUPPORT_DAYS: numberSetting(180, { min: 1, max: 3_650 }),
  /** years after the closing of the year for which the data of an invoice is kept; the law wants five */
  KEEP_INVOICE_YEARS: numberSetting(5, { min: 5, max: 30 }),
});
export type OrderingSettings = z.infer<typeof OrderingConfig>;
