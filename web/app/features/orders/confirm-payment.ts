import { DisplayStatus, type OrderAnswer, OrderNoText } from '@nordhaut/contracts';
import * as z from 'zod/mini';
import { type ApiResult, call } from '../../lib/api.ts';
import { lookUpOrder } from '../../lib/look-up-order.ts';

const ConfirmAnswer = z.object({ orderNo: OrderNoText, displayStatus: DisplayStatus });

/** Has the server ask the processor what became of a payment; harmless for every order, at any time. */
export const confirmPayment = (orderNo: string): Promise<ApiResult<z.infer<typeof ConfirmAnswer>>> =>
  call(ConfirmAnswer, `/api/orders/${encodeURIComponent(orderNo)}/payment/confirm`, { method: 'POST', timeout: 40_000 });

/** ms between looks at an order that was placed a moment ago: the look-up may be a blink behind */
const LOOK_AGAIN = [250, 500, 1_000];

/** An order just placed: what became of its payment, then the order itself. */
export async function settledOrder(orderNo: string, cod: boolean): Promise<ApiResult<OrderAnswer>> {
  // A failure to confirm is no failure of the page: the order can be shown, and is asked about again.
  if (!cod) await confirmPayment(orderNo);
  for (const wait of LOOK_AGAIN) {
    const found = await lookUpOrder(orderNo);
    if (found.ok || found.status !== 404) return found;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return lookUpOrder(orderNo);
}
