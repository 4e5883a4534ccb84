import type { ShopConfig } from './config.ts';

/** What the person who started the shop reads. */
export const welcome = (config: ShopConfig, seconds: string): string =>
  [
    '',
    `  ${config.BRAND_NAME} is open at ${config.PUBLIC_URL} (ready in ${seconds} s)`,
    `  API reference:  ${config.PUBLIC_URL}/api/docs`,
    ...(config.SIMULATORS
      ? [
          `  Card bank and carriers, simulated: ${config.SIMULATORS_URL || `http://localhost:${config.SIMULATORS_PORT}`}`,
          '  Test card: 4242 4242 4242 4242, any future date, CCV 123',
        ]
      : []),
    '',
  ].join('\n');

export const farewell = '\n  Stop with Ctrl-C; the data stays in .data/ and is there at the next start.\n';
