import { checkOut, seeOrder, seeOwnOrder, type PlacedOrder } from '../lib/checkout.ts';
import { follow, whoFollows, type Follower } from '../lib/follower.ts';
import { fail, pause } from '../lib/journal.ts';
import { CARDS, passThreeDSecure, prime } from '../lib/outside.ts';
import { patience } from '../lib/settings.ts';
import { post, wanted } from '../lib/shop.ts';
import type { Stock } from '../lib/stock.ts';

/** ms between two checks of the payment's result */
const ASK_EVERY = 300;

/**
 * A guest pays by card: the order, the bank's 3-D secure page, back to the shop, which asks the bank. A second tab follows
 * the order and must get every status.
 */
export async function guestCard(stock: Stock): Promise<void> {
  let page: Follower | undefined;
  try {
    const pay = async (order: PlacedOrder): Promise<void> => {
      const { paymentUrl } = order;
      if (paymentUrl === undefined) return fail('order: no page of the bank was named');
      page = follow(order.orderNo, await seeOwnOrder(order), whoFollows.guest(order));
      if (!(await page.ready(patience.follower))) fail('socket: no subscription in time');
      await passThreeDSecure(paymentUrl);
      await becomesPaid(order);
    };
    const { orderNo } = await checkOut(stock, { type: 'CREDIT', prime: prime(CARDS.threeDSecure) }, { then: pay });
    await page?.compare(await seeOrder(orderNo, page.position()));
  } finally {
    page?.close();
  }
}

/** As the result page: asks the shop for the payment's result until it is final. */
async function becomesPaid({ orderNo }: PlacedOrder): Promise<void> {
  for (const deadline = Date.now() + patience.own; ; await pause(ASK_EVERY)) {
    const name = '/api/orders/{orderNo}/payment/confirm';
    const answer = await post<{ displayStatus: { code: string } }>(`/api/orders/${orderNo}/payment/confirm`, { name });
    const { code } = wanted('payment', answer).displayStatus;
    if (code === 'PAYMENT_FAILED') fail('payment: failed');
    if (code !== 'AWAITING_PAYMENT') return;
    if (Date.now() > deadline) fail('payment: still awaited after the bank was passed');
  }
}
