import type { CartItem, OrderNumberAnswer } from '@nordhaut/contracts';
import type { output } from 'zod/mini';
import { type ApiFailure, call } from '../../lib/api.ts';
import { refreshCart } from '../../lib/stores/cart.ts';
import { contentsKey, orderableItems } from '../cart/cart-lines.ts';
import { nextStepBefore, type NextStep } from './refusal.ts';
import { messages } from '../checkout/messages.ts';
import { useSession } from '../checkout/session.ts';
import { reportSilence } from '../../lib/report-silence.ts';
import { unknownOrderResult } from './unknown-order.ts';
import { withFields } from '../../lib/with-fields.ts';

export type PlacingFailure = { failure: ApiFailure; next: NextStep };
export type Prepared =
  | { kind: 'ready'; orderNo: string }
  /** an order that was sent earlier exists; `path` of its result */
  | { kind: 'stands'; path: string }
  /** the cart differs from the one on the page */
  | { kind: 'changed' }
  | ({ kind: 'failed' } & PlacingFailure);

/**
 * The checks before an order is sent; they change nothing. The cart is loaded again, because another window may have
 * changed or ordered it. `shown`: the lines that the button's price belongs to.
 */
export async function prepareOrder(shown: readonly CartItem[]): Promise<Prepared> {
  const path = await unknownOrderResult();
  if (path) return { kind: 'stands', path };
  const { unknownOrder, atBank } = useSession.getState();
  const failed = (failure: ApiFailure): Prepared => ({
    kind: 'failed',
    failure,
    next: nextStepBefore(failure, unknownOrder !== undefined),
  });
  const cart = await refreshCart();
  if (!cart.ok) return failed(cart);
  if (contentsKey(shown) !== contentsKey(orderableItems(cart.data, atBank?.orderNo))) return { kind: 'changed' };
  if (unknownOrder !== undefined) return { kind: 'ready', orderNo: unknownOrder };
  const number = await call(withFields<output<typeof OrderNumberAnswer>>('id'), '/api/genUid/', { method: 'POST', body: {} });
  if (number.ok) return { kind: 'ready', orderNo: number.data.id };
  reportSilence('ORDER_UID', number);
  // Without a network, or while the shop takes no orders, the buyer needs no support.
  const known = number.code === 'OFFLINE' || number.code === 'TEMPORARILY_REFUSED';
  return failed(known ? number : { ...number, message: messages.orderNumber });
}
