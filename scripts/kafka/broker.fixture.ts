// Starts a broker, prints its process id, and waits until it is killed.
import { startBroker } from './broker.ts';

const { directory } = JSON.parse(process.argv[2] ?? '') as { directory: string };
const broker = await startBroker({ directory });
process.stdout.write(`${broker.pid()}\n`);
setInterval(() => undefined, 60_000);
