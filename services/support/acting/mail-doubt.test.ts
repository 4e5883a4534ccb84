import type { Order } from '@nordhaut/ordering';
import { expect, test } from 'vitest';
import type { OrderHistory } from '../orders/history.ts';
import { mailDoubtOf } from './mail-doubt.ts';

const order = (email: string, more: { origin?: string; emailCorrectedAt?: string } = {}): Order =>
  ({
    terms: more.origin === undefined ? {} : { linked: { orderNo: more.origin } },
    personal: { contact: { recipient: { email } } },
    ...(more.emailCorrectedAt !== undefined && { emailCorrectedAt: more.emailCorrectedAt }),
  }) as unknown as Order;
const emailCorrectedAt = '2026-11-20T01:00:00.000Z';
const right = 'ming@example.com';
const orders: Record<string, Order> = {
  PLAIN: order(right),
  AGAIN: order(right, { origin: 'PLAIN' }),
  NONE: order(''),
  CORRECTED: order(right, { emailCorrectedAt }),
  CHANGED: order(right, { origin: 'CORRECTED' }),
  RESENT: order(right, { origin: 'CHANGED' }),
};
const history = { then: (orderNo: string) => Promise.resolve({ order: orders[orderNo] }) } as unknown as Pick<OrderHistory, 'then'>;

test.each([
  ['PLAIN', null],
  ['AGAIN', null],
  ['NONE', 'NO_ADDRESS'],
  ['CORRECTED', 'CORRECTED'],
  ['CHANGED', 'CORRECTED'],
  ['RESENT', 'CORRECTED'],
] as const)('support calls about %s: %s, also where the address was corrected in an order before it', async (orderNo, doubt) =>
  expect(await mailDoubtOf(orders[orderNo] as Order, history)).toBe(doubt),
);
