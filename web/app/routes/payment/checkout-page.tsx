import type { ProductCard } from '@nordhaut/contracts';
import { Suspense, useEffect, useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { cartLines, cartProblem, orderableItems, waitingItems } from '../../features/cart/cart-lines.ts';
import { useCartPrice, usePriceChange } from '../../features/cart/cart-price.ts';
import { CartStep } from '../../features/cart/cart-step.tsx';
import { BottomBar, SummaryPanel } from '../../features/cart/summary.tsx';
import { useOwnProducts } from '../../features/cart/use-own-products.ts';
import { CheckoutFrame, StepLoading } from '../../features/checkout/checkout-frame.tsx';
import { stepBefore, stepPath } from '../../features/checkout/flow.ts';
import { headings, STEP_LABELS } from '../../features/checkout/messages.ts';
import { useRegistration } from '../../features/checkout/registration.ts';
import { beginCheckout, useSession } from '../../features/checkout/session.ts';
import { BankPlace } from '../../features/placing/bank-place.tsx';
import { type Placing, usePlacing } from '../../features/placing/use-placing.ts';
import { TimerPlace } from '../../features/promotions/timer-place.tsx';
import { type ShippingProblem, shippingProblems } from '../../features/shipping/shipping-form.ts';
import { useDesk } from '../../lib/browser.ts';
import { focusHeading } from '../../lib/focus.ts';
import { useCart } from '../../lib/stores/cart.ts';
import { isMarkedSignedIn } from '../../lib/stores/member.ts';
import { LinkButton } from '../../ui/button.tsx';
import { actionOf } from './main-action.ts';
import { CheckoutAccount, FailurePanel, OrderLines, PayStep, ShippingAccountPlace, ShippingStep, useNextStep } from './next-step.ts';
import { useStep } from './use-step.ts';

/** The steps of checkout before the result; the URL has the step (spec/3-purchase-flow §2). */
export function CheckoutPage({ products: all }: { products: readonly ProductCard[] }) {
  const desk = useDesk();
  const { items: inCart, claimed } = useCart();
  const { payment, delivery, store, fields, atBank } = useSession();
  const waiting = waitingItems(claimed, atBank?.orderNo);
  const items = useMemo(() => orderableItems({ items: inCart, claimed }, atBank?.orderNo), [inCart, claimed, atBank]);
  const choice = { payment, delivery, store };
  const placing = usePlacing();
  const { phase, failed, dismiss } = placing;
  const price = useCartPrice(items, delivery);
  const { now, again } = price;
  const shippingIsComplete = shippingProblems(fields, choice, now?.price).length === 0;
  const products = useOwnProducts(all);
  const lines = cartLines(items, products, price.quote, waiting);
  const problem = cartProblem(lines);
  const step = useStep({ cartProblem: problem, shippingIsComplete }, phase !== 'idle');
  const mismatch = failed?.next.kind === 'price' ? Number(failed.failure.details?.['price'] ?? now?.price) : undefined;
  const { change, accept, quote } = usePriceChange(price, { step, mismatch, leaving: phase === 'leaving' });
  const next = useNextStep(step);
  useEffect(() => {
    if (failed?.next.kind === 'cart') again();
  }, [failed, again]);

  if (phase === 'leaving') return <Leaving to={placing.leavingTo} />;
  // Without a price there is nothing to pay: the summary says why.
  const action =
    step === 'PAY' && !quote && price.failure
      ? undefined
      : { ...actionOf(step, { ...price, quote }, placing, change !== undefined, payment), ...next.action };
  const back = stepBefore(step);
  // Signing in changes prices and the cart, so the last step does not offer it.
  const account = items.length > 0 && step !== 'PAY' && (
    <Suspense fallback={<div className={isMarkedSignedIn() ? 'min-h-24' : 'min-h-[7.4375rem] wide:max-desk:min-h-24'} />}>
      <CheckoutAccount step={step} email={fields.email} />
    </Suspense>
  );
  return (
    <CheckoutFrame
      step={step}
      payment={payment}
      notice={items.length > 0 && <TimerPlace onTurn={price.again} />}
      top={account}
      side={
        items.length > 0 && (
          <>
            <SummaryPanel price={{ ...price, quote }} delivery={delivery} action={desk ? action : undefined} isLast={step === 'PAY'} />
            {desk && quote && step !== 'CART' && (
              <Suspense>
                <OrderLines quote={quote} gifts={step === 'PAY'} className={BESIDE} />
              </Suspense>
            )}
          </>
        )
      }
      bar={
        !desk &&
        action &&
        items.length > 0 && (
          // On a low screen this is a block with the bar's own height, so the bar does not stick and stays at the page's end.
          <div className="contents low:block">
            <BottomBar price={{ ...price, quote }} action={action} />
          </div>
        )
      }
    >
      <BankPlace active={phase === 'idle'} />
      {step === 'CART' && failed?.next.kind === 'cart' && (
        <Suspense>
          <FailurePanel failed={failed} />
        </Suspense>
      )}
      <Suspense fallback={<StepLoading />}>
        {step === 'CART' && (
          <CartStep
            items={items}
            lines={lines}
            products={products}
            problem={problem}
            quote={quote}
            priced={!price.waits}
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
            onFocus={next.preload}
            onNext={() => (dismiss(), next.go(useRegistration.getState().complete))}
          />
        )}
        {step === 'PAY' &&
          (quote ? (
            <PayStep
              items={items}
              quote={quote}
              choice={choice}
              placing={placing}
              change={change}
              onAcceptChange={() => (dismiss(), accept())}
            />
          ) : (
            !price.failure && <StepLoading />
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

/** The lines below the summary. A long list scrolls by itself, so the total above stays in view. */
const BESIDE = 'min-h-0 overflow-y-auto rounded-3 border border-line bg-surface px-6 pt-2 pb-3';

/** The problem of the shipping step that the server found. */
function refusedShipping({ failed }: Placing): { field?: ShippingProblem['field']; message: string } | undefined {
  if (failed?.next.kind !== 'shipping') return undefined;
  const { field } = failed.next;
  return { ...(field && { field }), message: failed.failure.message };
}

/**
 * The order was sent. Where the next page cannot be loaded, or its loading was stopped, the buyer keeps the way to it: nothing else
 * names the order. Without `to` it is the bank's.
 */
function Leaving({ to }: { to: string | undefined }) {
  const navigate = useNavigate();
  const bank = useSession(({ atBank }) => atBank?.paymentUrl);
  useEffect(() => {
    // The button was at the end of a longer page.
    scrollTo(0, 0);
    focusHeading();
    if (to === undefined) return;
    const again = () => void navigate(to);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [to, navigate]);
  return (
    <div className="page grid min-h-dvh place-content-center justify-items-center gap-4 text-center">
      <h1 className="text-h2">{headings.sent}</h1>
      <p role="status" className="text-ink-2">
        正在前往下一個頁面…
      </p>
      {to !== undefined && (
        <LinkButton look="line" to={to} className="appear-late">
          查看訂單
        </LinkButton>
      )}
      {to === undefined && bank !== undefined && (
        <a href={bank} className="btn appear-late">
          繼續 3D 驗證
        </a>
      )}
    </div>
  );
}
