import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const help = `npm run verify [-- STREAM] [-- options]    verifies the shop's whole history, or one stream

  STREAM             the name of one stream, e.g. order-8KQ2M4X7
  --checkpoint PATH  proves that everything before a signed checkpoint stands unchanged; a file, or a folder of files.
                     Several checkpoints narrow down where the history was changed
  --public-key KEY   NAME+ID+KEY, who signed the checkpoints; default: the key of this shop (CHECKPOINT_KEY)
  --receipt CODE     checks a buyer's receipt; with STREAM it reads that stream alone
  --help             this text

It reads every event of the store that DATABASE_URL and EVENTSTORE_URL name, beside a running shop or without one: roots
that the shop keeps in its database are no evidence. What no checkpoint or receipt covers is reported as not covered.
Events of other programs on the same server are counted, and not verified.
Exit code: 0 nothing wrong was found, 1 the history is broken or forged, or could not be read, 2 a wrong argument.`;

await launch((args) => runEntry('services/tools/verify.ts', { args }), {
  help,
  options: {
    checkpoint: { type: 'string', multiple: true },
    'public-key': { type: 'string' },
    receipt: { type: 'string', multiple: true },
  },
  positionals: 1,
});
