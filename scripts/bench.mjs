import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

await launch(() => runEntry('scripts/bench/main.ts', { built: true }));
