import type { OrderAnswer, PlaceGroupOrderRequest, PlaceOrderAnswer } from '@nordhaut/contracts';
import { type ApiFailure, call } from '../../lib/api.ts';
import { newId } from '../../lib/browser.ts';
import { withFields } from '../../lib/with-fields.ts';
import { reportSilence } from '../../lib/report-silence.ts';
import type { GroupDraft } from './group-memory.ts';
import { messages } from './messages.ts';

export type Asked = Omit<PlaceGroupOrderRequest, 'orderNo'>;
type Sent = NonNullable<GroupDraft['sent']>;
/** `open`: the outcome is unknown, and the same number is used again */
export type PlacedGroupOrder =
  | { kind: 'placed'; orderNo: string }
  | { kind: 'refused'; code: ApiFailure['code']; message: string }
  | { kind: 'open'; message: string };

/** ms; the carrier may be slow */
const ORDER_TIME = 60_000;

/**
 * Sends the order. One intent has one order number until its outcome is known, also after a reload, so an answer that was lost
 * makes no second order.
 */
export async function placeGroupOrder(
  asked: Asked,
  sent: Sent | undefined,
  keep: (sent: Sent | undefined) => void,
): Promise<PlacedGroupOrder> {
  const content = JSON.stringify(asked);
  let { orderNo } = sent ?? {};
  if (orderNo === undefined) {
    const number = await call(withFields<{ id: string }>('id'), '/api/genUid/', { method: 'POST', body: {} });
    if (!number.ok) {
      reportSilence('ORDER_UID', number);
      return { kind: 'refused', code: number.code, message: number.code === 'OFFLINE' ? number.message : messages.orderNumber };
    }
    orderNo = number.data.id;
  }
  const key = sent?.content === content ? sent.key : newId();
  keep({ orderNo, key, content });
  const result = await call(withFields<PlaceOrderAnswer>('orderNo', 'total'), '/api/group-orders', {
    method: 'POST',
    body: { ...asked, orderNo },
    idempotencyKey: key,
    timeout: ORDER_TIME,
  });
  if (result.ok) return { kind: 'placed', orderNo };
  if (result.code === 'ORDER_EXISTS') return lookAt(orderNo, result, keep);
  if (result.retryable && result.code !== 'LOGISTICS_REFUSED') return { ...result, kind: 'open' };
  keep(undefined);
  return { ...result, kind: 'refused' };
}

/** An earlier attempt made an order with this number, and its answer was lost. */
async function lookAt(orderNo: string, refused: ApiFailure, keep: (sent: undefined) => void): Promise<PlacedGroupOrder> {
  const found = await call(withFields<OrderAnswer>('order'), `/api/orders/${orderNo}`);
  if (found.ok && found.data.order.facts.phase !== 'cancelled') return { kind: 'placed', orderNo };
  if (!found.ok && found.status !== 404) return { ...found, kind: 'open' };
  keep(undefined);
  return { ...refused, kind: 'refused' };
}
