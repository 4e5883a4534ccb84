import { memberDecider, memberStream } from '@nordhaut/accounts';
import { isPurchase, orderDecider, orderStream } from '@nordhaut/ordering';
import type { Commands } from '@nordhaut/platform/envelope';

/**
 * Whether an order stands that the member placed as a guest and adopted (decisions.md 57). The wallet learns of adopted
 * orders a moment later, so a reservation asks the histories themselves.
 */
export const hasAdoptedOrder =
  (commands: Commands) =>
  async (memberId: string): Promise<boolean> => {
    const { state: member } = await commands.load(memberStream(memberId), memberDecider);
    for (const orderNo of member?.adopted ?? []) {
      const { state: order } = await commands.load(orderStream(orderNo), orderDecider);
      if (order && isPurchase(order)) return true;
    }
    return false;
  };
