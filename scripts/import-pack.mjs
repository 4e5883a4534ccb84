import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const help = `npm run import-pack -- PACK.zip [-- options]    imports evidence packs and compares the state of each order

  PACK.zip           an evidence pack of one order, as the console made it; several may be given
  --to URL           the examiner's store, where the events stay: postgres://… or esdb://…. Without it they are imported into a
                     database that is deleted afterwards
  --help             this text

It verifies the hash chain of the events, writes them, folds them with the rules of this release, and compares the result
with state.json of the pack. It does not verify signatures and proofs: unpack the file and run node check.mjs for that. The
store of a shop is refused, because its processes would act on the order. A second import of a pack changes nothing.
Exit code: 0 every state is identical, 1 a state differs or a pack is broken, 2 a wrong argument.`;

await launch((args) => runEntry('services/tools/import-pack.ts', { args }), {
  help,
  options: { to: { type: 'string' } },
  positionals: 100,
});
