import type { Module } from '@nordhaut/platform/module';
import { SimulatorsConfig } from './config.ts';
import { simulatorsRole } from './role.ts';

export const simulators: Module = {
  name: 'simulators',
  config: SimulatorsConfig,
  roles: [
    {
      name: 'simulators',
      refused: (settings) =>
        settings(SimulatorsConfig).SIMULATORS
          ? undefined
          : 'The role simulators needs SIMULATORS=on: a production shop speaks to the real providers.',
      byDefault: (settings) => !settings(SimulatorsConfig).SIMULATORS_URL,
      join: (engine) => [simulatorsRole(engine)],
    },
  ],
};
