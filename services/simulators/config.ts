import { numberSetting, switchSetting, urlSetting } from '@nordhaut/platform/config';
import * as z from 'zod/mini';

export const SimulatorsConfig = z.object({
  /** simulated providers, for a machine without internet; off in production */
  SIMULATORS: switchSetting(false),
  SIMULATORS_PORT: numberSetting(4001, { min: 0, max: 65_535 }),
  /** the simulators' address for browsers; if it is set, another process runs the simulators */
  SIMULATORS_URL: z.optional(urlSetting('')),
  /** `gentle`: parcels move automatically; `off`: only the control API moves them */
  SIMULATORS_PACE: z._default(z.enum(['gentle', 'off'], 'must be gentle or off'), 'gentle'),
});
