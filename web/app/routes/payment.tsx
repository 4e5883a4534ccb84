import type { ProductListAnswer } from '@nordhaut/contracts';
import { redirect, useRevalidator, useSearchParams } from 'react-router-dom';
import type { output } from 'zod/mini';
import { SummarySkeleton } from '../features/cart/summary.tsx';
import { CheckoutFrame, StepLoading } from '../features/checkout/checkout-frame.tsx';
import { askedStep } from '../features/checkout/flow.ts';
import { headings, STEP_LABELS } from '../features/checkout/messages.ts';
import { restoreSession, useSession } from '../features/checkout/session.ts';
import { readBankNotice } from '../features/placing/bank-place.tsx';
import { unknownOrderResult } from '../features/placing/unknown-order.ts';
import { startTimer } from '../features/promotions/timer-store.ts';
import { readStore } from '../features/shipping/choice.ts';
import { call } from '../lib/api.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { refreshCart, useCart } from '../lib/stores/cart.ts';
import { withFields } from '../lib/with-fields.ts';
import { RetryPanel } from '../ui/retry-panel.tsx';
import { CheckoutPage } from './payment/checkout-page.tsx';
import type { Route } from './+types/payment';

/** All data of this page belongs to one visitor, so the server renders only the frame. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await restoreSession();
  const result = await unknownOrderResult();
  if (result) throw redirect(result);
  const back = new URL(request.url).searchParams.get('fromcvs') === '1';
  const wantsStore = back || useSession.getState().delivery === 'CVS';
  const [products] = await Promise.all([
    call(withFields<output<typeof ProductListAnswer>>('products'), '/api/products'),
    refreshCart().then((cart) => (cart.ok && cart.data.items.length > 0 ? startTimer() : undefined)),
    wantsStore ? readStore(back) : undefined,
    useSession.getState().atBank ? readBankNotice() : undefined,
  ]);
  return products;
}

/** A change of step keeps the loaded data; a retry loads it again. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) => currentUrl.href === nextUrl.href;

export function meta({ matches, location }: Route.MetaArgs) {
  const title = STEP_LABELS[askedStep(new URLSearchParams(location.search))];
  return pageMeta(rootData(matches), { title: `結帳：${title}`, description: '結帳', path: '/payment', noIndex: true });
}

export default function Payment({ loaderData }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const cartFailed = useCart(({ status }) => status === 'failed');
  if (loaderData.ok && !cartFailed) return <CheckoutPage products={loaderData.data.products} />;
  const message = loaderData.ok ? '購物車暫時無法讀取，請稍後再試一次。' : loaderData.message;
  return (
    <div className="page max-w-2xl py-12">
      <h1 className="mb-6 text-h2">{headings.cart}</h1>
      <RetryPanel
        message={message}
        busy={state === 'loading'}
        offline={!loaderData.ok && loaderData.code === 'OFFLINE'}
        onRetry={() => void revalidate()}
      />
    </div>
  );
}

/** The frame of the step in the URL. The server renders it in the same place as the step's own frame. */
export function HydrateFallback() {
  const asked = askedStep(useSearchParams()[0]);
  return (
    <CheckoutFrame step={asked === 'RESULT' ? 'CART' : asked} side={<SummarySkeleton isLast={asked === 'PAY'} />}>
      <noscript>
        <p>結帳需要啟用 JavaScript，才能安全地輸入信用卡資料。</p>
      </noscript>
      <StepLoading />
    </CheckoutFrame>
  );
}
