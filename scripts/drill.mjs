import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const help = `npm run drill [-- options]    kills everything in a distributed shop in turn, under load, and keeps accounts

  --rate N       checkouts a second beside the three buyers that are watched (5)
  --only TEXT    the cases whose name has it, e.g. --only broker
  --report FILE  the figures and findings as JSON
  --no-load      the watched buyers alone, where k6 cannot be had

Needs Java 17 or newer (and Maven once) for the Kafka broker, and k6 for the load (see npm run load -- --help).`;

await launch(async () => {
  if (process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(`${help}\n`);
    return 0;
  }
  return runEntry('scripts/drill/main.ts', { built: true });
});
