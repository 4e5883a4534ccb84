import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const help = `npm run cluster    runs a distributed shop on this machine, without Docker

PostgreSQL, a real Kafka broker (needs Java 17 or newer, and Maven once to fetch it), two HTTP and two realtime
processes, one process for each other role, one that stands by for all of those, and a gateway.

  --help    this text

Environment: PORT (3000), SIMULATORS_PORT (4001), EVENTSTORE_URL (stores the events there instead of in Postgres).
Ctrl-C stops it; the data stays in .data/cluster/.`;

await launch(() => runEntry('scripts/cluster/main.ts', { args: [], built: true }), { help, options: {} });
