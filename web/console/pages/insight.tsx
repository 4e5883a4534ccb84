import type { InsightAnswer, InsightDay } from '@nordhaut/contracts/support';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { money } from '../acting/words.ts';
import { DayChart } from '../insight/day-chart.tsx';
import { lastDays } from '../insight/days.ts';
import { download } from '../lib/api.ts';
import { shownDay, shownTime } from '../lib/times.ts';
import { Action, Fault, Labelled, Title } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';

const count = (value: number): string => value.toLocaleString('en-US');

type Chart = { title: string; what: string; of: (day: InsightDay) => number; shown: (value: number) => string };
const CHARTS: readonly Chart[] = [
  { title: '訂單數', what: '當日送出的訂單，含付款失敗與日後取消的訂單', of: ({ orders }) => orders, shown: count },
  { title: '訂單金額', what: '當日送出的訂單總額，含付款失敗與日後取消的訂單', of: ({ ordered }) => ordered, shown: money },
  { title: '信用卡收款', what: '當日請款成功的金額', of: ({ charged }) => charged, shown: money },
  { title: '退款', what: '當日退還的金額', of: ({ refunded }) => refunded, shown: money },
  { title: '退款筆數', what: '當日退還款項的次數，一筆訂單可能分次退款', of: ({ refunds }) => refunds, shown: count },
  { title: '付款失敗', what: '當日失敗的刷卡付款', of: ({ paymentFailures }) => paymentFailures, shown: count },
  { title: '待退款項', what: '目前尚未退還的款項，依欠款起始日', of: ({ owed }) => owed, shown: money },
  { title: '退貨申請', what: '當日提出的退貨', of: ({ returns }) => returns, shown: count },
];

/** The shop's figures by day; the range is in the address. */
export function Insight() {
  const [query, setQuery] = useSearchParams();
  const [usual] = useState(() => lastDays(30, new Date()));
  const range = { from: query.get('from') ?? usual.from, to: query.get('to') ?? usual.to };
  const asked = new URLSearchParams(range).toString();
  const { data, error } = useData<InsightAnswer>(`insight?${asked}`);
  const { busy, fault, run } = useWork();
  const save = (): void => void run(() => download(`insight/export?${asked}`, `figures-${range.from}-${range.to}.csv`));
  const choose = (more: Partial<typeof range>): void => setQuery({ ...range, ...more }, { replace: true });
  return (
    <div className="grid gap-4">
      <Title>營運數字</Title>
      <div className="panel flex flex-wrap items-end gap-3">
        {(['from', 'to'] as const).map((name) => (
          <Labelled key={name} label={name === 'from' ? '日期起' : '日期迄'}>
            {(control) => (
              <input
                {...control}
                type="date"
                className="input"
                value={range[name]}
                onChange={({ target }) => target.value && choose({ [name]: target.value })}
              />
            )}
          </Labelled>
        ))}
        {[7, 30, 90, 365].map((days) => (
          <button key={days} type="button" className="btn btn-line" onClick={() => choose(lastDays(days, new Date()))}>
            {`近 ${days} 天`}
          </button>
        ))}
        <Action busy={busy} line onClick={save}>
          下載 CSV
        </Action>
      </div>
      <Fault>{error ?? fault}</Fault>
      {data && (
        <>
          <Now owed={data.owed} credit={data.credit} />
          <div className="grid gap-4 desk:grid-cols-2">
            {CHARTS.map(({ title, what, of, shown }) => (
              <DayChart
                key={title}
                title={title}
                what={what}
                shown={shown}
                points={data.days.map((day) => ({ day: day.day, value: of(day) }))}
              />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

/** What the shop owes at this moment; of credit, within the last hour. */
function Now({ owed, credit }: Pick<InsightAnswer, 'owed' | 'credit'>) {
  const total = owed.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <section aria-label="目前餘額" className="panel grid gap-3">
      <h2 className="text-lg">目前餘額</h2>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Balance name="待退款項" value={money(total)} />
        <Balance name="會員可用購物金" value={money(credit.available)} />
        <Balance name="結帳中保留的購物金" value={money(credit.reserved)} />
      </dl>
      <p className="text-sm text-ink-2">購物金為 {shownTime(credit.at)} 的金額，每小時最多計算一次。</p>
      {owed.length > 0 && (
        <table className="w-full max-w-xl text-start">
          <caption className="text-start text-sm text-ink-2">待退款項，依欠款起始日</caption>
          <thead>
            <tr>
              <th scope="col" className="text-start">
                日期
              </th>
              <th scope="col" className="text-end">
                訂單數
              </th>
              <th scope="col" className="text-end">
                金額
              </th>
            </tr>
          </thead>
          <tbody>
            {owed.map(({ day, orders, amount }) => (
              <tr key={day}>
                <th scope="row" className="text-start font-normal">
                  {shownDay(day)}
                </th>
                <td className="text-end">{count(orders)}</td>
                <td className="text-end">{money(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Balance({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="text-lg font-semibold">{value}</dd>
    </div>
  );
}
