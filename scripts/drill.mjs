import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const help = `npm run drill [-- options]    kills each part of a distributed shop in turn, under load, and reports what broke

  --rate N       checkouts a second beside the three buyers that are watched (5)
  --only TEXT    the cases whose name has it, e.g. --only broker
  --report FILE  the figures and findings as JSON
  --no-load      only the watched buyers, where k6 is missing
  --help         this text

Needs Java 17 or newer (and Maven once) for the Kafka broker, and k6 for the load (see npm run load -- --help).`;

await launch((args) => runEntry('scripts/drill/main.ts', { args, built: true }), {
  help,
  options: {
    rate: { type: 'string', integer: true },
    only: { type: 'string' },
    report: { type: 'string' },
    'no-load': { type: 'boolean' },
  },
});
