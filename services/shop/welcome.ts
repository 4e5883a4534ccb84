import { SimulatorsConfig } from '@nordhaut/simulators';
import type { ShopConfig } from './config.ts';

/** The text that the start of the role http prints. `firstLink`: for the first account of the support console, where there is none. */
export function welcome(config: ShopConfig, seconds: string, firstLink?: string): string {
  const { SIMULATORS, SIMULATORS_URL, SIMULATORS_PORT } = config.of(SimulatorsConfig);
  return [
    '',
    `  ${config.BRAND_NAME} is open at ${config.PUBLIC_URL} (ready in ${seconds} s)`,
    `  API reference:  ${config.PUBLIC_URL}/api/docs`,
    ...(SIMULATORS
      ? [
          `  Card bank and carriers, simulated: ${SIMULATORS_URL || `http://localhost:${SIMULATORS_PORT}`}`,
          '  Test card: 4242 4242 4242 4242, any future date, CCV 123',
        ]
      : []),
    ...(firstLink === undefined ? [] : ['  Support console, first account (the link works once, for 24 hours):', `  ${firstLink}`]),
    '',
  ].join('\n');
}

export const farewell = ({ DATA_DIR, DATABASE_URL }: ShopConfig): string =>
  `\n  Stop with Ctrl-C; the data stays in ${DATABASE_URL ? 'your database' : `${DATA_DIR}/`} and is there at the next start.\n`;
