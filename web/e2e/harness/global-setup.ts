import { type SetUp, startShop } from './shop.ts';

/** Starts the shop for all tests in the set-up that E2E_SETUP names. Workers find it by these variables. Returns its stop. */
export default async function setUp(): Promise<() => Promise<void>> {
  const shop = await startShop((process.env['E2E_SETUP'] || 'all-in-one') as SetUp);
  process.env['E2E_SHOP'] = shop.url;
  process.env['E2E_SIMULATORS'] = shop.simulatorsUrl;
  process.env['E2E_DATABASE'] = shop.databaseUrl;
  process.env['E2E_DATA_DIR'] = shop.dataDir;
  return shop.stop;
}
