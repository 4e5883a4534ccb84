// A process that starts a broker and does nothing else until it is killed. Says the broker's process id.
import { startBroker } from './broker.ts';

const { directory } = JSON.parse(process.argv[2] ?? '') as { directory: string };
const broker = await startBroker({ directory });
process.stdout.write(`${broker.pid()}\n`);
setInterval(() => undefined, 60_000);
