import { MemberVouchers } from '@nordhaut/contracts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { call } from '../../lib/api.ts';
import { useMember } from '../../lib/stores/member.ts';

const useKnown = create<{ owner?: string; balance?: number }>()(() => ({}));

/** Loads the balance again; after an order, or when another tab may have used some. */
async function refresh(owner: string): Promise<void> {
  const result = await call(MemberVouchers, '/api/member/vouchers', { retries: 1 });
  if (result.ok && useMember.getState().member?.user_uid === owner) useKnown.setState({ owner, balance: result.data.balance });
}

/** The member's usable shopping credit, NT$; undefined until it is known. It follows what other tabs and windows do. */
export function useBalance(): number | undefined {
  const owner = useMember(({ member }) => member?.user_uid);
  const known = useKnown();
  useEffect(() => {
    if (owner === undefined) return;
    const look = () => document.visibilityState === 'visible' && void refresh(owner);
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [owner]);
  return known.owner === owner ? known.balance : undefined;
}
