import type { FoundOrders, SearchRequest } from '@nordhaut/contracts/support';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { money } from '../acting/words.ts';
import { digitsOf } from '../lib/digits.ts';
import { Fault, Heads, Labelled, Title } from '../lib/ui.tsx';
import { shownTime } from '../lib/times.ts';
import { NewEvents } from '../lib/new-events.tsx';
import { useData } from '../lib/use-data.ts';
import { useHeld } from '../lib/use-held.ts';
import { useKept } from '../lib/use-kept.ts';
import { useTicks } from '../lib/use-ticks.ts';

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
/** ms between two looks for new rows */
const LOOK_EVERY = 5_000;
const PARCELS: Record<NonNullable<SearchRequest['filters']['parcel']>, string> = {
  preparing: '備貨中',
  shipped: '已出貨',
  'in-transit': '運送中',
  delivering: '配送中',
  'at-store': '已到取貨門市',
  delivered: '已送達或已取貨',
  returning: '未取貨退回',
  'customer-return': '退貨包裹運送中',
  problem: '異常',
  cancelled: '已取消',
  unknown: '未知狀態',
};
/** What stands in the place of the payment of goods that are sent again. */
const LINKED = { EXCHANGE: '換貨，不另收費', RESEND: '補寄，不另收費' } as const;
const FILTERS = ['status', 'parcel', 'payment', 'from', 'to'] as const;
const AMOUNTS = ['amountFrom', 'amountTo'] as const;
const NO_PICKUP = { store: '', phoneEnd: '' };
const AMOUNT = /^\d{1,7}$/;

/**
 * All orders, newest first. The filters are in the address. What is searched for is not, because it names a person; the way back from an
 * order finds it in memory.
 */
