import { parseArgs } from 'node:util';
import { ConfigError } from '@nordhaut/platform/config';
import { JOBS } from './jobs.ts';

export type CommandLine = {
  /** the named roles; empty: all in one process */
  roles: string[];
  /** work that ends */
  job?: string;
};

/**
 * `--role NAME`, once for each role (or ROLES=a,b in the environment), or `--job NAME`.
 * @throws ConfigError with a sentence for the operator
 */
export function readCommandLine(args: readonly string[], env: NodeJS.ProcessEnv): CommandLine {
  const { role = [], job } = parsed(args);
  if (job !== undefined && !JOBS.includes(job)) throw new ConfigError([`There is no job "${job}"; there are ${JOBS.join(' and ')}.`]);
  if (job !== undefined && role.length > 0) throw new ConfigError(['Name roles or a job, not both: a job ends, a role does not.']);
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
    throw new ConfigError([`${(error as Error).message} There are --role NAME and --job NAME.`]);
  }
}
