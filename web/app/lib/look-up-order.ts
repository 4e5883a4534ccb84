import type { OrderAnswer } from '@nordhaut/contracts';
import { type ApiResult, call } from './api.ts';
import { withFields } from './with-fields.ts';

const orderAnswer = withFields<OrderAnswer>('order', 'displayStatus', 'timeline', 'revision', 'position');

/**
 * Looks an order up with this browser's cookie. The cookie of a placed or proved order shows the personal data.
 * @param after the projection's position must be past this one
 */
export const lookUpOrder = (orderNo: string, after?: string): Promise<ApiResult<OrderAnswer>> =>
  call(orderAnswer, `/api/orders/${encodeURIComponent(orderNo)}${after === undefined ? '' : `?after=${after}`}`, { retries: 1 });
