import type { InquiriesAnswer, InquiryRevealed } from '@nordhaut/contracts/support';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { call } from '../lib/api.ts';
import { shownDay, shownTime } from '../lib/times.ts';
import { Action, Fault, Line, Title } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { useWork } from '../lib/use-work.ts';

/**
 * What companies asked for at `/corporate-gifts`. It is answered by mail or phone, so the list is only read; what is not answered
 * yet is a work list. `id` in the address shows one of them, `after` those before one.
 */
export function Inquiries() {
  const [address] = useSearchParams();
  const [id, after] = [address.get('id'), address.get('after')];
  const asked = new URLSearchParams({ ...(id !== null && { id }), ...(after !== null && { after }) });
  const { data, error, loading } = useData<InquiriesAnswer>(`inquiries?${asked}`);
  const shown = data?.inquiries;
  return (
    <div className="grid gap-4">
      <Title>企業採購詢問</Title>
      <p className="text-sm text-ink-2">每筆保留 180 天後自動刪除。</p>
      <Fault>{error}</Fault>
      {loading && <p>載入中…</p>}
      <p className="flex flex-wrap gap-x-5">
        <Link to="/tasks/inquiries" className="link">
          待回覆的詢問
        </Link>
        {(id !== null || after !== null) && (
          <Link to="/inquiries" className="link">
            所有詢問
          </Link>
        )}
      </p>
      {shown?.length === 0 && <p>{id === null ? '目前沒有詢問。' : '這筆詢問已刪除，或不存在。'}</p>}
      <ul className="grid gap-2">
        {shown?.map((inquiry) => (
          <Item key={inquiry.inquiryId} inquiry={inquiry} />
        ))}
      </ul>
      {data?.more && (
        <p>
          <Link to={`/inquiries?after=${shown?.at(-1)?.inquiryId}`} className="link">
            較早的詢問
          </Link>
        </p>
      )}
    </div>
  );
}

function Item({ inquiry }: { inquiry: InquiriesAnswer['inquiries'][number] }) {
  const { inquiryId, at, until, company, quantity } = inquiry;
  const [revealed, setRevealed] = useState<InquiryRevealed>();
  const item = useRef<HTMLLIElement>(null);
  // The page is kept while its session is over, without anybody's data.
  useEffect(() => () => setRevealed(undefined), []);
  return (
    <li ref={item} tabIndex={-1} className="panel grid gap-1">
      <h2 className="font-semibold">{company}</h2>
      <p>數量 {quantity.toLocaleString('zh-TW')}</p>
      {revealed ? (
        <>
          <p>
            {revealed.person}　{revealed.contact}
          </p>
          <p className="whitespace-pre-line">{revealed.wish}</p>
        </>
      ) : (
        <Reveal
          inquiryId={inquiryId}
          done={(answer) => {
            setRevealed(answer);
            // The form that had the focus goes away.
            item.current?.focus();
          }}
        />
      )}
      <p className="text-sm text-ink-2">
        {shownTime(at)} 送出，保留至 {shownDay(until)}
      </p>
    </li>
  );
}

/** Who asked, and the free text, for a typed reason. It stays in this page only. */
function Reveal({ inquiryId, done }: { inquiryId: string; done: (answer: InquiryRevealed) => void }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const { busy, fault, run } = useWork();
  const field = useRef<HTMLInputElement>(null);
  // The keyboard goes on where the button was.
  useEffect(() => {
    if (open) field.current?.focus();
  }, [open]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => done(await call<InquiryRevealed>(`inquiries/${inquiryId}/reveal`, { reason })));
  };
  if (!open)
    return (
      <div>
        <button type="button" className="link" onClick={() => setOpen(true)}>
          顯示聯絡資料
        </button>
      </div>
    );
  return (
    <form onSubmit={send} className="grid max-w-2xl gap-2" aria-label="顯示聯絡資料">
      <Line label="原因" hint="會連同您的帳號記錄至少五年" ref={field} minLength={2} maxLength={300} value={reason} set={setReason} />
      <Fault>{fault}</Fault>
      <div>
        <Action busy={busy} line>
          顯示
        </Action>
      </div>
    </form>
  );
}
