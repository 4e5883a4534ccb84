import { runEntry } from './lib/bootstrap.mjs';
import { emptyDataFolder, whileRunning } from './lib/data-folder.mjs';
import { launch, say } from './lib/say.mjs';

const help = `npm start [-- options]    runs the whole shop in one process, with data in it

  --fresh    begin anew: forget every order and everything else in .data/
  --help     this text

Environment: PORT (3000), DATABASE_URL (a Postgres of your own instead of the embedded one).
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
  return whileRunning(() => runEntry('services/shop/main.ts', { args: args.filter((arg) => arg !== '--fresh'), built: true }));
});
