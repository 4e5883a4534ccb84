import { MemberCoupons } from '@nordhaut/contracts';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api.ts';
import { useSession } from '../checkout/session.ts';

type Known = { state: 'loading' } | { state: 'failed'; message: string } | ({ state: 'ready' } & MemberCoupons);

/** The member's coupons for the present cart, loaded each time the list opens. */
export function useOwnCoupons(): Known & { again: () => void } {
  const [known, setKnown] = useState<Known>({ state: 'loading' });
  const { delivery, payment } = useSession();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let gone = false;
    void call(MemberCoupons, `/api/member/coupons?portType=${delivery}&payType=${payment}`, { retries: 1 }).then((result) => {
      if (!gone) setKnown(result.ok ? { state: 'ready', ...result.data } : { state: 'failed', message: result.message });
    });
    return () => {
      gone = true;
    };
  }, [delivery, payment, turn]);
  return { ...known, again: () => (setKnown({ state: 'loading' }), setTurn((now) => now + 1)) };
}
