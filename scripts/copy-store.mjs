import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

await launch(() => runEntry('services/shop/copy-store.ts'));
