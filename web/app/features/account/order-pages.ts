import type { MemberOrder, MemberOrders, OrderStatusMessage } from '@nordhaut/contracts';

type Change = Pick<OrderStatusMessage, 'orderNo' | 'revision' | 'status' | 'facts'>;

/** The list after a status message. A known revision changes nothing, because messages may repeat. */
export const afterStatus = (orders: readonly MemberOrder[], { orderNo, revision, status, facts }: Change): MemberOrder[] =>
  orders.map((order) =>
    order.orderNo === orderNo && revision > order.revision ? { ...order, displayStatus: status, facts, revision } : order,
  );

/** The next page after the known ones. An order that moved between the pages stands once. */
export function joinedPages(orders: readonly MemberOrder[], next: readonly MemberOrder[]): MemberOrder[] {
  const known = new Set(orders.map(({ orderNo }) => orderNo));
  return [...orders, ...next.filter(({ orderNo }) => !known.has(orderNo))];
}

/** The known orders with a fresh first page on top: the newer state of each order wins. */
export function newestOf(orders: readonly MemberOrder[], { orders: fresh }: Pick<MemberOrders, 'orders'>): MemberOrder[] {
  const known = new Map(orders.map((order) => [order.orderNo, order]));
  const top = fresh.map((order) => {
    const before = known.get(order.orderNo);
    return before && before.revision > order.revision ? before : order;
  });
  return joinedPages(top, orders);
}
