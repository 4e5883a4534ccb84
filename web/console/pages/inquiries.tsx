import type { InquiriesAnswer } from '@nordhaut/contracts/support';
import { shownTime } from '../lib/times.ts';
import { Fault, Title } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';

/** What companies asked for at `/corporate-gifts`. It is answered by mail or phone, so the list is only read. */
export function Inquiries() {
  const { data, error, loading } = useData<InquiriesAnswer>('inquiries');
  return (
    <div className="grid gap-4">
      <Title>企業採購詢問</Title>
      <p className="text-sm text-ink-2">每筆保留 180 天後自動刪除。開啟此頁會留下檢視紀錄。</p>
      <Fault>{error}</Fault>
      {loading && <p>載入中…</p>}
      {data?.inquiries.length === 0 && <p>目前沒有詢問。</p>}
      <ul className="grid gap-2">
        {data?.inquiries.map(({ inquiryId, at, until, company, person, contact, quantity, wish }) => (
          <li key={inquiryId} className="panel grid gap-1">
            <h2 className="font-semibold">
              {company}．{person}
            </h2>
            <p>
              {contact}　數量 {quantity.toLocaleString('zh-TW')}
            </p>
            <p className="whitespace-pre-line">{wish}</p>
            <p className="text-sm text-ink-2">
              {shownTime(at)} 送出，保留至 {until}
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
