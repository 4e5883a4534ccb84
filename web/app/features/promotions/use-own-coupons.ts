import { useEffect, useState } from 'react';
import { call } from '../../lib/api.ts';
import { OwnCoupons } from './api.ts';

type Known = { state: 'loading' } | { state: 'failed'; message: string } | ({ state: 'ready' } & OwnCoupons);

/** The member's coupons for the present cart, loaded each time the list opens. */
export function useOwnCoupons(): Known & { again: () => void } {
  const [known, setKnown] = useState<Known>({ state: 'loading' });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let gone = false;
    void call(OwnCoupons, '/api/member/coupons', { retries: 1 }).then((result) => {
      if (!gone) setKnown(result.ok ? { state: 'ready', ...result.data } : { state: 'failed', message: result.message });
    });
    return () => {
      gone = true;
    };
  }, [turn]);
  return { ...known, again: () => (setKnown({ state: 'loading' }), setTurn((now) => now + 1)) };
}
