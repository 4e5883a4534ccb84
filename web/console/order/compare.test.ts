import type { HistoryEvent } from '@nordhaut/contracts/support';
import { expect, test } from 'vitest';
import { differences, eventWith, inTime } from './compare.ts';

const event = (stream: string, revision: number): HistoryEvent => ({
  id: `${stream}/${revision}`,
  stream,
  revision,
  position: '0',
  type: 'Any',
  sentence: '',
  actor: { kind: 'system', name: '系統' },
  cause: null,
  at: '2026-01-01T00:00:00.000Z',
  recordedAt: '2026-01-01T00:00:00.000Z',
  isTechnical: false,
  carrierAt: null,
  requestId: null,
  traceId: null,
  changes: [],
  raw: { data: {}, metadata: {} },
});
const fields = (values: Record<string, string>) => Object.entries(values).map(([label, value]) => ({ label, value }));

test('only the fields that differ are listed, with both values', () => {
  expect(differences(fields({ 付款: '等待', 商品: '面霜' }), fields({ 付款: '已付款', 商品: '面霜' }))).toEqual([
    { label: '付款', before: '等待', after: '已付款' },
  ]);
});

test('a field that only one state has differs from none', () => {
  expect(differences(fields({ 退貨: '審核中' }), fields({ 包裹: 'P1' }))).toEqual([
    { label: '退貨', before: '審核中', after: '—' },
    { label: '包裹', before: '—', after: 'P1' },
  ]);
  expect(differences([], fields({ 付款: '等待' })), 'before the order').toEqual([{ label: '付款', before: '—', after: '等待' }]);
});

test('two moments are compared in the order of time, whichever was chosen first; an unknown one is not compared', () => {
  const cart = event('cart-1', 0);
  const placed = event('order-1', 0);
  const events = [cart, placed];
  expect(inTime(events, placed, cart)).toEqual([cart, placed]);
  expect(inTime(events, cart, placed)).toEqual([cart, placed]);
  expect(eventWith(events, '0')).toBe(placed);
  expect(eventWith(events, cart.id)).toBe(cart);
  expect(eventWith(events, '99')).toBeUndefined();
  expect(eventWith(events, null)).toBeUndefined();
});
