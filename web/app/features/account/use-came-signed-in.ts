import { useState } from 'react';
import { useMember } from '../../lib/stores/member.ts';

/** Whether the visitor was a member when the page opened. A sign-in on the page itself is no second one. */
export function useCameSignedIn(): boolean {
  const status = useMember((session) => session.status);
  const [first, setFirst] = useState(status);
  if (first === 'unknown' && status !== 'unknown') setFirst(status);
  return first === 'member' && status === 'member';
}
