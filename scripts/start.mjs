import { runEntry } from './lib/bootstrap.mjs';
import { emptyDataFolder, whileRunning } from './lib/data-folder.mjs';
import { HEAP_LIMIT, withHeapLimit } from './lib/heap.mjs';
import { launch, say } from './lib/say.mjs';

const help = `npm start [-- options]    runs the whole shop in one process, with data in it, or the roles that are named

  --fresh        begin anew: forget every order and everything else in .data/
  --role NAME    only this role, and each further one that is named: simulators, projector, relay, sweeper, poller,
                 http, realtime; several processes share one database (see infra/production.md)
  --job NAME     something done once: migrate (the database and the catalogue), topics (Kafka's)
  --help         this text

Environment: PORT (3000), SIMULATORS_PORT (4001), DATA_DIR (.data), DATABASE_URL (a Postgres of your own instead of the embedded one), WEB_CONCURRENCY (so many
HTTP processes on one port), EVENTSTORE_URL, KAFKA_BROKERS, NODE_OPTIONS (--max-old-space-size=MB for another heap limit
than ${HEAP_LIMIT} MB).
Stop with Ctrl-C; the data stays in .data/ and is there at the next start.`;

await launch(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${help}\n`);
    return 0;
  }
  if (args.includes('--fresh')) {
    await emptyDataFolder();
    say('Beginning anew: the data of earlier runs is gone.');
  }
  const rest = args.filter((arg) => arg !== '--fresh');
  const named = rest.length > 0 || process.env['ROLES'];
  const built = !named || /\bhttp\b/.test([...rest, process.env['ROLES']].join(' '));
  const env = { NODE_OPTIONS: withHeapLimit(process.env['NODE_OPTIONS']) };
  return whileRunning(() => runEntry('services/shop/main.ts', { args: rest, built, env }));
});
