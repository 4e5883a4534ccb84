import type { MemberOrders } from '@nordhaut/contracts';
import { Package } from 'lucide';
import { useNavigate } from 'react-router-dom';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Connection } from '../orders/connection.tsx';
import { headings, messages } from './messages.ts';
import { OrderCard } from './order-card.tsx';
import { useOrders } from './use-orders.ts';

type Props = { first: MemberOrders; year: number | undefined };

/** The member's orders, the newest first. It changes by itself while it is open. */
export function OrderList({ first, year }: Props) {
  const { orders, years, hasMore, loadMore, loading, failure, connection, updatedAt, updating } = useOrders(first, year);
  const navigate = useNavigate();
  const empty = orders.length === 0;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 empty:hidden">
        {years.length > 0 && (
          <label className="flex flex-wrap items-center gap-x-3 text-sm font-semibold whitespace-nowrap">
            訂購年份
            <select
              className="input num w-36!"
              value={year ?? ''}
              onChange={(event) => void navigate(`/member/order${event.currentTarget.value && `?year=${event.currentTarget.value}`}`)}
            >
              <option value="">全部</option>
              {/* The address may have a year without orders. */}
              {(year === undefined || years.includes(year) ? years : [...years, year]).map((one) => (
                <option key={one} value={one}>
                  {one} 年
                </option>
              ))}
            </select>
          </label>
        )}
        {!empty && (
          <div className="grid min-h-7 basis-full items-center *:[grid-area:1/1] wide:basis-auto">
            {/* Both have one place, so that no card moves while the list is loaded again. */}
            <div className={updating ? 'invisible' : ''}>
              <Connection connection={connection} updatedAt={updatedAt} />
            </div>
            <p role="status" className="text-sm text-ink-2">
              {updating ? `${messages.statusLoading}…` : ''}
            </p>
          </div>
        )}
      </div>
      {empty ? (
        <EmptyOrders year={years.length > 0 ? year : undefined} />
      ) : (
        <ul className="grid gap-4">
          {orders.map((order) => (
            <li key={order.orderNo}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
      {failure && (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      )}
      {hasMore && (
        <Button look="line" busy={loading} busyText={`${messages.ordersLoading}…`} className="justify-self-center" onClick={loadMore}>
          載入更多訂單
        </Button>
      )}
    </div>
  );
}

/** `year`: the member has orders, and none of that year */
const EmptyOrders = ({ year }: { year: number | undefined }) => (
  <div className="grid justify-items-center gap-4 rounded-3 border border-line bg-surface px-6 py-12 text-center">
    <Icon of={Package} size={36} className="text-ink-3" />
    <h2 className="text-h3">{year === undefined ? headings.empty : `${year} 年沒有訂單`}</h2>
    <p className="text-ink-2">
      {year === undefined ? '您的訂單成立後，會顯示在這裡，狀態也會自動更新。' : '請選擇其他年份，或查看全部訂單。'}
    </p>
    {year === undefined ? <LinkButton to="/product">逛逛系列商品</LinkButton> : <LinkButton to="/member/order">查看全部訂單</LinkButton>}
  </div>
);
