import { ErrorBody, OrderAnswer, OrderNoText } from '@nordhaut/contracts';
import * as z from 'zod/mini';
import { LookUpForm } from '../features/orders/look-up-form.tsx';
import { headings, messages } from '../features/orders/messages.ts';
import { OrderPanel } from '../features/orders/order-panel.tsx';
import { bareOrderNo } from '../features/orders/outcome.ts';
import { lookUpOrder } from '../lib/look-up-order.ts';
import { UNREACHABLE } from '../lib/messages.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import type { Route } from './+types/search-order';

type Found = { id: string; answer?: OrderAnswer; problem?: string };

/** The number asked for; a text that cannot be one is not asked about. */
function askedFor(request: Request): { id: string; orderNo?: string } {
  const id = bareOrderNo((new URL(request.url).searchParams.get('id') ?? '').slice(0, 60));
  return z.safeParse(OrderNoText, id).success ? { id, orderNo: id } : { id };
}

/** What everybody may see: the server renders it without the visitor's cookie. */
export async function loader({ context, request }: Route.LoaderArgs): Promise<Found> {
  const { id, orderNo } = askedFor(request);
  if (!orderNo) return id ? { id, problem: messages.notFound } : { id };
  const response = await context.apiFetch(`/api/orders/${orderNo}`);
  const body: unknown = await response.json().catch(() => undefined);
  const answer = response.ok ? z.safeParse(OrderAnswer, body) : undefined;
  if (answer?.success) return { id, answer: answer.data };
  if (response.status === 404) return { id, problem: messages.notFound };
  const refused = z.safeParse(ErrorBody, body);
  return { id, problem: refused.success ? refused.data.message : UNREACHABLE };
}

/** Within the shop the browser asks itself: its cookie may show more. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Found> {
  const { id, orderNo } = askedFor(request);
  if (!orderNo) return id ? { id, problem: messages.notFound } : { id };
  const result = await lookUpOrder(orderNo);
  if (result.ok) return { id, answer: result.data };
  return { id, problem: result.status === 404 ? messages.notFound : result.message };
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), {
    title: headings.lookUp,
    description: '輸入訂單編號，查詢訂單內容與即時物流狀態。',
    path: '/search-order',
  });
}

export default function SearchOrder({ loaderData: { id, answer, problem } }: Route.ComponentProps) {
  return (
    <div className="page grid gap-8 pt-8 pb-4">
      <div className="grid max-w-2xl gap-4">
        <h1 className="text-h2">{headings.lookUp}</h1>
        <LookUpForm key={id} id={id} error={problem} />
      </div>
      {problem && (
        <p role="alert" className="sr-only">
          {problem}
        </p>
      )}
      {answer && <OrderPanel key={answer.order.orderNo} start={answer} />}
    </div>
  );
}
