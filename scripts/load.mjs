import { runEntry } from './lib/bootstrap.mjs';
import { launch, say, Trouble } from './lib/say.mjs';

/** Exit code of a load test that could not run; 1 says that a bound broke. */
const COULD_NOT_RUN = 2;

await launch(async () => {
  try {
    return await runEntry('scripts/load/run.ts');
  } catch (error) {
    say(error instanceof Trouble ? error.message : (error?.stack ?? String(error)));
    return COULD_NOT_RUN;
  }
});
