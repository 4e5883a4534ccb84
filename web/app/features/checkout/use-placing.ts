import { OrderAnswer, OrderNumberAnswer, PlaceOrderAnswer, type PlaceOrderRequest } from '@nordhaut/contracts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type ApiFailure, call } from '../../lib/api.ts';
import { newId } from '../../lib/browser.ts';
import { refreshCart } from '../../lib/stores/cart.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { messages } from './messages.ts';
import { isDecided, nextStepAfter, type NextStep } from './refusal.ts';
import { clearSession, useSession } from './session.ts';
import { cameToNothing, resultPath } from './unknown-order.ts';

/** One intent to buy. Sent again, byte for byte, until somebody says what became of it. */
type Attempt = { key: string; request: PlaceOrderRequest };

export type PlacingFailure = { failure: ApiFailure; next: NextStep };
export type Placing = {
  /** `leaving`: on the way to the bank or the result */
  phase: 'idle' | 'sending' | 'leaving';
  failed: PlacingFailure | undefined;
  /** A new intent; `build` gets its order number, and gives undefined where the page cannot go on. */
  place: (build: (orderNo: string) => Promise<PlaceOrderRequest | undefined>) => Promise<void>;
  /** whether an intent was sent whose outcome nobody told; `resend` sends it again */
  isOpen: () => boolean;
  resend: () => Promise<void>;
  dismiss: () => void;
};

/** ms the server may take: a charge is answered in 30 s, and a lost answer is looked up after that */
const ORDER_TIME = 60_000;

/** Sending an order: one at a time, each attempt with a key and a number of its own (design/http-api.md, *Retries*). */
export function usePlacing(): Placing {
  const navigate = useNavigate();
  const [phase, setPhase] = useState<Placing['phase']>('idle');
  const [failed, setFailed] = useState<PlacingFailure>();
  const attempt = useRef<Attempt>(undefined);
  // State is too slow for a double click: both clicks see the same render.
  const locked = useRef(false);

  useEffect(() => {
    // Back from the bank's page by the browser's own memory: nothing is under way any more.
    const shown = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      locked.current = false;
      setPhase('idle');
    };
    addEventListener('pageshow', shown);
    return () => removeEventListener('pageshow', shown);
  }, []);

  async function alone(work: () => Promise<'leaving' | 'idle'>): Promise<void> {
    if (locked.current) return;
    locked.current = true;
    setPhase('sending');
    setFailed(undefined);
    const then = await work();
    setPhase(then);
    locked.current = then === 'leaving';
  }

  function fail(failure: ApiFailure): 'idle' {
    setFailed({ failure, next: nextStepAfter(failure) });
    return 'idle';
  }

  async function send({ key, request }: Attempt): Promise<'leaving' | 'idle'> {
    const { orderNo } = request;
    useSession.setState({ unknownOrder: orderNo });
    const result = await call(PlaceOrderAnswer, '/api/orders', { method: 'POST', body: request, idempotencyKey: key, timeout: ORDER_TIME });
    if (result.ok) return settled(result.data, request.payment.type === 'COD');
    const next = nextStepAfter(result);
    if (next.kind === 'exists') return lookAt(orderNo, result);
    if (isDecided(next)) {
      attempt.current = undefined;
      useSession.setState({ unknownOrder: undefined });
      if (next.kind === 'cart') void refreshCart();
    }
    return fail(result);
  }

  function settled({ orderNo, paymentUrl }: PlaceOrderAnswer, cod: boolean): 'leaving' {
    attempt.current = undefined;
    // Before anything is cleared: the page must not take the emptied cart for a step that does not fit.
    setPhase('leaving');
    if (paymentUrl) {
      // The cart and the form stay until the bank said yes: whoever comes back can try again.
      useSession.setState({ unknownOrder: undefined, atBank: { orderNo, paymentUrl } });
      location.assign(paymentUrl);
      return 'leaving';
    }
    clearSession();
    void refreshCart();
    toast(messages.orderCreated, 'ok');
    void navigate(resultPath(orderNo, cod ? 'COD' : 'CREDIT'));
    return 'leaving';
  }

  /** The number is taken: by an earlier send of this very intent, whose answer was lost. */
  async function lookAt(orderNo: string, refused: ApiFailure): Promise<'leaving' | 'idle'> {
    attempt.current = undefined;
    const found = await call(OrderAnswer, `/api/orders/${orderNo}`);
    if (!found.ok && found.status !== 404) return fail(found);
    useSession.setState({ unknownOrder: undefined });
    if (!found.ok || cameToNothing(found.data))
      return fail({ ...refused, code: 'EARLIER_ATTEMPT_FAILED', message: '上一次送出的訂單未成立，請再按一次送出。' });
    setPhase('leaving');
    void navigate(resultPath(orderNo, found.data.order.paymentType));
    return 'leaving';
  }

  async function orderNumber(): Promise<{ ok: true; orderNo: string } | ApiFailure> {
    const { unknownOrder } = useSession.getState();
    if (unknownOrder) return { ok: true, orderNo: unknownOrder };
    const result = await call(OrderNumberAnswer, '/api/genUid/', { method: 'POST', body: {} });
    return result.ok ? { ok: true, orderNo: result.data.id } : result;
  }

  return {
    phase,
    failed,
    dismiss: () => setFailed(undefined),
    place: (build) =>
      alone(async () => {
        const number = await orderNumber();
        if (!number.ok) return fail(number);
        const request = await build(number.orderNo);
        if (!request) return 'idle';
        attempt.current = { key: newId(), request };
        return send(attempt.current);
      }),
    isOpen: () => attempt.current !== undefined,
    resend: () =>
      alone(async () => {
        if (!attempt.current) return 'idle';
        return send(attempt.current);
      }),
  };
}
