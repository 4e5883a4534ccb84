import type { ProductCard } from '@nordhaut/contracts';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useDesk } from '../../lib/browser.ts';
import { focusHeading } from '../../lib/focus.ts';
import { useCart } from '../../lib/stores/cart.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { BankNotice } from './bank-notice.tsx';
import { orderableItems, waitingItems } from './cart-lines.ts';
import { CartStep } from './cart-step.tsx';
import { CheckoutFrame, StepLoading } from './checkout-frame.tsx';
import { FailurePanel } from './failure-panel.tsx';
import { askedStep, type Refusal, shownStep, type Step, stepBefore, stepPath } from './flow.ts';
import { headings, messages, STEP_LABELS } from './messages.ts';
import { payButtonText, priceChange, priceSubject } from './pay-amount.ts';
import { beginCheckout, setSeen, useSession } from './session.ts';
import { shippingProblems, type ShippingProblem } from './shipping-form.ts';
import { PayStep, ShippingStep, useNextStep } from './step-code.ts';
import { BottomBar, type MainAction, SummaryPanel } from './summary.tsx';
import { usePlacing, type Placing } from './use-placing.ts';
import { type Priced, useQuote } from './use-quote.ts';

const REFUSALS: Record<Refusal, string> = { CART_EMPTY: messages.cartEmpty, SHIPPING_INCOMPLETE: messages.shippingIncomplete };

/** The four steps of checkout; the URL says which (spec/3-purchase-flow §2). */
export function CheckoutPage({ products }: { products: readonly ProductCard[] }) {
  const desk = useDesk();
  const { items: inCart, claimed } = useCart();
  const { payment, delivery, store, fields, seen, atBank } = useSession();
  const waiting = waitingItems(claimed, atBank?.orderNo);
  const items = useMemo(() => orderableItems({ items: inCart, claimed }, atBank?.orderNo), [inCart, claimed, atBank]);
  const choice = useMemo(() => ({ payment, delivery, store }), [payment, delivery, store]);
  const placing = usePlacing();
  const priced = useQuote(items, delivery);
  const of = priceSubject(items, delivery);
  const now = priced.quote && priced.of === of ? { of, price: priced.quote.price } : undefined;
  const step = useStep(
    { cartIsEmpty: items.length === 0, shippingIsComplete: shippingProblems(fields, choice, now?.price).length === 0 },
    placing.phase !== 'idle',
  );
  const next = useNextStep(step, placing.phase === 'sending');

  const change = now && step === 'PAY' ? priceChange(seen, now) : undefined;
  const known = now && seen?.of === now.of && seen.price === now.price;
  useEffect(() => {
    // What stands in the cart was seen there. Later an unchanged cart's price may only change with the buyer's word.
    if (now && !known && placing.phase !== 'leaving' && (step === 'CART' || seen?.of !== now.of)) setSeen(now);
  });
  const { again } = priced;
  const mismatch = placing.failed?.next.kind === 'price';
  useEffect(() => {
    if (step === 'PAY') again();
  }, [step, mismatch, again]);

  if (placing.phase === 'leaving') return <Leaving />;
  const action = { ...actionOf(step, priced, placing, change !== undefined, payment), ...next.action };
  const back = stepBefore(step);
  const refused = refusedShipping(placing);
  return (
    <CheckoutFrame
      step={step}
      payment={payment}
      side={items.length > 0 && <SummaryPanel priced={priced} delivery={delivery} action={desk ? action : undefined} />}
      bar={
        !desk &&
        items.length > 0 && (
          // As a block of its own height it has nothing to stick in: on a low screen the bar stands at the page's end.
          <div className="contents low:block">
            <BottomBar priced={priced} action={action} />
          </div>
        )
      }
    >
      <BankNotice active={placing.phase === 'idle'} />
      {step === 'CART' && placing.failed?.next.kind === 'cart' && <FailurePanel failed={placing.failed} />}
      <Suspense fallback={<StepLoading />}>
        {step === 'CART' && (
          <CartStep items={items} waiting={waiting} products={products} onNext={() => (placing.dismiss(), beginCheckout(), next.go())} />
        )}
        {step === 'SHIPPING' && (
          <ShippingStep choice={choice} total={priced.quote?.price} refused={refused} onNext={() => (placing.dismiss(), next.go())} />
        )}
        {step === 'PAY' &&
          (priced.quote || priced.failure ? (
            <PayStep
              items={items}
              quote={priced.quote}
              choice={choice}
              placing={placing}
              change={change}
              onAcceptChange={() => (placing.dismiss(), now && setSeen(now))}
            />
          ) : (
            <StepLoading />
          ))}
        {back && (
          <Link to={stepPath(back)} className="link inline-flex min-h-11 items-center justify-self-start">
            ← 回上一步：{STEP_LABELS[back]}
          </Link>
        )}
      </Suspense>
    </CheckoutFrame>
  );
}

/**
 * The step to show. A URL that asks for another one is corrected, with the reason said; but not to whoever comes back to
 * the steps of an order that stands. `busy`: an order is being sent, which says itself what comes next.
 */
function useStep(facts: Parameters<typeof shownStep>[1], busy: boolean): Exclude<Step, 'RESULT'> {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const finished = useSession((session) => session.finished === true);
  const asked = askedStep(search);
  const { step, refusal } = shownStep(asked, facts);
  const fits = asked === step && !search.has('fromcvs');
  useEffect(() => {
    if (fits || busy) return;
    if (refusal && !finished) toast(REFUSALS[refusal], 'error');
    // Another step than was asked for begins at its top, wherever the page was left the last time.
    void navigate(stepPath(step), { replace: true, preventScrollReset: refusal === undefined });
  }, [fits, busy, finished, navigate, refusal, step]);

  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    // The answer to the click that led here has taken the focus already.
    if (!document.activeElement?.closest('main [role=alert]')) focusHeading();
  }, [step]);
  return step;
}

function actionOf(
  step: Exclude<Step, 'RESULT'>,
  { quote, busy }: Priced,
  placing: Placing,
  blocked: boolean,
  payment: 'CREDIT' | 'COD',
): MainAction {
  if (step === 'CART') return { text: '下一步：填寫配送', busy: false, busyText: '' };
  if (step === 'SHIPPING') return { text: '下一步：確認與付款', busy: false, busyText: '' };
  const sending = placing.phase === 'sending';
  const waiting = busy || !quote;
  return {
    text: blocked ? '請先確認金額' : payButtonText(payment, quote?.price ?? 0),
    busy: sending || waiting,
    busyText: sending ? (payment === 'COD' ? '訂單送出中…' : '付款處理中，請勿關閉頁面…') : '計算金額中…',
  };
}

/** What the server refused about the shipping step, for that step to show. */
function refusedShipping({ failed }: Placing): ShippingProblem | { message: string } | undefined {
  if (failed?.next.kind !== 'shipping') return undefined;
  const { message } = failed.failure;
  return failed.next.field ? { field: failed.next.field as ShippingProblem['field'], message } : { message };
}

function Leaving() {
  return (
    <div className="page grid min-h-[50dvh] place-content-center justify-items-center gap-4 text-center">
      <h1 className="text-h2">{headings.pay}</h1>
      <p role="status" className="text-ink-2">
        訂單已送出，正在前往下一個頁面…
      </p>
    </div>
  );
}
