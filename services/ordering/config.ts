import { keepingSetting, urlSetting } from '@nordhaut/platform/config';
import * as z from 'zod/mini';

export const OrderingConfig = z.object({
  /** the carriers' tracking pages (providers §1.8) */
  TRACKING_URL_TCAT: urlSetting('https://www.t-cat.com.tw/inquire/trace.aspx'),
  TRACKING_URL_UNIMARTC2C: urlSetting('https://eservice.7-11.com.tw/E-Tracking/search.aspx'),
  TRACKING_URL_FAMIC2C: urlSetting('https://fmec.famiport.com.tw/FP_Entrance/QueryBox'),
  /** days after an order is over for which name, phone, e-mail, address and store are kept; a member's until the account ends (decisions.md 85) */
  KEEP_CONTACT_DAYS: keepingSetting(180, { max: 3_650, because: 'the shop promises 180 days, in which a buyer can still be reached' }),
  /** the same for reasons, notes and bank accounts */
  KEEP_SUPPORT_DAYS: keepingSetting(180, { max: 3_650, because: 'the shop promises 180 days, in which a refund can still be explained' }),
  /** years after the closing of the year for which the data of an invoice is kept */
  KEEP_INVOICE_YEARS: keepingSetting(5, { max: 30, because: 'tax law wants the data of an invoice for five years' }),
});
export type OrderingSettings = z.infer<typeof OrderingConfig>;
