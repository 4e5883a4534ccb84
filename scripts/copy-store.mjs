import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const help = `npm run copy-store -- --to esdb://…    copies the events from Postgres to EventStoreDB

  --to URL        the target; COPY_STORE_TO in the environment says the same
  (nothing more)  copies what the target lacks, compares everything, and ends; the shop may sell meanwhile
  --follow        continues to copy what the shop sells, until Ctrl-C
  --final         the last run: closes the old store, copies and compares the rest; afterwards the shop belongs to the
                  target and starts with EVENTSTORE_URL
  --verify-only   only compares
  --patience S    seconds that --final waits for the shop to stop before it reverts everything (default 60)
  --reopen        reverts a --final that did not finish; needs no --to
  --help          this text

It may be killed and started again at any time.`;

await launch((args) => runEntry('services/tools/copy-store.ts', { args }), {
  help,
  options: {
    to: { type: 'string' },
    follow: { type: 'boolean' },
    final: { type: 'boolean' },
    'verify-only': { type: 'boolean' },
    patience: { type: 'string', integer: true },
    reopen: { type: 'boolean' },
  },
});
