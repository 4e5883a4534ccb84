import { MemberOrders, ORDER_NO, type OrderAnswer } from '@nordhaut/contracts';
import { Link, useRevalidator } from 'react-router-dom';
import { MemberFrame, MemberLoading } from '../features/account/member-frame.tsx';
import { headings, messages } from '../features/account/messages.ts';
import { needMember } from '../features/account/need-member.ts';
import { OrderList } from '../features/account/order-list.tsx';
import { ordersPath } from '../features/account/orders-path.ts';
import { messages as orderMessages } from '../features/orders/messages.ts';
import { OrderPanel } from '../features/orders/order-panel.tsx';
import { bareOrderNo } from '../features/orders/outcome.ts';
import { isReturnTyped } from '../features/orders/typed-return.ts';
import { type ApiResult, call } from '../lib/api.ts';
import { lookUpOrder } from '../lib/look-up-order.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { useMember } from '../lib/stores/member.ts';
import { RetryPanel } from '../ui/retry-panel.tsx';
import type { Route } from './+types/member-order';

type Loaded =
  | { kind: 'failed'; message: string; offline: boolean }
  | { kind: 'list'; year: number | undefined; first: MemberOrders }
  | { kind: 'order'; answer: OrderAnswer; now: Date }
  | { kind: 'missing' };

const failed = ({ message, code }: { message: string; code: string }): Loaded => ({ kind: 'failed', message, offline: code === 'OFFLINE' });

/** The order that the address names, or the list. */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Loaded> {
  const member = await needMember(request);
  if (!member.ok) return failed(member);
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get('order_number');
  if (asked !== null) return foundOf(bareOrderNo(asked.slice(0, 60)));
  const year = Number(searchParams.get('year')) || undefined;
  const result = await call(MemberOrders, ordersPath({ year }), { retries: 1 });
  return result.ok ? { kind: 'list', year, first: result.data } : failed(result);
}

async function foundOf(orderNo: string): Promise<Loaded> {
  if (!ORDER_NO.test(orderNo)) return { kind: 'missing' };
  const result: ApiResult<OrderAnswer> = await lookUpOrder(orderNo);
  if (result.ok) return { kind: 'order', answer: result.data, now: new Date() };
  return result.status === 404 ? { kind: 'missing' } : failed(result);
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), { title: headings.orders, description: '我的訂單', path: '/member/order', noIndex: true });
}

export const HydrateFallback = () => <MemberLoading title={headings.orders} label={messages.ordersLoading} />;

export default function MemberOrder({ loaderData }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const member = useMember((session) => session.member);
  if (loaderData.kind === 'list')
    return (
      <MemberFrame title={headings.orders}>
        <OrderList key={`${member?.user_uid}-${loaderData.year}`} first={loaderData.first} year={loaderData.year} />
      </MemberFrame>
    );
  return (
    <MemberFrame title={headings.order}>
      <Link to="/member/order" className="link inline-flex min-h-11 items-center justify-self-start">
        ← 回我的訂單
      </Link>
      {loaderData.kind === 'order' && (
        <OrderPanel
          key={loaderData.answer.order.orderNo}
          start={loaderData.answer}
          now={loaderData.now}
          asMember
          begin={isReturnTyped(loaderData.answer.order.orderNo) ? 'return' : undefined}
        />
      )}
      {loaderData.kind === 'missing' && (
        <div role="alert" className="rounded-3 border border-line bg-surface p-6">
          <p>{orderMessages.notFound}。</p>
        </div>
      )}
      {loaderData.kind === 'failed' && (
        <RetryPanel
          message={loaderData.message}
          offline={loaderData.offline}
          busy={state === 'loading'}
          onRetry={() => void revalidate()}
        />
      )}
    </MemberFrame>
  );
}
