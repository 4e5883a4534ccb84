import { ORDER_NO, OrderAnswer } from '@nordhaut/contracts';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { LookUpForm } from '../features/orders/look-up-form.tsx';
import { headings, messages } from '../features/orders/messages.ts';
import { OrderPanel } from '../features/orders/order-panel.tsx';
import { bareOrderNo } from '../features/orders/outcome.ts';
import { type ApiResult, readAnswer } from '../lib/api.ts';
import { lookUpOrder } from '../lib/look-up-order.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { RetryPanel } from '../ui/retry-panel.tsx';
import type { Route } from './+types/search-order';

/** `now`: when the order was loaded */
type Dated = OrderAnswer & { now: Date };
/** `problem`: the number is wrong. `failure`: the shop did not answer, and a retry may help. */
type Found = { id: string; answer?: Dated; problem?: string; failure?: { message: string; offline: boolean } };

/** The public part of the order: the server renders it without the visitor's cookie. */
export const loader = ({ context, request }: Route.LoaderArgs): Promise<Found> =>
  find(request, async (orderNo) => readAnswer(OrderAnswer, await context.apiFetch(`/api/orders/${orderNo}`)));

/** The browser loads the order itself, because its cookie may show more. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs): Promise<Found> => find(request, lookUpOrder);

/** Asks for the order whose number is in the URL, if the text can be a number. */
async function find({ url }: Request, ask: (orderNo: string) => Promise<ApiResult<OrderAnswer>>): Promise<Found> {
  const id = bareOrderNo((new URL(url).searchParams.get('id') ?? '').slice(0, 60));
  if (!id) return { id };
  if (!ORDER_NO.test(id)) return { id, problem: messages.notFound };
  const result = await ask(id);
  if (result.ok) return { id, answer: { ...result.data, now: new Date() } };
  if (result.status === 404) return { id, problem: messages.notFound };
  return { id, failure: { message: result.message, offline: result.code === 'OFFLINE' } };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageMeta(rootData(matches), {
    title: headings.lookUp,
    description: '輸入訂單編號，查詢訂單內容與即時物流狀態。',
    path: '/search-order',
    noIndex: loaderData?.id !== '',
  });
}

export default function SearchOrder({ loaderData: { id, answer, problem, failure } }: Route.ComponentProps) {
  const shown = useShown(answer, failure !== undefined);
  return (
    <div className="page grid gap-8 pt-8 pb-4">
      <div className="grid max-w-2xl gap-4">
        <h1 className="text-h2">{headings.lookUp}</h1>
        <LookUpForm id={id} error={problem} compact={shown !== undefined} />
        {failure && <Failed {...failure} />}
      </div>
      {problem && (
        <p role="alert" className="sr-only">
          {problem}
        </p>
      )}
      {shown && <OrderPanel key={shown.order.orderNo} start={shown} now={shown.now} />}
    </div>
  );
}

/** The order that was found. If the look-up failed, the order that was shown before. */
function useShown(answer: Dated | undefined, failed: boolean): Dated | undefined {
  const [before, setBefore] = useState(answer);
  const shown = answer ?? (failed ? before : undefined);
  if (shown !== before) setBefore(shown);
  return shown;
}

function Failed({ message, offline }: NonNullable<Found['failure']>) {
  const { revalidate, state } = useRevalidator();
  return (
    <RetryPanel
      title={messages.lookUpFailed}
      message={message}
      offline={offline}
      busy={state === 'loading'}
      onRetry={() => void revalidate()}
    />
  );
}
