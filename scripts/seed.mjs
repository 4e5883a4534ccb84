import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const help = `npm run seed    puts the catalogue of this release into the database

  --help    this text

It may be repeated. \`npm start\` does the same.`;

await launch(() => runEntry('services/shop/seed.ts', { args: [] }), { help, options: {} });
