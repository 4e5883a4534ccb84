import type { InquiriesAnswer } from '@nordhaut/contracts/support';
import { Link, useSearchParams } from 'react-router-dom';
import { shownDay, shownTime } from '../lib/times.ts';
import { Fault, Title } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';

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
      <p className="text-sm text-ink-2">每筆保留 180 天後自動刪除。開啟此頁會留下檢視紀錄。</p>
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
        {shown?.map(({ inquiryId, at, until, company, person, contact, quantity, wish }) => (
          <li key={inquiryId} className="panel grid gap-1">
            <h2 className="font-semibold">
              {company}．{person}
            </h2>
            <p>
              {contact}　數量 {quantity.toLocaleString('zh-TW')}
            </p>
            <p className="whitespace-pre-line">{wish}</p>
            <p className="text-sm text-ink-2">
              {shownTime(at)} 送出，保留至 {shownDay(until)}
            </p>
          </li>
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
