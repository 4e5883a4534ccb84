import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { shareOf } from './share.ts';

const options = { key: createSecretKey(Buffer.alloc(32)), factor: 1, now: new Date('2026-11-28T16:30:00Z') };

test('what strangers can cause has a limit, whatever the mailbox is called; links that a member waits for have none', () => {
  const order = { kind: 'ORDER_CREATED', stream: 'order-A', data: {} } as const;
  const welcome = { kind: 'REGISTERED', stream: 'member-a', data: {} } as const;
  const share = shareOf(order, 'anna@example.com', options);
  expect(share).toMatchObject({ day: '2026-11-29', most: 30 });
  expect(shareOf(welcome, 'An.na+shop@Example.com', options)).toEqual(share);
  expect(shareOf(order, 'anna@example.com.', options)).toEqual(share);
  expect(shareOf(order, 'anna@example.org', options)?.mailbox).not.toEqual(share?.mailbox);
  expect(shareOf({ kind: 'RESET_PASSWORD', stream: 'member-a', data: {} }, 'anna@example.com', options)).toBeUndefined();
  expect(shareOf({ ...order, data: { byStaff: true } }, 'anna@example.com', options)).toBeUndefined();
  expect(shareOf(order, 'anna@example.com', { ...options, factor: null })).toBeUndefined();
});
