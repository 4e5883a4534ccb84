import { join } from 'node:path';
import type { Role } from '@nordhaut/platform/role';
import { createSimulators, GENTLE_PACE, type Simulators } from '@nordhaut/simulators';
import type { ShopConfig } from '../config.ts';

/** The outside world in this process, for a machine without internet. Runs unless it is said to be elsewhere. */
export function simulatorsRole(config: ShopConfig): Role {
  let simulators: Simulators | undefined;
  return {
    name: 'simulators',
    async start() {
      simulators = await createSimulators({
        port: config.SIMULATORS_PORT,
        host: config.HOST,
        // As browsers reach them, and the shop's other processes too.
        publicUrl: config.SIMULATORS_URL || `http://localhost:${config.SIMULATORS_PORT}`,
        dataFile: join(config.DATA_DIR, 'simulators.jsonl'),
        pace: config.SIMULATORS_PACE === 'gentle' ? GENTLE_PACE : 'off',
      });
    },
    notReady: () => Promise.resolve(simulators ? undefined : 'the simulators do not listen yet'),
    stop: async () => simulators?.close(),
  };
}
