import { OrderAnswer } from '@nordhaut/contracts';
import { type ApiResult, call } from './api.ts';

/**
 * The look-up with this browser's cookie, which shows personal data to whoever placed or proved the order.
 * @param after position that the answer must have passed
 */
export const lookUpOrder = (orderNo: string, after?: string): Promise<ApiResult<OrderAnswer>> =>
  call(OrderAnswer, `/api/orders/${encodeURIComponent(orderNo)}${after === undefined ? '' : `?after=${after}`}`, { retries: 1 });
