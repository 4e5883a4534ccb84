import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const help = `npm run drill [-- options]    kills each part of a distributed shop in turn, under load, and reconciles its records

  --rate N       checkouts per second beside the three measured buyers (5)
  --only TEXT    only the cases whose name contains TEXT, e.g. --only broker
  --report FILE  writes the figures and findings as JSON
  --no-load      without k6: the measured buyers only

Needs Java 17 or newer (and Maven once) for the Kafka broker, and k6 for the load (see npm run load -- --help).`;

await launch(async () => {
  if (process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(`${help}\n`);
    return 0;
  }
  return runEntry('scripts/drill/main.ts', { built: true });
});
