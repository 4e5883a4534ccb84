import { OrderAnswer } from '@nordhaut/contracts';
import { type ApiResult, call } from './api.ts';

/**
 * Looks an order up with this browser's cookie. The cookie of a placed or proved order shows the personal data.
 * @param after the projection's position must be past this one
 */
export const lookUpOrder = (orderNo: string, after?: string): Promise<ApiResult<OrderAnswer>> =>
  call(OrderAnswer, `/api/orders/${encodeURIComponent(orderNo)}${after === undefined ? '' : `?after=${after}`}`, { retries: 1 });
