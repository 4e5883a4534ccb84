import { urlSetting } from '@nordhaut/platform/config';
import * as z from 'zod/mini';

export const SupportConfig = z.object({
  /** Origin of the support console, where it is not PUBLIC_URL; passkeys belong to its host name. */
  CONSOLE_URL: urlSetting(''),
});
