import { expect, test } from 'vitest';
import { daysAfter } from './credit.ts';
import { dueIn } from './rewards.decide.ts';
import { emptyWallet, type WalletOrder } from './wallet.ts';

const START = '2026-11-20T01:00:00.000Z';

test('an order counts, and scheduled credit is granted, from the instant on that the wallet names, and each once', () => {
  const order = (orderNo: string, countsAt: string | null, counted: number | null = null): WalletOrder => {
    const delivered = countsAt === null ? null : { at: START, goodsPaid: 100, first: false, countsAt };
    return { orderNo, state: 'noted', stands: true, coupons: [], credit: [], returned: [], delivered, counted };
  };
  const [due, later] = [daysAfter(START, 7), daysAfter(START, 8)];
  const credit = { grantId: 'referral/A', kind: 'REFERRAL', amount: 3, dueAt: due, cause: { kind: 'ORDER', orderNo: 'A' } } as const;
  const gift = { grantId: 'birthday/2026', kind: 'BIRTHDAY', amount: 50, dueAt: due, cause: { kind: 'BIRTHDAY', year: 2026 } } as const;
  const orders = [order('A', due), order('B', later), order('C', due, 100), order('D', null)];
  const wallet = { ...emptyWallet, orders, scheduled: [credit, gift, { ...credit, grantId: 'referral/B', dueAt: later }] };
  expect(dueIn(wallet, START)).toEqual({ ordersToCount: [], creditOfOrders: [], birthday: undefined });
  const creditOfOrders = [{ grantId: 'referral/A', kind: 'REFERRAL', orderNo: 'A' }];
  expect(dueIn(wallet, due)).toEqual({ ordersToCount: ['A'], creditOfOrders, birthday: gift });
});
