/**
 * A whole shop in a process of its own, for tests that kill it. `KILL_AT` names the moment at which it kills itself:
 * `after:<step>` once a step of a checkout is recorded, or `mid:<call>` when the outside world has done what it was
 * asked and the shop has not recorded it yet.
 */
import { startRoles } from '@nordhaut/platform/life-cycle';
import { silentLogger } from '@nordhaut/platform/telemetry';
import { assembleShop } from '../all-in-one.ts';
import type { Providers } from '../buying.ts';
import { readShopConfig } from '../config.ts';

const killAt = process.env['KILL_AT'] ?? '';

/** As a power cut would: nothing is flushed, nobody is told. */
function at(moment: string): void {
  if (moment === killAt) process.kill(process.pid, 'SIGKILL');
}

function doomed({ processor, carrier }: Providers): Providers {
  const dying =
    <Args extends unknown[], Result>(moment: string, work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const result = await work(...args);
      at(`mid:${moment}`);
      return result;
    };
  return {
    processor: {
      ...processor,
      pay: dying('pay', processor.pay),
      find: dying('find', processor.find),
      refund: dying('refund', processor.refund),
    },
    carrier: { ...carrier, create: dying('create', carrier.create), cancel: dying('cancel', carrier.cancel) },
  };
}

const logger = silentLogger();
const shop = await assembleShop(readShopConfig(), logger, { around: doomed, afterStep: (step) => at(`after:${step}`) });
const running = await startRoles(shop.roles, logger);
process.once('SIGTERM', () => {
  void running
    .stop()
    .then(shop.close)
    .then(() => process.exit(0));
});
process.stdout.write('open\n');
