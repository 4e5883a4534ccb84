import { parseArgs } from 'node:util';
import { JOBS } from './jobs.ts';
import { ROLES } from './roles.ts';
import { WrongUsage } from './tool.ts';

export type CommandLine = {
  /** the named roles; empty: all in one process */
  roles: string[];
  /** work that ends */
  job?: string;
};

/** What `--help` prints, and what follows a wrong argument. `npm start` has a usage of its own. */
export const usage = `docker run nordhaut [options]    runs the named roles or one job; without options the whole shop in one process

  --role NAME    only this role; may be given more than once:
                 ${ROLES.slice(0, 6).join(', ')},
                 ${ROLES.slice(6).join(', ')}
  --job NAME     does one thing and ends: migrate (the database and the catalogue), topics (Kafka's),
                 checkpoint (signs the history as it is now, and prints the public key),
                 rewrap-keys (encrypts the keys of personal data with the newest outer key),
                 restore-accounts (makes lost accounts again from the members' events, without passwords)
  --help         this text

Every setting is an environment variable: .env.example lists them, infra/production.md explains them. ROLES=a,b names
roles as well. Tools: --entrypoint node, then services/tools/staff.ts, coupons.ts, forget.ts, verify.ts or rebuild.ts.
Exit code: 0 done or stopped; 1 refused or failed; 2 a wrong argument.`;

export const asksForUsage = (args: readonly string[]): boolean => args.some((arg) => arg === '--help' || arg === '-h');

/**
 * `--role NAME`, once for each role (or ROLES=a,b in the environment), or `--job NAME`.
 * @throws WrongUsage with a sentence for the operator
 */
export function readCommandLine(args: readonly string[], env: NodeJS.ProcessEnv): CommandLine {
  const { role = [], job } = parsed(args);
  if (job !== undefined && !JOBS.includes(job)) throw new WrongUsage(`There is no job "${job}"; there are ${JOBS.join(', ')}.`);
  if (job !== undefined && role.length > 0) throw new WrongUsage('Name roles or a job, not both: a job ends, a role does not.');
  const unknown = role.find((name) => !ROLES.includes(name.trim()));
  if (unknown !== undefined) throw new WrongUsage(`There is no role "${unknown}"; there are ${ROLES.join(', ')}.`);
  const named = role.length > 0 ? role : (env['ROLES'] ?? '').split(',');
  const roles = named.map((name) => name.trim()).filter((name) => name !== '');
  return job === undefined ? { roles } : { roles: [], job };
}

function parsed(args: readonly string[]): { role?: string[]; job?: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { role: { type: 'string', multiple: true }, job: { type: 'string' } },
    });
    return values;
  } catch (error) {
    // The first sentence: what follows explains how an argument is quoted.
    const [sentence = ''] = (error as Error).message.split(/\.?\s*\n|\. /, 1);
    throw new WrongUsage(`${sentence.replace(/\.$/, '')}. There are --role NAME and --job NAME.`);
  }
}
