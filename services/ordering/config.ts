import { urlSetting } from '@nordhaut/platform/config';
import * as z from 'zod/mini';

export const OrderingConfig = z.object({
  /** the carriers' tracking pages (providers §1.8) */
  TRACKING_URL_TCAT: urlSetting('https://www.t-cat.com.tw/inquire/trace.aspx'),
  TRACKING_URL_UNIMARTC2C: urlSetting('https://eservice.7-11.com.tw/E-Tracking/search.aspx'),
  TRACKING_URL_FAMIC2C: urlSetting('https://fmec.famiport.com.tw/FP_Entrance/QueryBox'),
});
