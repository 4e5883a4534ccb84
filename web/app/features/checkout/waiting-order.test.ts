import type { OrderAnswer } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import type { ApiResult } from '../../lib/api.ts';
import { foundOf } from './waiting-order.ts';

const answer = (code: string, notCharged: boolean): ApiResult<OrderAnswer> => ({
  ok: true,
  replayed: false,
  data: { order: { notCharged }, displayStatus: { code, label: '' } } as OrderAnswer,
});

test.each([
  ['AWAITING_PAYMENT', false, { state: 'waiting', notCharged: false }],
  ['PAYMENT_FAILED', true, { state: 'failed', notCharged: true }],
  ['PAYMENT_FAILED', false, { state: 'failed', notCharged: false }],
  ['CANCELLED', false, { state: 'failed', notCharged: false }],
  ['300', false, { state: 'paid', notCharged: false }],
  ['3003', false, { state: 'paid', notCharged: false }],
] as const)('%s, told as not charged: %s', (code, notCharged, found) => expect(foundOf(answer(code, notCharged))).toEqual(found));

test('without an answer nothing is said about money', () => {
  const failure = { ok: false, status: 0, code: 'OFFLINE', message: '', correlationId: '', issues: [], retryable: true } as const;
  expect(foundOf(failure)).toEqual({ state: 'unclear', notCharged: false });
});
