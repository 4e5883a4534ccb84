import { Dialog } from '../../ui/dialog.tsx';
import { CheckoutSignIn } from '../account/checkout-sign-in.tsx';
import { headings, messages } from './messages.ts';

/** Invites a guest to sign in: coupons and credit belong to members (spec/3-purchase-flow §6). */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={headings.invite}>
      <p className="mb-4">{messages.invite}</p>
      <CheckoutSignIn step="CART" email="" onClose={onClose} />
    </Dialog>
  );
}
