import { MemberVouchers } from '@nordhaut/contracts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { call } from '../../lib/api.ts';
import { useMember } from '../../lib/stores/member.ts';

/** `position`: of the newest change that the balance has */
const useKnown = create<{ owner?: string; balance?: number; position?: string }>()(() => ({}));

/** Loads the balance. `after`: a position that the answer must have reached */
async function refresh(owner: string, after?: string): Promise<void> {
  const query = after === undefined ? '' : `?after=${after}`;
  const result = await call(MemberVouchers, `/api/member/vouchers${query}`, { retries: 1 });
  if (!result.ok || useMember.getState().member?.user_uid !== owner) return;
  const { balance, position } = result.data;
  const known = useKnown.getState();
  // Answers may arrive in another order than they were asked for.
  if (known.owner === owner && BigInt(position) < BigInt(known.position ?? 0)) return;
  useKnown.setState({ owner, balance, position });
}

/** Follows the changes that other tabs, other devices and the shop make. The socket's code loads after the field. */
async function follow(owner: string): Promise<{ stop(): void }> {
  const { followMember } = await import('../../lib/live-member.ts');
  return followMember({
    position: () => useKnown.getState().position ?? '0',
    onConnection: () => undefined,
    onBalance: ({ position }) => void refresh(owner, position),
    poll: () => void refresh(owner),
    onOtherMember: () => void import('../account/session.ts').then(({ checkSession }) => checkSession()).catch(() => undefined),
    isSame: (uid) => uid === owner,
  });
}

/** The member's usable shopping credit, NT$; undefined until it is known. */
export function useBalance(): number | undefined {
  const owner = useMember(({ member }) => member?.user_uid);
  const known = useKnown();
  useEffect(() => {
    if (owner === undefined) return;
    let following: { stop(): void } | undefined;
    let gone = false;
    void refresh(owner)
      .then(() => (gone ? undefined : follow(owner)))
      .then((live) => (gone ? live?.stop() : (following = live)))
      .catch(() => undefined);
    // Only where the code of the socket could not be loaded, because the socket also looks when the page becomes visible.
    const look = () => !following && document.visibilityState === 'visible' && void refresh(owner);
    document.addEventListener('visibilitychange', look);
    return () => {
      gone = true;
      following?.stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [owner]);
  return known.owner === owner ? known.balance : undefined;
}
