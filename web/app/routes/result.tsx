import { OrderNoText } from '@nordhaut/contracts';
import { useRevalidator } from 'react-router-dom';
import * as z from 'zod/mini';
import { clearSession, restoreSession, useSession } from '../features/checkout/session.ts';
import { settledOrder } from '../features/orders/confirm-payment.ts';
import { headings, messages } from '../features/orders/messages.ts';
import type { Outcome } from '../features/orders/outcome.ts';
import { ResultPage } from '../features/orders/result-page.tsx';
import { pageMeta, rootData } from '../lib/seo.ts';
import { refreshCart } from '../lib/stores/cart.ts';
import { LinkButton } from '../ui/button.tsx';
import { RetryPanel } from '../ui/retry-panel.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import type { Route } from './+types/result';

/** `status` and the bank's other parameters are not read: anyone can write them (providers §2.4). */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const orderNo = searchParams.get('order_number') ?? '';
  if (!z.safeParse(OrderNoText, orderNo).success) return undefined;
  await restoreSession();
  return settledOrder(orderNo, searchParams.get('type') === 'cod');
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), { title: '訂單結果', description: '訂單結果', path: '/result', noIndex: true });
}

/** What checkout kept is over once the order stands; after a failure only the waiting at the bank is. */
function onOutcome(outcome: Outcome, orderNo: string): void {
  if (outcome === 'confirming') return;
  const { atBank, unknownOrder } = useSession.getState();
  if (atBank?.orderNo !== orderNo && unknownOrder !== orderNo) return;
  if (outcome === 'failed') {
    useSession.setState({ atBank: undefined, unknownOrder: undefined });
    return;
  }
  clearSession();
  void refreshCart();
}

export default function Result({ loaderData }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  if (loaderData?.ok) return <ResultPage key={loaderData.data.order.orderNo} start={loaderData.data} onOutcome={onOutcome} />;
  const missing = loaderData === undefined || loaderData.status === 404;
  return (
    <div className="page grid max-w-2xl gap-6 py-12">
      <h1 className="text-h2">{missing ? headings.unknown : headings.confirming}</h1>
      {missing ? (
        <p>{messages.notFound}</p>
      ) : (
        <RetryPanel
          title="暫時無法確認付款結果"
          message={loaderData.message}
          busy={state === 'loading'}
          offline={loaderData.code === 'OFFLINE'}
          onRetry={() => void revalidate()}
        />
      )}
      <LinkButton to="/search-order" look="line" className="justify-self-start">
        訂單查詢
      </LinkButton>
    </div>
  );
}

export function HydrateFallback() {
  return (
    <div className="page max-w-2xl py-12">
      <h1 className="sr-only">{headings.confirming}</h1>
      <Loading label={messages.confirming}>
        <div className="grid justify-items-center gap-5 rounded-3 border border-line bg-surface px-10 py-10">
          <Skeleton className="size-20 rounded-full!" />
          <p className="text-ink-2">{headings.confirming}…</p>
          <Skeleton className="h-28 w-full" />
        </div>
      </Loading>
      <noscript>
        <p className="mt-6">付款結果可於訂單查詢頁輸入訂單編號查看。</p>
      </noscript>
    </div>
  );
}
