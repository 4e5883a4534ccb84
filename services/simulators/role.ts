import { join } from 'node:path';
import type { Engine } from '@nordhaut/platform/engine';
import { whyNotListening } from '@nordhaut/platform/http';
import type { Role } from '@nordhaut/platform/role';
import { SimulatorsConfig } from './config.ts';
import { createSimulators, GENTLE_PACE, type Simulators } from './simulators.ts';

/** The simulated providers in this process. */
export function simulatorsRole({ config }: Pick<Engine, 'config'>): Role {
  const { SIMULATORS_PORT: port, SIMULATORS_URL, SIMULATORS_PACE } = config.of(SimulatorsConfig);
  const { HOST: host, DATA_DIR } = config;
  let simulators: Simulators | undefined;
  return {
    name: 'simulators',
    async start() {
      simulators = await createSimulators({
        port,
        host,
        // Browsers and the shop's other processes use this address.
        publicUrl: SIMULATORS_URL || `http://localhost:${port}`,
        dataFile: join(DATA_DIR, 'simulators.jsonl'),
        pace: SIMULATORS_PACE === 'gentle' ? GENTLE_PACE : 'off',
      }).catch((error: unknown) => {
        throw whyNotListening(error, { host, port, setting: 'SIMULATORS_PORT' });
      });
    },
    notReady: () => Promise.resolve(simulators ? undefined : 'the simulators do not listen yet'),
    stop: async () => simulators?.close(),
  };
}
