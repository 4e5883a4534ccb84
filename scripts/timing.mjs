import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const help = `npm run timing [-- --quick]    measures whether the time of an answer tells what the answer does not

  --quick   one short round: shows that it runs, and tells no difference
  --help    this text

It is the part "answers" of npm run bench, on a shop of its own. Other work on this machine spoils the figures.`;

await launch((args) => runEntry('scripts/bench/main.ts', { args: ['--only', 'answers', ...args], built: true }), {
  help,
  options: { quick: { type: 'boolean' } },
});
