import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const help = `npm run rebuild [-- NAME …]    builds read models anew beside the live ones, compares both, and switches

  NAME      the read models; all of them where none is named
  --help    this text

The shop may run meanwhile.`;

await launch((args) => runEntry('services/tools/rebuild.ts', { args }), { help, options: {}, positionals: Number.POSITIVE_INFINITY });
