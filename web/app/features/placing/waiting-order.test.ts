import type { OrderAnswer, OrderPhase, PaymentState } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import type { ApiResult } from '../../lib/api.ts';
import { foundOf } from './waiting-order.ts';

const answer = (phase: OrderPhase, payment: PaymentState, notCharged: boolean): ApiResult<OrderAnswer> => ({
  ok: true,
  replayed: false,
  data: { order: { notCharged, facts: { phase, payment } } } as OrderAnswer,
});

test.each([
  ['awaiting-payment', 'pending', false, { state: 'waiting', notCharged: false }],
  ['payment-failed', 'failed', true, { state: 'failed', notCharged: true }],
  ['payment-failed', 'failed', false, { state: 'failed', notCharged: false }],
  ['cancelled', 'paid', false, { state: 'failed', notCharged: false }],
  ['preparing', 'paid', false, { state: 'paid', notCharged: false }],
  ['delivered', 'paid', false, { state: 'paid', notCharged: false }],
] as const)('%s, %s, reported as not charged: %s', (phase, payment, notCharged, found) =>
  expect(foundOf(answer(phase, payment, notCharged))).toEqual(found),
);

test('states nothing about a charge without an answer', () => {
  const failure = { ok: false, status: 0, code: 'OFFLINE', message: '', correlationId: '', issues: [], retryable: true } as const;
  expect(foundOf(failure)).toEqual({ state: 'unclear', notCharged: false });
});
