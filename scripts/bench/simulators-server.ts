import { createSimulators } from '@nordhaut/simulators';

/** The outside world as a process of its own, so that what it costs is not the shop's; parcels stand still. */
const simulators = await createSimulators({ port: 0, pace: 'off' });
process.stdout.write(`${JSON.stringify({ url: simulators.url })}\n`);
process.on('SIGTERM', () => void simulators.close().then(() => process.exit(0)));
