import { createSimulators } from '@nordhaut/simulators';

/** The simulators in their own process, so that their cost is not the shop's. Parcels do not move. */
const simulators = await createSimulators({ port: 0, pace: 'off' });
process.stdout.write(`${JSON.stringify({ url: simulators.url })}\n`);
process.on('SIGTERM', () => void simulators.close().then(() => process.exit(0)));
