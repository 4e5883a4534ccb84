import { numberSetting, switchSetting } from '@nordhaut/platform/config';
import * as z from 'zod/mini';

export const RealtimeConfig = z.object({
  /** whether sockets may begin with polling; off if the processes of a port are not sticky, as with WEB_CONCURRENCY */
  SOCKET_POLLING: switchSetting(true),
  SOCKETS_PER_ADDRESS: numberSetting(100, { min: 1, max: 1_000_000 }),
});
