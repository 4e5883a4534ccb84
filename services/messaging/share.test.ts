import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Budget, shareOf } from './share.ts';

const options = { key: createSecretKey(Buffer.alloc(32)), factor: 1, now: new Date('2026-11-28T16:30:00Z') };

test('what strangers can cause has a limit, whatever the mailbox is called; links that a member waits for have none', () => {
  const order = { kind: 'ORDER_CREATED', stream: 'order-A', data: {} } as const;
  const welcome = { kind: 'REGISTERED', stream: 'member-a', data: {} } as const;
  const shareOfOrder = (address: string, budget: Budget = 'anybody') => shareOf(order, { address, budget }, options);
  const share = shareOfOrder('anna@example.com');
  expect(share).toMatchObject({ day: '2026-11-29', most: 30 });
  expect(shareOf(welcome, { address: 'An.na+shop@Example.com', budget: 'anybody' }, options)).toEqual(share);
  expect(shareOfOrder('anna@example.com.')).toEqual(share);
  expect(shareOfOrder('anna@example.org')?.mailbox).not.toEqual(share?.mailbox);
  const budgets = (['own', 'paid', 'anybody'] as const).map((budget) => shareOfOrder('anna@example.com', budget)?.mailbox.toString('hex'));
  expect(new Set(budgets).size).toBe(3);
  expect(shareOfOrder('An.na+shop@example.com', 'paid')).toEqual(shareOfOrder('anna@example.com', 'paid'));
  expect(
    shareOf({ kind: 'RESET_PASSWORD', stream: 'member-a', data: {} }, { address: 'anna@example.com', budget: 'anybody' }, options),
  ).toBeUndefined();
  expect(shareOf({ ...order, data: { byStaff: true } }, { address: 'anna@example.com', budget: 'anybody' }, options)).toBeUndefined();
  expect(shareOf(order, { address: 'anna@example.com', budget: 'anybody' }, { ...options, factor: null })).toBeUndefined();
});
