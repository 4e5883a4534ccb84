import { createSimulators, GENTLE_PACE, type SimulatorOptions } from './index.ts';

const { SIMULATORS_PORT, SIMULATORS_HOST, SIMULATORS_URL, SIMULATORS_DATA, SIMULATORS_PACE } = process.env;

const options: SimulatorOptions = {
  port: Number(SIMULATORS_PORT ?? 4001),
  host: SIMULATORS_HOST ?? '127.0.0.1',
  pace: SIMULATORS_PACE === 'off' ? 'off' : GENTLE_PACE,
  ...(SIMULATORS_URL ? { publicUrl: SIMULATORS_URL.replace(/\/$/, '') } : {}),
  ...(SIMULATORS_DATA ? { dataFile: SIMULATORS_DATA } : {}),
};

const simulators = await createSimulators(options);
console.log(`simulators: ${simulators.url}`);

const stop = () => {
  void simulators.close().then(() => process.exit(0));
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
