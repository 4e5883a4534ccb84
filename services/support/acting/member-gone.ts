import { memberDecider, memberStream } from '@nordhaut/accounts';
import { type Order, ownerOf } from '@nordhaut/ordering';
import type { Commands } from '@nordhaut/platform/envelope';

/** Whether the order has a member whose account is closed: nothing reaches the wallet any more. */
export const memberGone =
  (commands: Pick<Commands, 'load'>) =>
  async (order: Order): Promise<boolean> => {
    const memberId = ownerOf(order);
    if (memberId === null) return false;
    const { state } = await commands.load(memberStream(memberId), memberDecider);
    return state !== null && state.closedAt !== null;
  };
export type MemberGone = ReturnType<typeof memberGone>;
