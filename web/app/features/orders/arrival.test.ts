import type { OrderAnswer } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { arrivalOf, periodText } from './arrival.ts';

const order = (phase: string, stage?: string, store?: string) =>
  ({
    facts: { phase, parcel: stage ? { stage } : null, pickup: store ? { store: { address: store } } : null },
    delivery: { type: store ? 'CVS' : 'HOME' },
    recipient: { address: '臺北市大安區' },
    createdAt: '2026-11-23T04:00:00.000Z',
  }) as unknown as OrderAnswer['order'];
const on = (day: string) => new Date(`${day}T04:00:00Z`);

test('an order in transit arrives in a period that does not begin in the past', () => {
  expect(arrivalOf(order('preparing'), on('2026-11-23'))).toEqual({ from: '2026-11-26', to: '2026-12-02' });
  expect(arrivalOf(order('on-its-way', 'delivering'), on('2026-11-30'))).toEqual({ from: '2026-11-30', to: '2026-12-02' });
  expect(arrivalOf(order('on-its-way', 'in-transit', '金門縣金城鎮'), on('2026-11-23'))).toEqual({ from: '2026-11-27', to: '2026-12-10' });
});

test('promises nothing for an order that is late, held, waiting or complete', () => {
  expect(arrivalOf(order('on-its-way', 'in-transit'), on('2026-12-03'))).toBeUndefined();
  expect(arrivalOf(order('on-its-way', 'problem'), on('2026-11-23'))).toBeUndefined();
  for (const phase of ['awaiting-payment', 'payment-failed', 'at-store', 'delivered', 'cancelled', 'returning'])
    expect(arrivalOf(order(phase), on('2026-11-23')), phase).toBeUndefined();
});

test('shows a period of one day as one day', () => {
  expect(periodText({ from: '2026-11-25', to: '2026-12-01' })).toBe('11/25（三）至 12/1（二）');
  expect(periodText({ from: '2026-11-25', to: '2026-11-25' })).toBe('11/25（三）');
});
