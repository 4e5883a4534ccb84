import { join } from 'node:path';
import { whyNotListening } from '@nordhaut/platform/http';
import type { Role } from '@nordhaut/platform/role';
import { createSimulators, GENTLE_PACE, type Simulators } from '@nordhaut/simulators';
import type { ShopConfig } from '../config.ts';

/** The outside world in this process, for a machine without internet. Runs unless it is said to be elsewhere. */
export function simulatorsRole(config: ShopConfig): Role {
  let simulators: Simulators | undefined;
  return {
    name: 'simulators',
    async start() {
      const [host, port] = [config.HOST, config.SIMULATORS_PORT];
      simulators = await createSimulators({
        port,
        host,
        // As browsers reach them, and the shop's other processes too.
        publicUrl: config.SIMULATORS_URL || `http://localhost:${port}`,
        dataFile: join(config.DATA_DIR, 'simulators.jsonl'),
        pace: config.SIMULATORS_PACE === 'gentle' ? GENTLE_PACE : 'off',
      }).catch((error: unknown) => {
        throw whyNotListening(error, { host, port, setting: 'SIMULATORS_PORT' });
      });
    },
    notReady: () => Promise.resolve(simulators ? undefined : 'the simulators do not listen yet'),
    stop: async () => simulators?.close(),
  };
}
