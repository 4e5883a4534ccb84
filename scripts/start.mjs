import { runEntry } from './lib/bootstrap.mjs';
import { emptyDataFolder, whileRunning } from './lib/data-folder.mjs';
import { HEAP_LIMIT, withHeapLimit } from './lib/heap.mjs';
import { launch, say, WrongUsage } from './lib/say.mjs';

const ROLES = [
  'simulators',
  'projector',
  'relay',
  'sweeper',
  'poller',
  'forgetter',
  'messaging',
  'rewards',
  'evidence',
  'tracking',
  'http',
  'realtime',
];
const JOBS = ['migrate', 'topics', 'checkpoint', 'rewrap-keys', 'restore-accounts'];

const help = `npm start [-- options]    runs the whole shop in one process, with data in it, or the named roles

  --fresh        removes every order and everything else in .data/ first
  --role NAME    only this role; may be given more than once: ${ROLES.slice(0, 4).join(', ')},
                 ${ROLES.slice(4).join(', ')};
                 several processes share one database (see infra/production.md)
  --job NAME     does one thing and ends: migrate (the database and the catalogue), topics (Kafka's),
                 checkpoint (signs the history as it is now, and prints the public key),
                 rewrap-keys (encrypts the keys of personal data with the newest outer key),
                 restore-accounts (makes lost accounts again from the members' events, without passwords)
  --help         this text

Environment: PORT (3000), SIMULATORS_PORT (4001), DATA_DIR (.data), DATABASE_URL (a Postgres of your own instead of the
embedded one) and DATABASE_OWNER_URL (the same as the user who owns the events and migrates), WEB_CONCURRENCY (number of
HTTP processes on one port), EVENTSTORE_URL, KAFKA_BROKERS, NODE_OPTIONS (--max-old-space-size=MB for another heap limit
than ${HEAP_LIMIT} MB).
EVENTSTORE_URL is for the shop alone. EventStoreDB's server reads every EVENTSTORE_… variable of its own environment as
an option, and refuses to start where it finds this one.
Ctrl-C stops it. The data stays in .data/ for the next start.`;

await launch(
  async (args, { fresh, role, job }) => {
    if (role && job) throw new WrongUsage('Name roles or a job, not both: a job ends, a role does not.');
    if (fresh) {
      await emptyDataFolder();
      say('The data of earlier runs is removed.');
    }
    const named = role ?? job ?? process.env['ROLES'];
    const built = !named || /\bhttp\b/.test(`${role} ${process.env['ROLES']}`);
    const env = { NODE_OPTIONS: withHeapLimit(process.env['NODE_OPTIONS']) };
    return whileRunning(() => runEntry('services/shop/main.ts', { args: args.filter((arg) => arg !== '--fresh'), built, env }));
  },
  {
    help,
    options: {
      fresh: { type: 'boolean' },
      role: { type: 'string', multiple: true, choices: ROLES },
      job: { type: 'string', choices: JOBS },
    },
  },
);
