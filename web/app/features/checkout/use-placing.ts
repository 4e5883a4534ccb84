import { type CartItem, OrderAnswer, PlaceOrderAnswer, type PlaceOrderRequest } from '@nordhaut/contracts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type ApiFailure, call } from '../../lib/api.ts';
import { newId } from '../../lib/browser.ts';
import { refreshCart } from '../../lib/stores/cart.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { askedStep, stepPath } from './flow.ts';
import { messages } from './messages.ts';
import { type PlacingFailure, prepareOrder } from './prepare-order.ts';
import { isDecided, nextStepAfter } from './refusal.ts';
import { clearSession, useSession } from './session.ts';
import { cameToNothing, resultPath } from './unknown-order.ts';

/** One intent to buy. Sent again, byte for byte, until somebody says what became of it. */
type Attempt = { key: string; request: PlaceOrderRequest };

export type Placing = {
  /** `returning`: on the way back to the cart step, with the reason said; `leaving`: to the bank or the result */
  phase: 'idle' | 'sending' | 'returning' | 'leaving';
  failed: PlacingFailure | undefined;
  /**
   * A new intent to buy `shown`, the lines on the page; `build` gets its order number, and gives undefined where the
   * page cannot go on.
   */
  place: (shown: readonly CartItem[], build: (orderNo: string) => Promise<PlaceOrderRequest | undefined>) => Promise<void>;
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
  const [search] = useSearchParams();
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

  if (phase === 'returning' && askedStep(search) === 'CART') setPhase('idle');

  async function alone(work: () => Promise<Placing['phase']>): Promise<void> {
    if (locked.current) return;
    locked.current = true;
    setPhase('sending');
    setFailed(undefined);
    const then = await work();
    setPhase(then);
    locked.current = then === 'leaving';
  }

  function fail(failure: ApiFailure, next = nextStepAfter(failure)): 'idle' {
    setFailed({ failure, next });
    return 'idle';
  }

  function returnToCart(): 'returning' {
    void navigate(stepPath('CART'));
    return 'returning';
  }

  function leave(path: string): 'leaving' {
    // Before anything is cleared: the page must not take the emptied cart for a step that does not fit.
    setPhase('leaving');
    void navigate(path);
    return 'leaving';
  }

  async function send({ key, request }: Attempt): Promise<Placing['phase']> {
    const { orderNo } = request;
    useSession.setState({ unknownOrder: orderNo });
    const result = await call(PlaceOrderAnswer, '/api/orders', { method: 'POST', body: request, idempotencyKey: key, timeout: ORDER_TIME });
    if (result.ok) return settled(result.data, request.payment.type === 'COD');
    const next = nextStepAfter(result);
    if (next.kind === 'exists') return lookAt(orderNo, result);
    if (!isDecided(next)) return fail(result);
    attempt.current = undefined;
    useSession.setState({ unknownOrder: undefined });
    if (next.kind === 'earlier-paid' && request.replaces !== undefined) return earlierPaid(request.replaces, result.message);
    fail(result);
    if (next.kind !== 'cart') return 'idle';
    await refreshCart();
    return returnToCart();
  }

  function settled({ orderNo, paymentUrl }: PlaceOrderAnswer, cod: boolean): 'leaving' {
    attempt.current = undefined;
    if (paymentUrl) {
      setPhase('leaving');
      // The cart and the form stay until the bank said yes: whoever comes back can try again.
      useSession.setState({ unknownOrder: undefined, atBank: { orderNo, paymentUrl } });
      location.assign(paymentUrl);
      return 'leaving';
    }
    const leaving = leave(resultPath(orderNo, cod ? 'COD' : 'CREDIT'));
    clearSession();
    void refreshCart();
    toast(messages.orderCreated, 'ok');
    return leaving;
  }

  /** The order at the bank was paid meanwhile: it is the one, and this one was never begun. */
  function earlierPaid(orderNo: string, message: string): 'leaving' {
    const leaving = leave(resultPath(orderNo, 'CREDIT'));
    clearSession();
    void refreshCart();
    toast(message);
    return leaving;
  }

  /** The number is taken: by an earlier send of this very intent, whose answer was lost. */
  async function lookAt(orderNo: string, refused: ApiFailure): Promise<'leaving' | 'idle'> {
    attempt.current = undefined;
    const found = await call(OrderAnswer, `/api/orders/${orderNo}`);
    if (!found.ok && found.status !== 404) return fail(found);
    useSession.setState({ unknownOrder: undefined });
    if (!found.ok || cameToNothing(found.data))
      return fail({ ...refused, code: 'EARLIER_ATTEMPT_FAILED', message: '上一次送出的訂單未成立，請再按一次送出。' });
    return leave(resultPath(orderNo, found.data.order.paymentType));
  }

  return {
    phase,
    failed,
    dismiss: () => setFailed(undefined),
    place: (shown, build) =>
      alone(async () => {
        const prepared = await prepareOrder(shown);
        if (prepared.kind === 'stands') return leave(prepared.path);
        if (prepared.kind === 'failed') return fail(prepared.failure, prepared.next);
        if (prepared.kind === 'changed') {
          toast(messages.cartChanged, 'error');
          return returnToCart();
        }
        const request = await build(prepared.orderNo);
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
