import type { CartItem, PlaceOrderAnswer, PlaceOrderRequest } from '@nordhaut/contracts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { type ApiFailure, call } from '../../lib/api.ts';
import { newId } from '../../lib/browser.ts';
import { lookUpOrder } from '../../lib/look-up-order.ts';
import { refreshCart } from '../../lib/stores/cart.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { askedStep, resultPath, stepPath } from '../checkout/flow.ts';
import { messages } from '../checkout/messages.ts';
import { type PlacingFailure, prepareOrder } from './prepare-order.ts';
import { isDecided, nextStepAfter } from './refusal.ts';
import { clearSession, useSession } from '../checkout/session.ts';
import { reportSilence } from '../../lib/report-silence.ts';
import { cameToNothing } from './unknown-order.ts';
import { withFields } from '../../lib/with-fields.ts';

const placeOrderAnswer = withFields<PlaceOrderAnswer>('orderNo', 'displayStatus', 'total');

/** One intent to buy. It is resent unchanged until its outcome is known. */
type Attempt = { key: string; request: PlaceOrderRequest; builtAt: number };

/** ms. The card's one-time token lives for 90 s. */
const TOKEN_LIFE = 80_000;

export type Placing = {
  /** `returning`: to the cart step, with a message; `leaving`: to the bank or the result */
  phase: 'idle' | 'sending' | 'returning' | 'leaving';
  failed: PlacingFailure | undefined;
  /** path of the result to which the page leaves; undefined on the way to the bank */
  leavingTo: string | undefined;
  /**
   * Starts a new intent to buy `shown`, the lines on the page. `build` gets the order number and returns the request, or
   * undefined if the page has found a problem.
   */
  place: (shown: readonly CartItem[], build: (orderNo: string) => Promise<PlaceOrderRequest | undefined>) => Promise<void>;
  /** whether an intent was sent and its outcome is unknown; `resend` sends it again */
  isOpen: () => boolean;
  resend: (renew?: RenewToken) => Promise<void>;
  dismiss: () => void;
};

/** A new one-time token for the card on the page; undefined if the card cannot be used. */
export type RenewToken = () => Promise<string | undefined>;

/** ms. The server's charge takes at most 30 s; after a lost answer it also looks the charge up. */
const ORDER_TIME = 60_000;

/** Sends orders: one at a time, each attempt with its own key and order number (design/http-api.md, *Retries*). */
export function usePlacing(): Placing {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [phase, setPhase] = useState<Placing['phase']>('idle');
  const [failed, setFailed] = useState<PlacingFailure>();
  const [leavingTo, setLeavingTo] = useState<string>();
  const attempt = useRef<Attempt>(undefined);
  // A ref, because both clicks of a double click see the state of the same render.
  const locked = useRef(false);
  /** the attempt under way ended with a message */
  const hasFailed = useRef(false);

  useEffect(() => {
    // The browser restored this page on the way back from the bank, so no request is in progress.
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
    // The message about an outage stays while the page tries again, or it would flicker.
    setFailed((shown) => (shown?.next.kind === 'later' ? shown : undefined));
    hasFailed.current = false;
    const then = await work();
    if (!hasFailed.current) setFailed(undefined);
    setPhase(then);
    locked.current = then === 'leaving';
  }

  function fail(failure: ApiFailure, next = nextStepAfter(failure)): 'idle' {
    hasFailed.current = true;
    setFailed((shown) => (shown?.next.kind === 'later' && next.kind === 'later' ? shown : { failure, next }));
    return 'idle';
  }

  function returnToCart(): 'returning' {
    void navigate(stepPath('CART'));
    return 'returning';
  }

  function leave(path: string): 'leaving' {
    // Before the cart is emptied, because an empty cart would send the page back to the cart step.
    setPhase('leaving');
    setLeavingTo(path);
    void navigate(path);
    return 'leaving';
  }

  async function send({ key, request }: Attempt): Promise<Placing['phase']> {
    const { orderNo } = request;
    useSession.setState({ unknownOrder: orderNo });
    const result = await call(placeOrderAnswer, '/api/orders', { method: 'POST', body: request, idempotencyKey: key, timeout: ORDER_TIME });
    if (result.ok) return placed(result.data, request.payment.type === 'COD');
    if (request.payment.type === 'CREDIT') reportSilence('ORDER_TAPPAY_NO_RESPONSE', result);
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

  function placed({ orderNo, paymentUrl }: PlaceOrderAnswer, cod: boolean): 'leaving' {
    attempt.current = undefined;
    if (paymentUrl) {
      setPhase('leaving');
      // The cart and the form stay until the bank accepts the payment, so that the buyer can try again.
      useSession.setState({ unknownOrder: undefined, atBank: { orderNo, paymentUrl } });
      location.assign(paymentUrl);
      return 'leaving';
    }
    const leaving = leave(resultPath(orderNo, cod ? 'COD' : 'CREDIT'));
    clearSession();
    void refreshCart();
    return leaving;
  }

  /** The order that this one replaces was paid meanwhile, so this one was not created. */
  function earlierPaid(orderNo: string, message: string): 'leaving' {
    const leaving = leave(resultPath(orderNo, 'CREDIT'));
    clearSession();
    void refreshCart();
    toast(message);
    return leaving;
  }

  /** An order with this number exists: an earlier send of this intent created it, and its answer was lost. */
  async function lookAt(orderNo: string, refused: ApiFailure): Promise<'leaving' | 'idle'> {
    attempt.current = undefined;
    const found = await lookUpOrder(orderNo);
    if (!found.ok && found.status !== 404) return fail(found);
    useSession.setState({ unknownOrder: undefined });
    if (!found.ok || cameToNothing(found.data))
      return fail({ ...refused, code: 'EARLIER_ATTEMPT_FAILED', message: '上一次送出的訂單未成立，請再按一次送出。' });
    return leave(resultPath(orderNo, found.data.order.paymentType));
  }

  return {
    phase,
    failed,
    leavingTo,
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
        attempt.current = { key: newId(), request, builtAt: Date.now() };
        return send(attempt.current);
      }),
    isOpen: () => attempt.current !== undefined,
    resend: (renew) =>
      alone(async () => {
        if (!attempt.current) return 'idle';
        const fresh = await withFreshToken(attempt.current, renew);
        if (!fresh) return 'idle';
        attempt.current = fresh;
        return send(fresh);
      }),
  };
}

/**
 * The same order with a new one-time token and a new key where the token is too old. The server charges an order once: if
 * it has requested a charge with the old token, the new one is not used.
 */
async function withFreshToken(attempt: Attempt, renew: RenewToken | undefined): Promise<Attempt | undefined> {
  const { request, builtAt } = attempt;
  if (request.payment.type !== 'CREDIT' || !renew || Date.now() - builtAt < TOKEN_LIFE) return attempt;
  const prime = await renew();
  return prime === undefined
    ? undefined
    : { key: newId(), request: { ...request, payment: { type: 'CREDIT', prime } }, builtAt: Date.now() };
}
