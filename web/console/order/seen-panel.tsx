import type { SeenAnswer } from '@nordhaut/contracts/support';
import { useState } from 'react';
import { Mails as AllMails } from '../acting/mails.tsx';
import { shownTime } from '../lib/times.ts';
import { Fault } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { Sealed, useRevealed } from './revealed.tsx';
import { releaseNote, seenFields } from './seen.ts';

type Props = {
  orderNo: string;
  revision: number | undefined;
  /** of the newest event: with a new one the mails that were sent may be more */
  newest: number;
};

/** The buyer's page and mails after the selected event, and which of both was kept. */
export function SeenPanel({ orderNo, revision, newest }: Props) {
  const [isOpen, setOpen] = useState(false);
  const path = revision === undefined ? undefined : `orders/${orderNo}/seen?revision=${revision}`;
  const { data, error } = useData<SeenAnswer>(path, undefined, newest);
  const seen = data?.orderNo === orderNo && data.revision === revision ? data : undefined;
  return (
    <section className="panel grid gap-2" aria-labelledby="seen">
      <h2 id="seen" className="text-lg">
        顧客當時看到的
      </h2>
      <Fault>{error}</Fault>
      {revision === undefined && <p>此時訂單尚未成立，顧客還沒有訂單頁面。</p>}
      {revision !== undefined && seen && (
        <>
          <h3>訂單頁面（重建）</h3>
          <p className="text-sm text-ink-2">
            商店不保存頁面；這是以當時為止的事件、用目前的程式重建，個人資料已遮罩。<strong>{releaseNote(seen.release)}</strong>
          </p>
          <dl className="num grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 text-sm wide:grid-cols-[9rem_1fr]">
            {seenFields(seen).map(({ label, value }) => (
              <div key={label} className="contents">
                <dt className="text-ink-2">{label}</dt>
                <dd className="whitespace-pre-line">{value}</dd>
              </div>
            ))}
          </dl>
          <h3>已寄出的信</h3>
          <Mails mails={seen.mails} />
          <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
            <summary className="min-h-11 py-2">到目前為止的所有信件，含未寄出的</summary>
            {isOpen && <AllMails of={`orders/${orderNo}`} label="所有信件" mayAct={false} reason="" sent={() => undefined} />}
          </details>
        </>
      )}
    </section>
  );
}

/** With their texts after personal data was revealed. */
function Mails({ mails }: Pick<SeenAnswer, 'mails'>) {
  const texts = useRevealed().data?.mails;
  if (mails.length === 0) return <p className="text-sm">到此時尚未寄出任何信。</p>;
  const textOf = new Map(texts?.map(({ id, text }) => [id, text]));
  return (
    <ul className="grid gap-2 text-sm">
      {mails.map(({ id, sentAt, subject, to, reports, kept }) => (
        <li key={id} className="border-t border-line pt-1">
          <span className="num block text-ink-2">{shownTime(sentAt)}</span>
          {subject ?? '（主旨已刪除）'}
          {to && <span className="block">收件地址 {to}</span>}
          {reports.length > 0 && <span className="block">寄信業者回報：{reports.join('、')}</span>}
          <span className="block text-ink-2">
            {kept ? '寄出時保存的內容' : '內容已刪除，只知道寄出了這封信'}
            {kept && !textOf.has(id) && (
              <>
                {'；'}
                <Sealed what="全文" textOf={() => ''} />
              </>
            )}
          </span>
          {textOf.has(id) && <pre className="rounded-2 bg-sunken p-3 text-xs whitespace-pre-wrap">{textOf.get(id)}</pre>}
        </li>
      ))}
    </ul>
  );
}
