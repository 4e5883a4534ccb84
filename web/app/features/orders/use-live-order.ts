import type { OrderAnswer } from '@nordhaut/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import type { LiveOrder } from '../../lib/live-order-state.ts';
import { headlineOf } from './headline.ts';
import { type Following, followOrder } from '../../lib/live-orders.ts';
import { useMember } from '../../lib/stores/member.ts';

/** ms before a change is announced. Missed changes arrive together, and only the last one is announced. */
const SAY_AFTER = 600;

/**
 * Follows an order from `start` on and announces each change once. The calling component needs the order number as key.
 */
export function useLiveOrder(start: OrderAnswer): LiveOrder & { refresh: () => Promise<boolean> } {
  const [state, setState] = useState<LiveOrder>({ answer: start, connection: 'connecting', updatedAt: undefined, change: undefined });
  const following = useRef<Following>(undefined);
  const first = useRef(start);

  useEffect(() => {
    const order = followOrder(first.current);
    following.current = order;
    const stopListening = order.subscribe(() => setState(order.getSnapshot()));
    setState(order.getSnapshot());
    // The server renders the public part; the browser's cookie may show more.
    if (first.current.order.personal !== 'full') void order.refresh();
    return () => {
      stopListening();
      order.stop();
    };
  }, []);

  // After a sign-out the page must not show the personal data; after a sign-in it may.
  const account = useMember(({ status, member }) => (status === 'unknown' ? undefined : (member?.user_uid ?? '')));
  const before = useRef(account);
  useEffect(() => {
    if (before.current !== undefined && before.current !== account) void following.current?.refresh();
    before.current = account;
  }, [account]);

  const { change } = state;
  const headline = headlineOf(state.answer);
  useEffect(() => {
    if (!change) return;
    const timer = setTimeout(() => announce(`訂單狀態更新：${headline}`), SAY_AFTER);
    return () => clearTimeout(timer);
  }, [change, headline]);

  return { ...state, refresh: useCallback(async () => (await following.current?.refresh()) ?? false, []) };
}
