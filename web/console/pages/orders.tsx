import type { FoundOrders, SearchRequest } from '@nordhaut/contracts/support';
import { type FormEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Fault, Labelled, Title } from '../lib/ui.tsx';
import { shownTime } from '../lib/times.ts';
import { useData } from '../lib/use-data.ts';

const STATUSES: [code: string, label: string][] = [
  ['AWAITING_PAYMENT', '待3D驗證'],
  ['PAYMENT_FAILED', '付款失敗'],
  ['COD', '貨到付款'],
  ['300', '訂單處理中'],
  ['CANCELLED', '訂單已取消'],
  ['RETURN_APPLY', '退貨審核中'],
  ['RETURN', '退貨中'],
  ['REFUNDED', '已退款'],
];
const FILTERS = ['status', 'payment', 'from', 'to'] as const;

/** All orders, newest first. The filters are in the address; what is searched for is not, because it may name a person. */
export function Orders() {
  const [query, setQuery] = useSearchParams();
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const [cursors, setCursors] = useState<string[]>([]);
  const filters = Object.fromEntries(
    FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  ) as SearchRequest['filters'];
  const cursor = cursors.at(-1);
  const { data, error, loading } = useData<FoundOrders>('orders/search', { q, filters, ...(cursor !== undefined && { cursor }) });

  const search = (event: FormEvent) => {
    event.preventDefault();
    setCursors([]);
    setQ(typed.trim());
  };
  const filter = (name: string, value: string) => {
    setCursors([]);
    setQuery(
      (before) => {
        if (value) before.set(name, value);
        else before.delete(name);
        return before;
      },
      { replace: true },
    );
  };
  return (
    <div className="grid gap-4">
      <Title>訂單</Title>
      <search>
        <form onSubmit={search} className="panel grid items-end gap-3 wide:grid-cols-2 desk:grid-cols-[2fr_1fr_1fr_1fr_1fr_auto]">
          <Labelled label="搜尋">
            {(control) => (
              <input
                {...control}
                className="input"
                placeholder="訂單編號、電話、電子郵件、姓名、物流或銀行編號"
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Labelled>
          <Labelled label="狀態">
            {(control) => (
              <select
                {...control}
                className="input"
                value={filters.status ?? ''}
                onChange={(event) => filter('status', event.target.value)}
              >
                <option value="">全部</option>
                {STATUSES.map(([code, label]) => (
                  <option key={code} value={code}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Labelled>
          <Labelled label="付款方式">
            {(control) => (
              <select
                {...control}
                className="input"
                value={filters.payment ?? ''}
                onChange={(event) => filter('payment', event.target.value)}
              >
                <option value="">全部</option>
                <option value="CREDIT">信用卡</option>
                <option value="COD">貨到付款</option>
              </select>
            )}
          </Labelled>
          <Labelled label="下單日起">
            {(control) => (
              <input
                {...control}
                type="date"
                className="input"
                value={filters.from ?? ''}
                onChange={(event) => filter('from', event.target.value)}
              />
            )}
          </Labelled>
          <Labelled label="下單日迄">
            {(control) => (
              <input
                {...control}
                type="date"
                className="input"
                value={filters.to ?? ''}
                onChange={(event) => filter('to', event.target.value)}
              />
            )}
          </Labelled>
          <button type="submit" className="btn">
            搜尋
          </button>
        </form>
      </search>
      <Fault>{error}</Fault>
      <output className="block text-sm text-ink-2">
        {loading ? '載入中…' : data ? (data.orders.length === 0 ? '沒有符合的訂單' : `本頁 ${data.orders.length} 筆`) : ''}
      </output>
      {data && data.orders.length > 0 && <Table orders={data.orders} />}
      <div className="flex gap-3">
        {cursors.length > 0 && (
          <button type="button" className="btn btn-line" onClick={() => setCursors(cursors.slice(0, -1))}>
            上一頁
          </button>
        )}
        {data?.cursor && (
          <button type="button" className="btn btn-line" onClick={() => setCursors([...cursors, data.cursor as string])}>
            下一頁
          </button>
        )}
      </div>
    </div>
  );
}

function Table({ orders }: { orders: FoundOrders['orders'] }) {
  return (
    <section className="panel overflow-x-auto p-0" aria-label="訂單列表">
      <table className="num w-full text-sm">
        <thead>
          <tr className="border-b border-line text-start">
            {['訂單編號', '下單時間', '狀態', '付款方式', '金額', '尚欠顧客', '最近事件'].map((head) => (
              <th key={head} scope="col" className="px-3 py-2 text-start whitespace-nowrap">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map(({ orderNo, placedAt, status, payment, total, owed, touchedAt }) => (
            <tr key={orderNo} className="border-b border-line">
              <th scope="row" className="px-3 text-start font-normal whitespace-nowrap">
                <Link className="link" to={`/orders/${orderNo}`}>
                  {orderNo}
                </Link>
              </th>
              <td className="px-3 whitespace-nowrap">{shownTime(placedAt)}</td>
              <td className="px-3 whitespace-nowrap">{status.label}</td>
              <td className="px-3 whitespace-nowrap">{payment === 'COD' ? '貨到付款' : '信用卡'}</td>
              <td className="px-3 text-end whitespace-nowrap">NT${total.toLocaleString('en-US')}</td>
              <td className="px-3 text-end whitespace-nowrap">{owed > 0 ? `NT$${owed.toLocaleString('en-US')}` : '—'}</td>
              <td className="px-3 whitespace-nowrap">{shownTime(touchedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
