/** The room of the tabs in which this member is signed in. */
export const memberRoom = (memberId: string): string => `member:${memberId}`;

/**
 * The members whose tabs this process serves, and the orders of each. An event names its order only, so the map says whose
 * tabs get its status.
 */
export function createMemberTabs(orders: { follow(orderNo: string): void; unfollow(orderNo: string): void }) {
  const members = new Map<string, { tabs: number; orders: Set<string> }>();
  const owners = new Map<string, string>();
  return {
    has: (memberId: string): boolean => members.has(memberId),
    ownerOf: (orderNo: string): string | undefined => owners.get(orderNo),
    join(memberId: string): void {
      const known = members.get(memberId);
      if (known) known.tabs += 1;
      else members.set(memberId, { tabs: 1, orders: new Set() });
    },
    leave(memberId: string): void {
      const known = members.get(memberId);
      if (!known) return;
      known.tabs -= 1;
      if (known.tabs > 0) return;
      for (const orderNo of known.orders) {
        owners.delete(orderNo);
        orders.unfollow(orderNo);
      }
      members.delete(memberId);
    },
    /** The member's tabs get the statuses of this order from now on. */
    add(memberId: string, orderNo: string): void {
      const known = members.get(memberId);
      if (!known || known.orders.has(orderNo)) return;
      known.orders.add(orderNo);
      owners.set(orderNo, memberId);
      orders.follow(orderNo);
    },
  };
}
export type MemberTabs = ReturnType<typeof createMemberTabs>;
