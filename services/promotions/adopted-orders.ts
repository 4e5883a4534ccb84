import { memberDecider, memberStream } from '@nordhaut/accounts';
import { isPurchase, orderDecider, orderStream } from '@nordhaut/ordering';
import type { Commands } from '@nordhaut/platform/envelope';

/** Orders that a member placed as a guest and adopted: the numbers of those that are purchases, and of those that are none (any more). */
export type AdoptedOrders = { standing: readonly string[]; fallen: readonly string[] };

/**
 * Which orders stand that the member placed as a guest and adopted (decisions.md 57). The wallet learns of adopted orders, and of
 * their ends, a moment later, so a reservation asks the histories themselves.
 */
export const adoptedOrders =
  (commands: Commands) =>
  async (memberId: string): Promise<AdoptedOrders> => {
    const { state: member } = await commands.load(memberStream(memberId), memberDecider);
    const [standing, fallen]: [string[], string[]] = [[], []];
    for (const orderNo of member?.adopted ?? []) {
      const { state: order } = await commands.load(orderStream(orderNo), orderDecider);
      if (order) (isPurchase(order) ? standing : fallen).push(orderNo);
    }
    return { standing, fallen };
  };

/**
 * Whether one of these adopted orders is a purchase that has reached the member (decisions.md 58). An adopted order earns nothing, so
 * the wallet does not record its delivery (decisions.md 66).
 */
export async function hasDelivered(commands: Pick<Commands, 'load'>, adopted: readonly string[]): Promise<boolean> {
  for (const orderNo of adopted) {
    const { state: order } = await commands.load(orderStream(orderNo), orderDecider);
    if (order && order.receivedAt !== null && isPurchase(order)) return true;
  }
  return false;
}
