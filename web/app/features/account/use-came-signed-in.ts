import { useState } from 'react';
import { useMember } from '../../lib/stores/member.ts';

/**
 * Whether the visitor was a member when the page opened, or became one in another tab since. A sign-in on the page itself is
 * no second one.
 */
export function useCameSignedIn(): boolean {
  const { status, elsewhere } = useMember();
  const [first, setFirst] = useState({ status, elsewhere });
  if (first.status === 'unknown' && status !== 'unknown') setFirst({ status, elsewhere });
  return status === 'member' && (first.status === 'member' || first.elsewhere !== elsewhere);
}
