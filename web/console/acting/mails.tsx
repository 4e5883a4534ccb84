import type { OrderMails, ResendAnswer } from '@nordhaut/contracts/support';
import { useState } from 'react';
import { call } from '../lib/api.ts';
import { shownTime } from '../lib/times.ts';
import { Action, Fault } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';

const STATES: Record<OrderMails['mails'][number]['state'], string> = {
  due: '等待寄出',
  sending: '寄送中',
  sent: '已寄出',
  listed: '寄送失敗',
  dropped: '未寄出',
};
const RESENT: Record<ResendAnswer['outcome'], string> = {
  planned: '已安排重新寄出',
  'too-soon': '剛寄出過或今日已達上限，請稍後再試',
  unknown: '此訂單沒有這封信',
  overtaken: '內容已不適用，或訂單沒有電子郵件地址',
};

/** The mails about the order. Each can be sent again, with the reason of the form around it. */
export function Mails({ orderNo, reason }: { orderNo: string; reason: string }) {
  const [version, setVersion] = useState(0);
  const [said, setSaid] = useState('');
  const { data, error } = useData<OrderMails>(`orders/${orderNo}/mails`, undefined, version);
  const { busy, fault, run } = useWork();
  const send = (mailId: string) =>
    void run(async () => {
      setSaid('');
      const { outcome } = await call<ResendAnswer>(`orders/${orderNo}/mails/${mailId}`, { reason }, undefined, crypto.randomUUID());
      setSaid(RESENT[outcome]);
      setVersion((before) => before + 1);
    });
  if (!data) return <Fault>{error}</Fault>;
  return (
    <section className="grid gap-2" aria-label="此訂單的信件">
      <ul className="grid gap-2">
        {data.mails.length === 0 && <li>此訂單尚無信件。</li>}
        {data.mails.map(({ mailId, title, times, at, state, why }) => (
          <li key={mailId} className="panel flex flex-wrap items-center justify-between gap-2">
            {title}：{STATES[state]}
            {why && `（${why}）`}，{shownTime(at)}
            {times > 1 && `，共 ${times} 次`}
            <Action busy={busy} line onClick={() => send(mailId)}>
              {`重寄「${title}」`}
            </Action>
          </li>
        ))}
      </ul>
      <Fault>{fault}</Fault>
      <output className="block empty:hidden">{said}</output>
    </section>
  );
}
