import { MemberOrders } from '@nordhaut/contracts';
import { useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { call } from '../../lib/api.ts';
import type { LiveConnection } from '../../lib/live-order-state.ts';
import { useMember } from '../../lib/stores/member.ts';
import { followMember } from '../../lib/live-member.ts';
import { afterStatus, joinedPages, newestOf } from './order-pages.ts';
import { checkSession } from './session.ts';
import { ordersPath } from './orders-path.ts';

/** ms before a change is announced; changes that come together are one announcement */
const SAY_AFTER = 600;
/** ms to wait for more changes before the first page is loaded again */
const RELOAD_AFTER = 400;

/** The loaded pages of the list, kept up to date by the socket. A new order loads the first page again. */
export function useOrders(first: MemberOrders, year: number | undefined) {
  const [orders, setOrders] = useState(first.orders);
  const [cursor, setCursor] = useState(first.cursor);
  const [years, setYears] = useState(first.years);
  const [loading, setLoading] = useState(false);
  const [updating, setUpdating] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [live, setLive] = useState<{ connection: LiveConnection; updatedAt: number | undefined }>({
    connection: 'connecting',
    updatedAt: undefined,
  });
  const known = useRef(orders);
  const position = useRef(first.position);
  useEffect(() => {
    known.current = orders;
  });

  useEffect(() => {
    let reload: ReturnType<typeof setTimeout> | undefined;
    let say: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    // The statuses of different orders arrive in any order.
    let newest = 0n;
    async function refresh(after?: string): Promise<void> {
      setUpdating(true);
      const result = await call(MemberOrders, ordersPath({ year, after }), { retries: 0 });
      if (gone) return;
      setUpdating(false);
      if (!result.ok) return;
      position.current = result.data.position;
      setYears(result.data.years);
      setOrders((now) => newestOf(now, result.data));
      setLive((now) => ({ ...now, updatedAt: Date.now() }));
    }
    const following = followMember({
      position: () => position.current,
      onConnection: (connection) => setLive((now) => ({ connection, updatedAt: connection === 'connected' ? Date.now() : now.updatedAt })),
      onStatus(message) {
        setLive((now) => ({ ...now, updatedAt: Date.now() }));
        const order = known.current.find(({ orderNo }) => orderNo === message.orderNo);
        if (!order) {
          if (BigInt(message.position) > newest) newest = BigInt(message.position);
          clearTimeout(reload);
          reload = setTimeout(() => void refresh(String(newest)), RELOAD_AFTER);
          return;
        }
        if (message.revision <= order.revision) return;
        setOrders((now) => afterStatus(now, message));
        clearTimeout(say);
        if (message.status.label !== order.displayStatus.label)
          say = setTimeout(() => announce(`訂單 ${message.orderNo} 狀態更新：${message.status.label}`), SAY_AFTER);
      },
      poll: () => void refresh(),
      onOtherMember: () => void checkSession(),
      isSame: (uid) => useMember.getState().member?.user_uid === uid,
    });
    return () => {
      gone = true;
      clearTimeout(reload);
      clearTimeout(say);
      following.stop();
    };
  }, [year]);

  async function loadMore(): Promise<void> {
    if (loading || !cursor) return;
    setLoading(true);
    setFailure(undefined);
    const result = await call(MemberOrders, ordersPath({ year, cursor }), { retries: 1 });
    setLoading(false);
    if (!result.ok) return setFailure(result.message);
    setOrders((now) => joinedPages(now, result.data.orders));
    setCursor(result.data.cursor);
    announce(`已載入 ${result.data.orders.length} 筆訂單`);
  }
  return { orders, years, hasMore: cursor !== null, loadMore: () => void loadMore(), loading, updating, failure, ...live };
}
