import type { OrderAnswer } from '@nordhaut/contracts';
import { useEffect, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import type { ApiResult } from '../../lib/api.ts';
import { refreshCart } from '../../lib/stores/cart.ts';
import { confirmedOrder } from '../orders/confirm-payment.ts';
import { type Outcome, outcomeOf } from '../orders/outcome.ts';
import { headings } from '../checkout/messages.ts';
import { clearSession, useSession } from '../checkout/session.ts';

/**
 * The state of an order that this tab left at the bank.
 * - `unclear`: the shop did not answer
 * - `waiting`: the bank has not answered yet; it is unknown whether the card was charged
 */
type WaitingState = 'unclear' | 'waiting' | 'paid' | 'failed';
/** `notCharged`: the server confirms that nothing was charged */
export type Found = { state: WaitingState; notCharged: boolean };
export type WaitingOrder = { orderNo: string; state: WaitingState | 'asking'; notCharged: boolean; paymentUrl?: string | undefined };

export function foundOf(result: ApiResult<OrderAnswer>): Found {
  if (!result.ok) return { state: 'unclear', notCharged: false };
  const { order } = result.data;
  return { state: STATES[outcomeOf(order.facts)], notCharged: order.notCharged };
}

const STATES: Readonly<Record<Outcome, WaitingState>> = {
  confirming: 'waiting',
  failed: 'failed',
  cancelled: 'failed',
  paid: 'paid',
  cod: 'paid',
  later: 'paid',
};

/**
 * The order that was left at the bank. While `active`, the hook loads its state when the page opens, when the page
 * becomes visible, and after each attempt to order. A paid order ends the checkout and a failed one is removed from the
 * session; both stay on the page until they are dismissed.
 */
export function useWaitingOrder(active: boolean): { waiting: WaitingOrder | undefined; again: () => void; dismiss: () => void } {
  const atBank = useSession((session) => session.atBank);
  const [found, setFound] = useState<Found & { orderNo: string }>();
  const [turn, setTurn] = useState(0);
  const orderNo = atBank?.orderNo;

  useEffect(() => {
    if (orderNo === undefined || !active) return;
    let live = true;
    async function ask(asked: string): Promise<void> {
      const now = foundOf(await confirmedOrder(asked, false));
      if (!live) return;
      setFound({ ...now, orderNo: asked });
      if (now.state === 'paid') {
        announce(headings.bankPaid, 'assertive');
        clearSession();
        void refreshCart();
      }
      if (now.state === 'failed') {
        // Its lines are back in the cart. Load the cart first, or the page shows them in neither place for a moment.
        await refreshCart();
        useSession.setState({ atBank: undefined });
      }
    }
    const look = () => document.visibilityState === 'visible' && void ask(orderNo);
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      live = false;
      document.removeEventListener('visibilitychange', look);
    };
  }, [orderNo, active, turn]);

  const known = found && (orderNo === undefined || orderNo === found.orderNo) ? found : undefined;
  const over = known?.state === 'paid' || known?.state === 'failed';
  const waiting: WaitingOrder | undefined = atBank
    ? { state: 'asking', notCharged: false, ...known, orderNo: atBank.orderNo, paymentUrl: atBank.paymentUrl }
    : over
      ? known
      : undefined;
  return { waiting, again: () => (setFound(undefined), setTurn((now) => now + 1)), dismiss: () => setFound(undefined) };
}
