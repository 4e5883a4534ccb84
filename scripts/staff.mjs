import { runEntry } from './lib/bootstrap.mjs';
import { launch } from './lib/say.mjs';

const RIGHTS = ['view', 'reveal', 'act', 'refund', 'administer'];

const help = `npm run staff -- invite NAME --rights view,act    invites somebody to the support console, or lists the staff

  invite NAME      prints a link that works once, for 24 hours
  reset ID         ends the lost factors of an account, and prints a link for new ones; needs --reason
  list             the accounts with their rights
  --rights LIST    ${RIGHTS.join(', ')}, separated by commas, or all
  --reason TEXT    why the factors are reset
  --help           this text

Exit code: 0 done; 1 no such account; 2 a wrong argument.`;

await launch((args) => runEntry('services/tools/staff.ts', { args }), {
  help,
  positionals: 2,
  options: { rights: { type: 'string' }, reason: { type: 'string' } },
});
