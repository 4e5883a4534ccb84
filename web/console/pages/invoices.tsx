import { type FormEvent, useState } from 'react';
import { lastDays } from '../insight/days.ts';
import { download } from '../lib/api.ts';
import { useSecondFactor } from '../lib/second-factor.tsx';
import { Action, Fault, Labelled, Title } from '../lib/ui.tsx';
import { useWork } from '../lib/use-work.ts';

/** A file with the data of invoices, for the provider that issues them. */
export function Invoices() {
  // Two days: yesterday and today.
  const [range, setRange] = useState(() => {
    const { from } = lastDays(2, new Date());
    return { from, to: from };
  });
  const { busy, fault, run } = useWork();
  const { ask, form } = useSecondFactor();
  const send = (event: FormEvent) => {
    event.preventDefault();
    const asked = new URLSearchParams(range).toString();
    void run(() => ask(() => download(`invoices/export?${asked}`, `invoices-${range.from}-${range.to}.csv`)));
  };
  return (
    <div className="grid gap-4">
      <Title>發票資料</Title>
      <p className="measure">
        匯出這些日期成立的訂單，供電子發票加值中心匯入：信用卡以請款成功的日期為準，貨到付款以物流建立包裹的日期為準。一次最多 62
        天。之後才取消、未取貨或退款的訂單，請重新匯出原日期，依「目前狀態」與「已退款」作廢或開立折讓。全額以購物金支付、換貨與補寄的訂單不在其中。用試算表直接開啟，統一編號開頭的
        0 會消失：請以匯入文字檔的方式開啟，並將統一編號設為文字。
      </p>
      <form onSubmit={send} className="panel flex flex-wrap items-end gap-3">
        {(['from', 'to'] as const).map((name) => (
          <Labelled key={name} label={name === 'from' ? '成立日起' : '成立日迄'}>
            {(control) => (
              <input
                {...control}
                type="date"
                required
                className="input"
                value={range[name]}
                onChange={({ target }) => setRange({ ...range, [name]: target.value })}
              />
            )}
          </Labelled>
        ))}
        <Action busy={busy}>匯出 CSV</Action>
      </form>
      <Fault>{fault}</Fault>
      {form}
      <p className="text-sm text-ink-2">每次匯出都會記錄在檢視紀錄。</p>
    </div>
  );
}
