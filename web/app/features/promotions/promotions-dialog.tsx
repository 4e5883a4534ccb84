import type { ComponentProps } from 'react';
import { useMember } from '../../lib/stores/member.ts';
import { CouponDialog } from './coupon-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';

/** What a click in the box of coupons opens. Guests choose the gifts that the shop gives by itself; their other coupons need a sign-in. */
export function PromotionsDialog(props: ComponentProps<typeof CouponDialog>) {
  const isGuest = useMember(({ status }) => status === 'guest');
  const { open, pickUid, onClose } = props;
  const invites = isGuest && pickUid === '';
  return (
    <>
      <CouponDialog {...props} open={open && !invites} />
      {isGuest && <InviteDialog open={open && invites} onClose={onClose} />}
    </>
  );
}
