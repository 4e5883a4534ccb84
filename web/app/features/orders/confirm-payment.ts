import type { OrderAnswer } from '@nordhaut/contracts';
import { type ApiResult, call } from '../../lib/api.ts';
import { lookUpOrder } from '../../lib/look-up-order.ts';
import { withFields } from '../../lib/with-fields.ts';

type ConfirmAnswer = { position: string };

/** The server queries the processor for the state of a payment. Safe for every order at any time. */
export const confirmPayment = (orderNo: string): Promise<ApiResult<ConfirmAnswer>> =>
  call(withFields<ConfirmAnswer>('position'), `/api/orders/${encodeURIComponent(orderNo)}/payment/confirm`, {
    method: 'POST',
    timeout: 40_000,
  });

/** ms between attempts to load a new order, because the look-up's projection may be behind */
const LOOK_AGAIN = [250, 500, 1_000];

/** Confirms the payment of a new order, then loads the order as the confirmation left it. */
export async function confirmedOrder(orderNo: string, cod: boolean): Promise<ApiResult<OrderAnswer>> {
  // After a failed confirmation the page still shows the order and confirms again later.
  const confirmed = cod ? undefined : await confirmPayment(orderNo);
  const look = () => lookUpOrder(orderNo, confirmed?.ok ? confirmed.data.position : undefined);
  for (const wait of LOOK_AGAIN) {
    const found = await look();
    if (found.ok || found.status !== 404) return found;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return look();
}
