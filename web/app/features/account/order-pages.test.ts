import type { MemberOrder } from '@nordhaut/contracts';
import { describe, expect, it } from 'vitest';
import { afterStatus, joinedPages, newestOf } from './order-pages.ts';

const order = (orderNo: string, revision: number, label = `${orderNo}-${revision}`) =>
  ({ orderNo, revision, displayStatus: { code: label, label } }) as MemberOrder;
const status = (orderNo: string, revision: number) =>
  ({ orderNo, revision, status: { code: 'x', label: '已出貨' }, facts: {} }) as Parameters<typeof afterStatus>[1];
const labels = (orders: readonly MemberOrder[]) => orders.map(({ displayStatus }) => displayStatus.label);

describe("the pages of a member's orders", () => {
  it('takes a newer status of its order only', () => {
    const list = [order('A', 3), order('B', 2)];
    expect(labels(afterStatus(list, status('B', 3)))).toEqual(['A-3', '已出貨']);
    expect(afterStatus(list, status('B', 2))).toEqual(list);
    expect(afterStatus(list, status('C', 9))).toEqual(list);
  });

  it('shows an order once that stands on two pages', () =>
    expect(labels(joinedPages([order('A', 1), order('B', 1)], [order('B', 1), order('C', 1)]))).toEqual(['A-1', 'B-1', 'C-1']));

  it('puts new orders first and keeps the newer state and the later pages', () =>
    expect(labels(newestOf([order('B', 4), order('C', 1)], { orders: [order('A', 0), order('B', 3)] }))).toEqual(['A-0', 'B-4', 'C-1']));
});
