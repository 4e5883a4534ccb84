import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const help = `npm run seed [-- options]    puts the catalogue of this release into the database

  --members N   also adds N invented members, who sign in as member1@seed.example, member2@seed.example, …
  --orders M    gives each of them M delivered orders
  --credit C    gives each of them NT$ C of shopping credit
  --password P  their password; default abc123
  --help        this text

Without --members it may be repeated; \`npm start\` does the same. Production refuses invented members.`;

await launch((args) => runEntry('services/tools/seed.ts', { args }), {
  help,
  options: { members: { type: 'string' }, orders: { type: 'string' }, credit: { type: 'string' }, password: { type: 'string' } },
});
