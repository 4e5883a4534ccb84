import { runRoles } from '@nordhaut/platform/life-cycle';
import { createLogger } from '@nordhaut/platform/telemetry';
import { assembleShop } from './all-in-one.ts';
import { readShopConfig, type ShopConfig } from './config.ts';
import { webPages } from './pages.ts';

/** `npm start`: the whole shop in one process. */
async function main(): Promise<void> {
  const started = Date.now();
  const config = readShopConfig();
  const logger = createLogger({ level: config.LOG_LEVEL });
  const shop = await assembleShop(config, logger, { pages: webPages(config) });
  await runRoles(shop.roles, {
    logger,
    deadline: config.STOP_DEADLINE,
    onStarted: () => process.stdout.write(`${welcome(config, Date.now() - started)}\n`),
    onStopped: shop.close,
  });
}

const welcome = (config: ShopConfig, ms: number): string =>
  [
    '',
    `  ${config.BRAND_NAME} is open at ${config.PUBLIC_URL} (ready in ${(ms / 1000).toFixed(1)} s)`,
    `  API reference:  ${config.PUBLIC_URL}/api/docs`,
    ...(config.SIMULATORS
      ? [
          `  Card bank and carriers, simulated: ${config.SIMULATORS_URL || `http://localhost:${config.SIMULATORS_PORT}`}`,
          '  Test card: 4242 4242 4242 4242, any future date, CCV 123',
        ]
      : []),
    '',
    '  Stop with Ctrl-C; the data stays in .data/ and is there at the next start.',
    '',
  ].join('\n');

try {
  await main();
} catch (error) {
  const told = error instanceof Error && (error.name === 'ConfigError' || error.name === 'EmbeddedPostgresError');
  process.stderr.write(
    `${told || !(error instanceof Error) ? String((error as Error).message ?? error) : (error.stack ?? error.message)}\n`,
  );
  process.exit(1);
}
