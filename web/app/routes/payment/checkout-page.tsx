import type { PaymentType, ProductCard } from '@nordhaut/contracts';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { orderableItems, waitingItems } from '../../features/cart/cart-lines.ts';
import { type CartPrice, useCartPrice, usePriceChange } from '../../features/cart/cart-price.ts';
import { CartStep } from '../../features/cart/cart-step.tsx';
import { BottomBar, type MainAction, SummaryPanel } from '../../features/cart/summary.tsx';
import { CheckoutFrame, StepLoading } from '../../features/checkout/checkout-frame.tsx';
import { askedStep, type PageStep, payButtonText, type Refusal, shownStep, stepBefore, stepPath } from '../../features/checkout/flow.ts';
import { headings, messages, STEP_LABELS } from '../../features/checkout/messages.ts';
import { registration } from '../../features/checkout/registration.ts';
import { beginCheckout, useSession } from '../../features/checkout/session.ts';
import { BankNotice } from '../../features/placing/bank-notice.tsx';
import { FailurePanel } from '../../features/placing/failure-panel.tsx';
import { type Placing, usePlacing } from '../../features/placing/use-placing.ts';
import { type ShippingProblem, shippingProblems } from '../../features/shipping/shipping-form.ts';
import { useDesk } from '../../lib/browser.ts';
import { focusHeading } from '../../lib/focus.ts';
import { useCart } from '../../lib/stores/cart.ts';
import { toast } from '../../lib/stores/toasts.ts';
import { CheckoutAccount, PayStep, ShippingAccountPlace, ShippingStep, useNextStep } from './next-step.ts';

const REFUSALS: Record<Refusal, string> = { CART_EMPTY: messages.cartEmpty, SHIPPING_INCOMPLETE: messages.shippingIncomplete };

/** The steps of checkout before the result; the URL has the step (spec/3-purchase-flow §2). */
export function CheckoutPage({ products }: { products: readonly ProductCard[] }) {
  const desk = useDesk();
  const { items: inCart, claimed } = useCart();
  const { payment, delivery, store, fields, atBank } = useSession();
  const waiting = waitingItems(claimed, atBank?.orderNo);
  const items = useMemo(() => orderableItems({ items: inCart, claimed }, atBank?.orderNo), [inCart, claimed, atBank]);
  const choice = { payment, delivery, store };
  const placing = usePlacing();
  const { phase, failed, dismiss } = placing;
  const price = useCartPrice(items, delivery);
  const { quote, now } = price;
  const shippingIsComplete = shippingProblems(fields, choice, now?.price).length === 0;
  const step = useStep({ cartIsEmpty: items.length === 0, shippingIsComplete }, phase !== 'idle');
  const { change, accept } = usePriceChange(price, { step, mismatch: failed?.next.kind === 'price', leaving: phase === 'leaving' });
  const next = useNextStep(step);

  if (phase === 'leaving') return <Leaving />;
  const action = { ...actionOf(step, price, placing, change !== undefined, payment), ...next.action };
  const back = stepBefore(step);
  // Signing in changes prices and the cart, so the last step does not offer it.
  const account = items.length > 0 && step !== 'PAY' && (
    <Suspense fallback={<div className="min-h-24" />}>
      <CheckoutAccount step={step} email={fields.email} />
    </Suspense>
  );
  return (
    <CheckoutFrame
      step={step}
      payment={payment}
      side={
        items.length > 0 && (
          <>
            {desk && account && <div className="mb-4">{account}</div>}
            <SummaryPanel price={price} delivery={delivery} action={desk ? action : undefined} />
          </>
        )
      }
      bar={
        !desk &&
        items.length > 0 && (
          // On a low screen this is a block with the bar's own height, so the bar does not stick and stays at the page's end.
          <div className="contents low:block">
            <BottomBar price={price} action={action} />
          </div>
        )
      }
    >
      {!desk && account}
      <BankNotice active={phase === 'idle'} />
      {step === 'CART' && failed?.next.kind === 'cart' && <FailurePanel failed={failed} />}
      <Suspense fallback={<StepLoading />}>
        {step === 'CART' && (
          <CartStep
            items={items}
            waiting={waiting}
            products={products}
            quote={quote}
            onNext={() => (dismiss(), beginCheckout(), next.go())}
          />
        )}
        {step === 'SHIPPING' && (
          <ShippingStep
            choice={choice}
            total={quote?.price}
            refused={refusedShipping(placing)}
            account={
              <Suspense>
                <ShippingAccountPlace />
              </Suspense>
            }
            accountProblem={() => registration.problem()}
            onFocus={next.preload}
            onNext={() => (dismiss(), void registration.settle().then(next.go))}
          />
        )}
        {step === 'PAY' &&
          (quote || price.failure ? (
            <PayStep
              items={items}
              quote={quote}
              choice={choice}
              placing={placing}
              change={change}
              onAcceptChange={() => (dismiss(), accept())}
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
 * The step to show. A URL with another step is corrected, and a message gives the reason, except after an order of this
 * tab: its steps are then empty. `busy`: an order is being sent, and its outcome decides the next page.
 */
function useStep(facts: Parameters<typeof shownStep>[1], busy: boolean): PageStep {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const finished = useSession((session) => session.finished === true);
  const asked = askedStep(search);
  const { step, refusal } = shownStep(asked, facts);
  const fits = asked === step && !search.has('fromcvs');
  useEffect(() => {
    if (fits || busy) return;
    if (refusal && !finished) toast(REFUSALS[refusal], 'error');
    // A corrected step begins at the top of the page.
    void navigate(stepPath(step), { replace: true, preventScrollReset: refusal === undefined });
  }, [fits, busy, finished, navigate, refusal, step]);

  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    // A failure panel, which answers the buyer's click, already has the focus.
    if (!document.activeElement?.closest('main [role=alert]')) focusHeading();
  }, [step]);
  return step;
}

function actionOf(step: PageStep, { quote, busy }: CartPrice, { phase }: Placing, blocked: boolean, payment: PaymentType): MainAction {
  if (step === 'CART') return { text: '下一步：填寫配送', busy: false, busyText: '' };
  if (step === 'SHIPPING') return { text: '下一步：確認與付款', busy: false, busyText: '' };
  const sending = phase === 'sending';
  return {
    text: blocked ? '請先確認金額' : payButtonText(payment, quote?.price ?? 0),
    busy: sending || busy || !quote,
    busyText: sending ? (payment === 'COD' ? '訂單送出中…' : '付款處理中，請勿關閉頁面…') : '計算金額中…',
  };
}

/** The problem of the shipping step that the server found. */
function refusedShipping({ failed }: Placing): { field?: ShippingProblem['field']; message: string } | undefined {
  if (failed?.next.kind !== 'shipping') return undefined;
  const { field } = failed.next;
  return { ...(field && { field }), message: failed.failure.message };
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
