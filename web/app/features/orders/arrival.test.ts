import type { OrderAnswer } from '@nordhaut/contracts';
import { expect, test } from 'vitest';
import { arrivalOf, closedNotice, closedOf, periodText } from './arrival.ts';

const ARRIVAL = { from: '2026-11-26', to: '2026-12-02', closed: null };
const order = (phase: string, stage?: string, arrival: OrderAnswer['order']['arrival'] = ARRIVAL) =>
  ({ facts: { phase, parcel: stage ? { stage } : null }, arrival }) as unknown as OrderAnswer['order'];
const on = (day: string) => new Date(`${day}T04:00:00Z`);

test('an order in transit arrives in a period that does not begin in the past', () => {
  expect(arrivalOf(order('preparing'), on('2026-11-23'))).toEqual({ from: '2026-11-26', to: '2026-12-02' });
  expect(arrivalOf(order('on-its-way', 'delivering'), on('2026-11-30'))).toEqual({ from: '2026-11-30', to: '2026-12-02' });
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

const CLOSED = { from: '2027-02-05', to: '2027-02-14' };
const SAYS = '2/5（五）至 2/14（日）暫停出貨，2/15（一）起依序寄出。';

test('an order that is not sent yet says that nothing is sent, until it is sent again', () => {
  const waits = order('preparing', undefined, { from: '2027-02-17', to: '2027-02-23', closed: CLOSED });
  expect(closedOf(waits, on('2027-02-04'))).toBe(SAYS);
  expect(closedOf(waits, new Date('2027-02-14T15:59:59Z'))).toBe(SAYS);
  expect(closedOf(waits, new Date('2027-02-14T16:00:00Z'))).toBeUndefined();
  for (const phase of ['awaiting-payment', 'on-its-way', 'at-store', 'delivered', 'cancelled'])
    expect(closedOf({ ...waits, facts: { ...waits.facts, phase: phase as 'delivered' } }, on('2027-02-04')), phase).toBeUndefined();
  expect(closedOf(order('preparing'), on('2026-11-23'))).toBeUndefined();
});

test('who orders now is told while the closed days make the arrival later', () => {
  const closed = new Set(['2027-02-05', '2027-02-08', '2027-02-09', '2027-02-10', '2027-02-11', '2027-02-12']);
  const shownOn = ['2027-01-26', '2027-01-27', '2027-02-04', '2027-02-14', '2027-02-15'].map((day) => closedNotice(closed, on(day)));
  expect(shownOn).toEqual([null, SAYS, SAYS, SAYS, null]);
  expect(closedNotice(new Set(), on('2027-02-05'))).toBeNull();
});
