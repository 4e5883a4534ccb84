import type { Member } from '@nordhaut/contracts';
import { redirect } from 'react-router-dom';
import type { ApiFailure } from '../../lib/api.ts';
import { signInPath } from '../../lib/redirect-path.ts';
import { isMarkedSignedIn, useMember } from '../../lib/stores/member.ts';
import { checkSession, loadMember } from './session.ts';

/**
 * The signed-in member, for the loader of a member's page. Visitors go to the page for signing in and come back. `fresh`:
 * as the server has it now.
 * @throws Response the redirect
 */
export async function needMember(request: Request, fresh = false): Promise<{ ok: true; member: Member } | ApiFailure> {
  const { pathname, search } = new URL(request.url);
  const toSignIn = () => redirect(signInPath(pathname + search));
  if (!isMarkedSignedIn()) {
    // An answer that found the session ended deleted the marker. Until the page has looked too, the sign-in would take the visitor for a member.
    if (useMember.getState().status === 'member') await checkSession();
    throw toSignIn();
  }
  const { member } = useMember.getState();
  // Its data may be a little old; the pages that show it follow the store.
  if (member && !fresh) return { ok: true, member };
  const result = await loadMember();
  if (result.ok) return { ok: true, member: result.data.member };
  if (result.code === 'UNAUTHORISED') throw toSignIn();
  return result;
}
