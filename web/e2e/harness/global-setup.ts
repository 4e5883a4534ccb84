import { type SetUp, startShop } from './shop.ts';

/** Starts the shop that every test visits, put together as E2E_SETUP says; workers find it by these variables. Answers how to stop it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const shop = await startShop((process.env['E2E_SETUP'] || 'all-in-one') as SetUp);
  process.env['E2E_SHOP'] = shop.url;
  process.env['E2E_SIMULATORS'] = shop.simulatorsUrl;
  process.env['E2E_DATABASE'] = shop.databaseUrl;
  return shop.stop;
}
