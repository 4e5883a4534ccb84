import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const help = `npm run verify [-- STREAM]    verifies the hash chain of the shop's whole history, or of one stream

  STREAM    the name of one stream, e.g. order-8KQ2M4X7
  --help    this text

It reads the store that DATABASE_URL and EVENTSTORE_URL name, beside a running shop or without one. Events of other
programs on the same server are counted, and not verified.
Exit code: 0 nothing was changed, 1 the history is broken, 2 a wrong argument.`;

await launch((args) => runEntry('services/shop/verify.ts', { args }), { help, options: {}, positionals: 1 });
