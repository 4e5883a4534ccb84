import type { Engine } from '@nordhaut/platform/engine';
import type { Credentials, Provider } from './credentials.ts';
import { signInEmail } from './forget-members.ts';
import { memberDecider } from './member.decide.ts';
import { openMembers } from './projections/members.ts';
import { memberStream } from './stream.ts';

const PAGE = 500;

/**
 * Makes the library's rows again from the members' events, after its tables were lost (decisions.md 95). Sessions and
 * passwords stay lost: members sign in by LINE or Facebook as before, or by a link to a new password. It may be repeated,
 * and leaves rows that are there.
 * @returns how many accounts were made again
 */
export async function restoreCredentials({ pool, commands }: Pick<Engine, 'pool' | 'commands'>, credentials: Credentials): Promise<number> {
  let restored = 0;
  for (let last = ''; ; ) {
    const page = await openMembers(pool, last, PAGE);
    for (const memberId of page) {
      const { state } = await commands.load(memberStream(memberId), memberDecider);
      const email = state?.closedAt === null ? signInEmail(state.contact) : undefined;
      if (!state || email === undefined) continue;
      const logins = state.links.map(({ way, accountKey }): [Provider, string] => [way === 'LINE' ? 'line' : 'facebook', accountKey]);
      if (await credentials.restore(memberId, email, logins)) restored++;
    }
    if (page.length < PAGE) return restored;
    last = page.at(-1) as string;
  }
}
