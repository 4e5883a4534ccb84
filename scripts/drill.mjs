import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const help = `npm run drill [-- options]    kills each part of a distributed shop in turn, under load, and reconciles its records

  --rate N       checkouts per second beside the three measured buyers (5)
  --only TEXT    only the cases whose name contains TEXT, e.g. --only broker
  --report FILE  writes the figures and findings as JSON
  --no-load      without k6: the measured buyers only
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
