import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

await launch(() => runEntry('scripts/copy-store.ts'));
