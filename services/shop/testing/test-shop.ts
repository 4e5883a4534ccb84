import { testDatabase } from '@nordhaut/platform/database/testing';
import { startRoles } from '@nordhaut/platform/life-cycle';
import { silentLogger, type Logger } from '@nordhaut/platform/telemetry';
import { createSimulators, type Simulators } from '@nordhaut/simulators';
import { assembleShop, type AssembleOptions, type Shop } from '../all-in-one.ts';
import { readShopConfig } from '../config.ts';
import { webPages } from '../pages.ts';
import { browser, type Browser } from './browser.ts';
import { freePort } from './free-port.ts';

export type TestShop = {
  url: string;
  databaseUrl: string;
  shop: Shop;
  simulators: Simulators;
  /** a new visitor */
  visit(): Browser;
  close(): Promise<void>;
};

/** The environment of a shop on a database of its own, with simulators beside it; short waits. */
export const testEnvironment = (databaseUrl: string, port: number, simulatorsUrl: string): Record<string, string> => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  DATABASE_URL: databaseUrl,
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  SIMULATORS: 'on',
  SIMULATORS_URL: simulatorsUrl,
  CHECK_ANSWERS: 'on',
  RATE_LIMIT_FACTOR: '1000',
  CASH_LIMIT: 'off',
  CHECKOUT_GRACE: '1500',
  CHECKOUT_SWEEP_INTERVAL: '200',
  TAPPAY_TIMEOUT: '1000',
  ECPAY_TIMEOUT: '1000',
  PARCEL_POLL_PAUSE: '200',
});

export type TestShopOptions = Omit<AssembleOptions, 'pages'> & {
  /** serves the built web app as well */
  pages?: boolean;
  /** receives the shop's log; silent where it is left out */
  logger?: Logger;
  /** a shop beside another one: on its database, with its outside world; both stay when this one closes */
  beside?: Pick<TestShop, 'databaseUrl' | 'simulators'>;
};

/** The whole shop in this process, on a fresh database; `env` adds to its configuration. */
export async function testShop(
  env: Record<string, string> = {},
  { beside, pages = false, logger = silentLogger(), ...options }: TestShopOptions = {},
): Promise<TestShop> {
  const database = beside ? undefined : await testDatabase();
  const databaseUrl = beside?.databaseUrl ?? (database?.url as string);
  const simulators = beside?.simulators ?? (await createSimulators({ port: 0, retryFactor: 0.001 }));
  const port = Number(env['PORT'] ?? (await freePort()));
  const config = readShopConfig({ ...testEnvironment(databaseUrl, port, simulators.url), ...env });
  const shop = await assembleShop(config, logger, { ...options, ...(pages && { pages: webPages(config) }) });
  const running = await startRoles(shop.roles, logger);
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl,
    shop,
    simulators,
    visit: () => browser(`http://127.0.0.1:${port}`),
    close: async () => {
      await running.stop();
      await shop.close();
      if (beside) return;
      await simulators.close();
      await database?.drop();
    },
  };
}