export function Orders() {
  const [query, setQuery] = useSearchParams();
  // A member's page leads to the member's orders.
  const { q = '' } = (useLocation().state ?? {}) as { q?: string };
  const [typed, setTyped] = useKept('typed', q);
  const [typedPickup, setTypedPickup] = useKept('pickup', NO_PICKUP);
  const [typedAmounts, setTypedAmounts] = useState(() => AMOUNTS.map((name) => query.get(name) ?? ''));
  const [personal, setPersonal] = useKept<Pick<SearchRequest, 'q' | 'pickup'>>('asked', { q });
  const [searches, setSearches] = useState(0);
  const [unfolded, setUnfolded] = useState(false);
  const [cursors, setCursors] = useKept<string[]>('pages', []);
  const filters = {
    ...Object.fromEntries(FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))),
    ...Object.fromEntries(AMOUNTS.flatMap((name) => (AMOUNT.test(query.get(name) ?? '') ? [[name, Number(query.get(name))]] : []))),
  } as SearchRequest['filters'];
  const cursor = cursors.at(-1);
  const body = { ...personal, filters, ...(cursor !== undefined && { cursor }) };
  // Each search for a person is recorded as one that somebody made, so only the list of all orders is asked again.
  const ticks = useTicks(LOOK_EVERY, personal.q === '' && !personal.pickup && cursor === undefined);
  const { data, error, loading } = useData<FoundOrders>('orders/search', body, ticks + searches);
  const { shown, latest, show } = useHeld(`${searches} ${JSON.stringify(body)}`, loading ? undefined : data);

  const search = (event: FormEvent) => {
    event.preventDefault();
    setCursors([]);
    setPersonal({ q: typed.trim(), ...(typedPickup.store.trim() !== '' && { pickup: typedPickup }) });
    filter(Object.fromEntries(AMOUNTS.map((name, place) => [name, typedAmounts[place] ?? ''])));
    setSearches((before) => before + 1);
  };
  /** All at once: of two calls in one step, the address would keep the last one only. */
  const filter = (values: Record<string, string>) => {
    setCursors([]);
    setQuery(
      (before) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { replace: true },
    );
  };
  return (
    <div className="grid gap-4">
      <Title>訂單</Title>
      <search>
        <form onSubmit={search} className="panel grid items-start gap-3 wide:grid-cols-2 desk:grid-cols-4">
          <div className="wide:col-span-2">
            <Labelled label="搜尋" hint="訂單編號、電話、電子郵件、姓名、會員邀請碼、物流或銀行編號">
              {(control) => <input {...control} className="input" value={typed} onChange={(event) => setTyped(event.target.value)} />}
            </Labelled>
          </div>
          <button type="button" className="link wide:hidden" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
            {unfolded ? '收起條件' : '更多條件'}
          </button>
          <div className={`${unfolded ? 'grid gap-3' : 'hidden'} wide:contents`}>
            <Labelled label="狀態">
              {(control) => (
                <select
                  {...control}
                  className="input"
                  value={filters.status ?? ''}
                  onChange={(event) => filter({ status: event.target.value })}
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
            <Labelled label="包裹狀態">
              {(control) => (
                <select
                  {...control}
                  className="input"
                  value={filters.parcel ?? ''}
                  onChange={(event) => filter({ parcel: event.target.value })}
                >
                  <option value="">全部</option>
                  {Object.entries(PARCELS).map(([stage, label]) => (
                    <option key={stage} value={stage}>
                      {label}
                    </option>
                  ))}
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
                  onChange={(event) => filter({ from: event.target.value })}
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
                  onChange={(event) => filter({ to: event.target.value })}
                />
              )}
            </Labelled>
            {AMOUNTS.map((name, place) => (
              <Labelled key={name} label={place === 0 ? '訂單金額起（NT$）' : '訂單金額迄（NT$）'}>
                {(control) => (
                  <input
                    {...control}
                    className="input"
                    inputMode="numeric"
                    maxLength={7}
                    value={typedAmounts[place]}
                    onChange={({ target }) => setTypedAmounts(typedAmounts.with(place, digitsOf(target.value)))}
                  />
                )}
              </Labelled>
            ))}
            <Labelled label="取貨門市（店號或店名）">
              {(control) => (
                <input
                  {...control}
                  className="input"
                  maxLength={40}
                  required={typedPickup.phoneEnd !== ''}
                  value={typedPickup.store}
                  onChange={({ target }) => setTypedPickup({ ...typedPickup, store: target.value })}
                />
              )}
            </Labelled>
            <Labelled label="電話末三碼">
              {(control) => (
                <input
                  {...control}
                  className="input"
                  inputMode="numeric"
                  pattern="\d{3}"
                  maxLength={3}
                  title="三位數字"
                  required={typedPickup.store !== ''}
                  value={typedPickup.phoneEnd}
                  onChange={({ target }) => setTypedPickup({ ...typedPickup, phoneEnd: digitsOf(target.value) })}
                />
              )}
            </Labelled>
            <Labelled label="付款方式">
              {(control) => (
                <select
                  {...control}
                  className="input"
                  value={filters.payment ?? ''}
                  onChange={(event) => filter({ payment: event.target.value })}
                >
                  <option value="">全部</option>
                  <option value="CREDIT">信用卡</option>
                  <option value="COD">貨到付款</option>
                  <option value="SHOPPING_CREDIT">購物金</option>
                </select>
              )}
            </Labelled>
          </div>
          <button type="submit" className="btn self-end">
            搜尋
          </button>
        </form>
      </search>
      <Fault>{error}</Fault>
      <output className="block text-sm text-ink-2">
        {shown ? (shown.orders.length === 0 ? '沒有符合的訂單' : `本頁 ${shown.orders.length} 筆`) : loading ? '載入中…' : ''}
      </output>
      {shown && shown.orders.length > 0 && <Table orders={shown.orders} />}
      {shown && latest && <NewEvents count={changedRows(shown, latest)} show={show} />}
      <div className="flex gap-3">
        {cursors.length > 0 && (
          <button type="button" className="btn btn-line" onClick={() => setCursors(cursors.slice(0, -1))}>
            上一頁
          </button>
        )}
        {shown?.cursor && (
          <button type="button" className="btn btn-line" onClick={() => setCursors([...cursors, shown.cursor as string])}>
            下一頁
          </button>
        )}
      </div>
    </div>
  );
}

/** Rows of the newer answer that are new or have a newer event. */
function changedRows(shown: FoundOrders, latest: FoundOrders): number {
  const known = new Map(shown.orders.map(({ orderNo, touchedAt }) => [orderNo, touchedAt]));
  return latest.orders.filter(({ orderNo, touchedAt }) => known.get(orderNo) !== touchedAt).length;
}

function Table({ orders }: { orders: FoundOrders['orders'] }) {
  return (
    <section className="panel stacks p-0" aria-label="訂單列表">
      <table className="stacked num w-full text-sm">
        <thead>
          <tr className="border-b border-line text-start">
            <Heads of={['訂單編號', '狀態', '下單時間', '付款方式']} className="px-3 py-2 text-start whitespace-nowrap" />
            <Heads of={['金額', '尚欠顧客']} className="px-3 py-2 text-end whitespace-nowrap" />
            <Heads of={['最近事件']} className="px-3 py-2 text-start whitespace-nowrap" />
          </tr>
        </thead>
        <tbody>
          {orders.map(({ orderNo, placedAt, status, payment, linked, total, owed, touchedAt }) => (
            <tr key={orderNo} className="border-b border-line">
              <th scope="row" className="px-3 text-start font-normal whitespace-nowrap">
                <Link className="link" to={`/orders/${orderNo}`}>
                  {orderNo}
                </Link>
              </th>
              <td className="min-w-36 self-center px-3 font-semibold">{status.label}</td>
              <td className="whole px-3 whitespace-nowrap" data-head="下單">
                {shownTime(placedAt)}
              </td>
              <td className="px-3 whitespace-nowrap" data-head="付款">
                {linked ? LINKED[linked] : payment === 'COD' ? '貨到付款' : total === 0 ? '購物金' : '信用卡'}
              </td>
              <td className="px-3 text-end whitespace-nowrap" data-head="金額">
                {money(total)}
              </td>
              <td className={`px-3 text-end whitespace-nowrap ${owed > 0 ? '' : 'nothing'}`} data-head="尚欠顧客">
                {owed > 0 ? money(owed) : '—'}
              </td>
              <td className="whole px-3 whitespace-nowrap" data-head="最近事件">
                {shownTime(touchedAt)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
