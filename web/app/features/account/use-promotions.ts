import { formatMoney, type MemberCoupons, type MemberVouchers } from '@nordhaut/contracts';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { type ApiFailure, call } from '../../lib/api.ts';
import { followMember } from '../../lib/live-member.ts';
import { useMember } from '../../lib/stores/member.ts';
import { withFields } from '../../lib/with-fields.ts';
import { checkSession } from './session.ts';

export type Promotions = { own: MemberCoupons; credit: MemberVouchers };

/** The member's coupons and shopping credit. `after`: a position that the answers must have reached */
export async function loadPromotions(after?: string): Promise<({ ok: true } & Promotions) | ApiFailure> {
  const query = after === undefined ? '' : `?after=${after}`;
  const [own, credit] = await Promise.all([
    call(withFields<MemberCoupons>('coupons', 'used', 'position'), `/api/member/coupons${query}`),
    call(withFields<MemberVouchers>('balance', 'vouchers', 'scheduled', 'position'), `/api/member/vouchers${query}`),
  ]);
  if (!own.ok) return own;
  return credit.ok ? { ok: true, own: own.data, credit: credit.data } : credit;
}

/** the position that both answers have reached */
function reached({ own, credit }: Promotions): bigint {
  const [ofOwn, ofCredit] = [BigInt(own.position), BigInt(credit.position)];
  return ofOwn < ofCredit ? ofOwn : ofCredit;
}

/** Follows the changes of other tabs, of the shop and of time, while the page is open. */
export function usePromotions(first: Promotions): Promotions {
  const [known, setKnown] = useState(first);
  const position = useRef(reached(first));
  const balance = useRef(first.credit.balance);
  useEffect(() => {
    let gone = false;
    async function refresh(after?: string): Promise<void> {
      const result = await loadPromotions(after);
      // Answers may arrive in another order than they were asked for.
      if (gone || !result.ok || reached(result) < position.current) return;
      position.current = reached(result);
      if (result.credit.balance !== balance.current) announce(`購物金可用餘額 ${formatMoney(result.credit.balance)}`);
      balance.current = result.credit.balance;
      setKnown(result);
    }
    const following = followMember({
      position: () => String(position.current),
      onConnection: () => undefined,
      onBalance: (message) => void refresh(message.position),
      poll: () => void refresh(),
      onOtherMember: () => void checkSession(),
      isSame: (uid) => useMember.getState().member?.user_uid === uid,
    });
    return () => {
      gone = true;
      following.stop();
    };
  }, []);
  return known;
}
