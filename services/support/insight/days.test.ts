import { expect, test } from 'vitest';
import { insightDays } from './days.ts';

test('each day of the range has its figures, also what is owed since then; a day without any has zeros', () => {
  const found = {
    day: '2026-11-02',
    orders: 3,
    ordered: 3300,
    cancelled: 1,
    charged: 2200,
    payment_failures: 1,
    refunds: 1,
    refunded: 1100,
    returns: 0,
  };
  const days = insightDays(
    ['2026-11-01', '2026-11-02', '2026-11-03'],
    [found],
    [
      { day: '2026-10-30', orders: 1, amount: 500 },
      { day: '2026-11-03', orders: 2, amount: 880 },
    ],
  );
  expect(days.map(({ day, orders, paymentFailures, owed }) => [day, orders, paymentFailures, owed])).toEqual([
    ['2026-11-01', 0, 0, 0],
    ['2026-11-02', 3, 1, 0],
    ['2026-11-03', 0, 0, 880],
  ]);
});
