import type { PackedRequest, ParcelsToSend, ParcelToSend } from '@nordhaut/contracts/support';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { money } from '../acting/words.ts';
import { download } from '../lib/api.ts';
import { shownDay, shownTime } from '../lib/times.ts';
import { Action, Fault, Heads, Labelled, Title } from '../lib/ui.tsx';
import { useCommand } from '../lib/use-command.ts';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';
import { totalsOf } from '../parcels/totals.ts';

type Subtype = ParcelToSend['subtype'];
const CARRIERS: Record<Subtype, string> = { TCAT: '黑貓宅急便', UNIMARTC2C: '7-11', FAMIC2C: '全家', INTERNATIONAL: '海外' };

const HEAD = 'px-3 py-2 text-start whitespace-nowrap';

/**
 * What the warehouse packs and hands over: the pieces of all parcels, and each parcel. The carrier reports a parcel hours after it was
 * packed, so what is packed is marked and does not count again. The carrier is in the address.
 */
export function Parcels() {
  const [query, setQuery] = useSearchParams();
  const [asked, setAsked] = useState(0);
  const { busy, fault, run } = useWork();
  const command = useCommand();
  const carrier = query.get('carrier') ?? '';
  const chosen = carrier === '' ? '' : `?${new URLSearchParams({ carrier })}`;
  const { data, error } = useData<ParcelsToSend>(`parcels${chosen}`, undefined, asked);
  const shown = data?.parcels ?? [];
  const held = shown.filter(({ hold }) => hold !== null);
  const ready = shown.filter(({ hold, packed }) => hold === null && !packed);
  const packed = shown.filter((parcel) => parcel.hold === null && parcel.packed);
  const mark = (parcels: readonly ParcelToSend[], isPacked: boolean): void =>
    void run(async () => {
      const marked = parcels.map(({ orderNo, readyAt }) => ({ orderNo, readyAt }));
      await command('parcels/packed', { packed: isPacked, parcels: marked } satisfies PackedRequest).finally(() => setAsked(asked + 1));
    });
  return (
    <div className="grid gap-4">
      <Title>待出貨</Title>
      <div className="panel flex flex-wrap items-end gap-3 print:hidden">
        <Labelled label="物流">
          {(control) => (
            <select
              {...control}
              className="input"
              value={carrier}
              onChange={({ target }) => setQuery(target.value === '' ? {} : { carrier: target.value }, { replace: true })}
            >
              <option value="">全部</option>
              {Object.entries(CARRIERS).map(([subtype, name]) => (
                <option key={subtype} value={subtype}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <button type="button" className="btn btn-line" onClick={() => setAsked(asked + 1)}>
          重新整理
        </button>
        <button type="button" className="btn btn-line" onClick={() => window.print()}>
          列印
        </button>
        <Action busy={busy} line onClick={() => void run(() => download(`parcels/export${chosen}`, 'parcels.csv'))}>
          下載 CSV
        </Action>
      </div>
      <Fault>{error ?? fault}</Fault>
      <output className="block text-sm text-ink-2">{data ? counted(ready, packed.length, held.length) : '載入中…'}</output>
      {data?.more && <p>包裹較多，這裡列出最早的 {data.parcels.length} 件。</p>}
      {ready.length > 0 && <Totals parcels={ready} />}
      {ready.length > 0 && (
        <Table title="待包裝" parcels={ready} action="已包裝" act={(parcel) => mark([parcel], true)} busy={busy}>
          <Action busy={busy} line onClick={() => mark(ready, true)}>
            {`將這 ${ready.length} 件標示為已包裝`}
          </Action>
        </Table>
      )}
      {packed.length > 0 && (
        <div className="print:hidden">
          <Table title="已包裝，等物流收件" parcels={packed} action="改回待包裝" act={(parcel) => mark([parcel], false)} busy={busy}>
            <Action busy={busy} line onClick={() => mark(packed, false)}>
              {`將這 ${packed.length} 件改回待包裝`}
            </Action>
          </Table>
        </div>
      )}
      {held.length > 0 && <Table title="暫緩出貨" parcels={held} />}
    </div>
  );
}

function counted(ready: readonly ParcelToSend[], packed: number, held: number): string {
  const late = ready.filter(({ overdue }) => overdue).length;
  return [
    `待包裝 ${ready.length} 件`,
    ...(late > 0 ? [`逾期 ${late} 件`] : []),
    ...(packed > 0 ? [`已包裝 ${packed} 件`] : []),
    ...(held > 0 ? [`暫緩 ${held} 件`] : []),
  ].join('，');
}

function Totals({ parcels }: { parcels: readonly ParcelToSend[] }) {
  return (
    <section aria-label="撿貨總表" className="panel grid max-w-xl gap-2">
      <h2 className="text-lg">撿貨總表</h2>
      <table className="num w-full text-sm">
        <thead>
          <tr className="border-b border-line">
            <Heads of={['品項']} className="py-2 text-start" />
            <Heads of={['數量']} className="py-2 text-end" />
          </tr>
        </thead>
        <tbody>
          {totalsOf(parcels).map(({ productId, name, quantity }) => (
            <tr key={productId} className="border-b border-line">
              <th scope="row" className="py-1 text-start font-normal">
                {name}
              </th>
              <td className="py-1 text-end">{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Acts = { action?: string; act?: (parcel: ParcelToSend) => void; busy?: boolean };
type TableProps = { title: string; parcels: readonly ParcelToSend[]; children?: ReactNode } & Acts;

/** `action`: of each row. */
function Table({ title, parcels, children, ...acts }: TableProps) {
  return (
    <section className="panel stacks p-0" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-3 pt-3">
        <h2 className="text-lg">{title}</h2>
        <div className="print:hidden">{children}</div>
      </div>
      <table className="stacked num w-full text-sm">
        <thead>
          <tr className="border-b border-line text-start">
            <Heads of={['訂單編號', '最晚出貨日', '物流', '商品', '代收']} className={HEAD} />
            {acts.act && (
              <th scope="col" className="print:hidden">
                <span className="sr-only">標示</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {parcels.map((parcel) => (
            <Row key={parcel.orderNo} parcel={parcel} {...acts} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ parcel, action = '', act, busy = false }: { parcel: ParcelToSend } & Acts) {
  const { orderNo, placedAt, sendBy, overdue, subtype, carrierNo, logisticsId, toCollect, items, gifts, hold } = parcel;
  return (
    <tr className="break-inside-avoid border-b border-line align-top">
      <th scope="row" className="px-3 text-start font-normal whitespace-nowrap">
        <Link className="link" to={`/orders/${orderNo}`}>
          {orderNo}
        </Link>
        {hold && <span className="block pb-2 font-semibold whitespace-normal">{hold}</span>}
      </th>
      <td className="px-3 py-2 whitespace-nowrap" data-head="最晚出貨">
        {shownDay(sendBy)}
        {overdue && <span className="block font-semibold text-danger">已逾期</span>}
        <span className="block text-ink-2">{shownTime(placedAt)} 下單</span>
      </td>
      <td className="px-3 py-2" data-head="物流">
        {CARRIERS[subtype]}
        {carrierNo !== '' && <span className="block">{carrierNo}</span>}
        {logisticsId !== '' && <span className="block text-ink-2">物流編號 {logisticsId}</span>}
      </td>
      <td className="whole px-3 py-2" data-head="商品">
        <ul>
          {items.map((item) => (
            <Item key={`${item.productId} ${item.name}`} item={item} />
          ))}
          {gifts.map((item) => (
            <Item key={`gift ${item.productId} ${item.name}`} item={item} gift />
          ))}
        </ul>
      </td>
      <td className={`px-3 py-2 whitespace-nowrap ${toCollect > 0 ? '' : 'nothing'}`} data-head="代收">
        {toCollect > 0 ? money(toCollect) : '—'}
      </td>
      {act && (
        <td className="px-3 text-end whitespace-nowrap print:hidden">
          <button
            type="button"
            className="link"
            aria-label={`${action}：${orderNo}`}
            aria-disabled={busy || undefined}
            onClick={() => act(parcel)}
          >
            {action}
          </button>
        </td>
      )}
    </tr>
  );
}

const Item = ({ item: { name, quantity, contents }, gift = false }: { item: ParcelToSend['items'][number]; gift?: boolean }) => (
  <li>
    {gift && '贈品 '}
    {name} × {quantity}
    {contents.length > 0 && <span className="block ps-4 text-ink-2">每組：{contents.join('、')}</span>}
  </li>
);
