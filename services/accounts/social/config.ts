import { providerUrlSetting, sandboxSetting, secretSetting } from '@nordhaut/platform/config';
import { FACEBOOK_APP, LINE_CHANNEL } from './sandbox.ts';
import * as z from 'zod/mini';

/** LINE Login v2.1 and Facebook Login (providers §3, §4). The defaults are the simulators', and production refuses them. */
export const SocialConfig = z.object({
  LINE_CHANNEL_ID: sandboxSetting(LINE_CHANNEL.id),
  LINE_CHANNEL_SECRET: secretSetting({ sandbox: LINE_CHANNEL.secret }),
  /** the origin of the page to which the browser is sent */
  LINE_AUTH_BASE_URL: providerUrlSetting('http://localhost:4001'),
  LINE_API_BASE_URL: providerUrlSetting('http://localhost:4001'),
  FB_APP_ID: sandboxSetting(FACEBOOK_APP.id),
  FB_APP_SECRET: secretSetting({ sandbox: FACEBOOK_APP.secret }),
  /** with the version of the Graph API, `https://www.facebook.com/v24.0` */
  FB_DIALOG_BASE_URL: providerUrlSetting('http://localhost:4001/v24.0'),
  FB_GRAPH_BASE_URL: providerUrlSetting('http://localhost:4001/v24.0'),
});
export type SocialConfig = z.infer<typeof SocialConfig>;
