import { ORDER_NO, OrderAnswer } from '@nordhaut/contracts';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router-dom';
import { clearSession, restoreSession, useSession } from '../features/checkout/session.ts';
import { confirmedOrder } from '../features/orders/confirm-payment.ts';
import { headings, messages } from '../features/orders/messages.ts';
import { type Outcome, outcomeOf } from '../features/orders/outcome.ts';
import { ResultPage } from '../features/orders/result-page.tsx';
import { type ApiResult, readAnswer } from '../lib/api.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { refreshCart } from '../lib/stores/cart.ts';
import { LinkButton } from '../ui/button.tsx';
import { RetryPanel } from '../ui/retry-panel.tsx';
import type { Route } from './+types/result';

/** `asked`: the browser has confirmed the payment with the processor; the server's rendering does not. */
type Looked = { result: ApiResult<OrderAnswer> | undefined; asked: boolean; now: Date };

/** The page ignores `status` and the bank's other parameters, because anyone can change them (providers §2.4). */
function askedFor(request: Request): { orderNo: string | undefined; cod: boolean } {
  const { searchParams } = new URL(request.url);
  const orderNo = searchParams.get('order_number') ?? '';
  return { orderNo: ORDER_NO.test(orderNo) ? orderNo : undefined, cod: searchParams.get('type') === 'cod' };
}

/** The public state of the order: the server renders it without the visitor's cookie, and it is useful without script. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Looked> {
  const { orderNo } = askedFor(request);
  const result = orderNo ? await readAnswer(OrderAnswer, await context.apiFetch(`/api/orders/${orderNo}`)) : undefined;
  return { result, asked: false, now: new Date() };
}

/** The browser first confirms the payment, then loads the order itself, because its cookie shows more. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Looked> {
  const { orderNo, cod } = askedFor(request);
  return { result: orderNo ? await confirmedOrder(orderNo, cod) : undefined, asked: true, now: new Date() };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const result = loaderData?.result;
  const title = result?.ok ? headings[outcomeOf(result.data.order.facts)] : '訂單結果';
  return pageMeta(rootData(matches), { title, description: '訂單結果', path: '/result', noIndex: true });
}

/**
 * Deletes the checkout's session after a successful order; after a failure only the waiting payment is removed. While
 * the payment waits, the session holds it, because a new payment replaces it.
 */
async function onOutcome(outcome: Outcome, { orderNo, paymentUrl }: OrderAnswer['order']): Promise<void> {
  await restoreSession();
  const { atBank, unknownOrder } = useSession.getState();
  const known = unknownOrder === orderNo ? { unknownOrder: undefined } : {};
  if (outcome === 'confirming') {
    if (paymentUrl) useSession.setState({ ...known, atBank: { orderNo, paymentUrl } });
    return;
  }
  if (atBank?.orderNo !== orderNo && unknownOrder !== orderNo) return;
  if (outcome === 'failed' || outcome === 'cancelled') {
    useSession.setState({ ...known, ...(atBank?.orderNo === orderNo && { atBank: undefined }) });
    return;
  }
  clearSession();
  void refreshCart();
}

export default function Result({ loaderData: { result, asked, now } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  // The server may not find an order that is a moment old. The browser tries longer.
  const lookAgain = result?.ok === false && !asked;
  useEffect(() => {
    if (lookAgain) void revalidate();
  }, [lookAgain, revalidate]);
  if (result?.ok)
    return (
      <ResultPage
        key={result.data.order.orderNo}
        start={result.data}
        now={now}
        onOutcome={(outcome, order) => void onOutcome(outcome, order)}
      />
    );
  const missing = result === undefined || result.status === 404;
  return (
    <div className="page grid max-w-2xl gap-6 py-12">
      <h1 className="text-h2">{missing ? headings.unknown : headings.confirming}</h1>
      {missing ? (
        <p>{messages.notFound}</p>
      ) : (
        <RetryPanel
          title="暫時無法確認付款結果"
          message={result.message}
          busy={state === 'loading'}
          offline={result.code === 'OFFLINE'}
          onRetry={() => void revalidate()}
        />
      )}
      <LinkButton to="/search-order" look="line" className="justify-self-start">
        訂單查詢
      </LinkButton>
    </div>
  );
}
