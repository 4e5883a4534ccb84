import { isAccountClosed } from '@nordhaut/accounts';
import { type Order, ownerOf } from '@nordhaut/ordering';
import type { Commands } from '@nordhaut/platform/envelope';

/** Whether the order has a member whose account is closed: nothing reaches the wallet any more. */
export const memberGone =
  (commands: Pick<Commands, 'load'>) =>
  async (order: Order): Promise<boolean> => {
    const memberId = ownerOf(order);
    return memberId !== null && isAccountClosed(commands, memberId);
  };
export type MemberGone = ReturnType<typeof memberGone>;
