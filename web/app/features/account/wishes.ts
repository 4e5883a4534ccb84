import { accountMessages, WishlistAnswer } from '@nordhaut/contracts';
import { call } from '../../lib/api.ts';
import { useMember } from '../../lib/stores/member.ts';
import { toast } from '../../lib/stores/toasts.ts';

function show(change: (wishlist: readonly number[]) => number[], revision?: number): void {
  const { member } = useMember.getState();
  if (!member) return;
  useMember.setState({ member: { ...member, wishlist: change(member.wishlist), ...(revision !== undefined && { revision }) } });
}

/** Changes run one after another, so that the last click decides. */
let last: Promise<unknown> = Promise.resolve();

/** Adds a product to the wishlist or removes it. The page shows it at once, and takes it back where the shop refuses. */
export function setWish(productId: number, wished: boolean): Promise<boolean> {
  const apply = (on: boolean) => (list: readonly number[]) =>
    on ? [...new Set([...list, productId])] : list.filter((id) => id !== productId);
  const owner = useMember.getState().member?.user_uid;
  show(apply(wished));
  const work = async (): Promise<boolean> => {
    const result = await call(WishlistAnswer, `/api/member/wishlist/${productId}`, { method: wished ? 'PUT' : 'DELETE' });
    // Another account may be signed in by now.
    if (useMember.getState().member?.user_uid !== owner) return result.ok;
    if (!result.ok) {
      show(apply(!wished));
      toast(result.message, 'error');
      return false;
    }
    toast(wished ? accountMessages.wished : accountMessages.unwished, 'ok');
    return true;
  };
  const turn = last.then(work, work);
  last = turn;
  return turn;
}
