import type { ErrorLogCode } from '@nordhaut/contracts/support';
import { Link, useSearchParams } from 'react-router-dom';
import { shownTime } from '../lib/times.ts';
import { Fault, Heads, Labelled, Title } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';

/** A row of the table `error_log` of the data API. The request and the response are JSON of named fields, or empty. */
type ErrorRow = Record<'error_request' | 'error_response' | 'error_create_at', string> & { error_id: number; error_system: ErrorLogCode };
type Answer = { data: ErrorRow[]; more: boolean };

const MEANINGS: Readonly<Record<ErrorLogCode, string>> = {
  ORDER_TAPPAY_DIRECT_PAY_FAIL: '信用卡扣款遭拒',
  ORDER_TAPPAY_NO_RESPONSE: '信用卡扣款沒有回應',
  ORDER_PRICE_CHECK: '金額與系統計算不符',
  ORDER_LOGISTICS: '物流沒有收下或沒有回應',
  ORDER_UID: '訂單編號無法產生或不明',
};
/** The fields of a record, in the words of the staff. */
const FIELDS: Readonly<Record<string, string>> = {
  price: '系統計算的金額',
  expected: '送出的金額',
  code: '金流代碼',
  reason: '原因',
  outcome: '結果',
};

const fieldsOf = (text: string): Record<string, unknown> => (text === '' ? {} : (JSON.parse(text) as Record<string, unknown>));

/**
 * What failed at the card processor, the carriers and the price check, the newest first (decisions.md 84). `code` in the address: one
 * kind alone; `before`: those before one.
 */
export function ErrorLog() {
  const [address, setAddress] = useSearchParams();
  const [code, before] = [address.get('code'), address.get('before')];
  const conditions = [
    ...(code ? [{ property: 'error_system', operator: '==', value: code }] : []),
    ...(before ? [{ property: 'error_id', operator: '<', value: before }] : []),
  ];
  const asked = { table: 'error_log', conditions, orderBy: [{ property: 'error_id', direction: 'desc' }] };
  const { data, error, loading } = useData<Answer>('/api/get/', asked);
  const rows = data?.data;
  const last = rows?.at(-1)?.error_id;
  return (
    <div className="grid gap-4">
      <Title>錯誤紀錄</Title>
      <p className="text-sm text-ink-2">結帳時金流、物流與金額檢查的失敗，不含個人資料。每筆至少保留 90 天，到期自動刪除。</p>
      <div className="max-w-sm">
        <Labelled label="類型">
          {(control) => (
            <select
              {...control}
              className="input"
              value={code ?? ''}
              onChange={({ target }) => setAddress(target.value === '' ? {} : { code: target.value })}
            >
              <option value="">全部</option>
              {Object.entries(MEANINGS).map(([name, meaning]) => (
                <option key={name} value={name}>
                  {meaning}
                </option>
              ))}
            </select>
          )}
        </Labelled>
      </div>
      <Fault>{error}</Fault>
      {loading && <p>載入中…</p>}
      {rows?.length === 0 && <p>{before ? '沒有更早的紀錄。' : '目前沒有紀錄。'}</p>}
      {rows !== undefined && rows.length > 0 && (
        <section className="stacks" aria-label="錯誤紀錄">
          <table className="stacked w-full text-left">
            <thead>
              <tr>
                <Heads of={['時間', '類型', '訂單', '內容']} className="p-2" />
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Failure key={row.error_id} row={row} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {data?.more && last !== undefined && (
        <p>
          <Link to={`/errors?${new URLSearchParams({ ...(code && { code }), before: String(last) })}`} className="link">
            較早的紀錄
          </Link>
        </p>
      )}
    </div>
  );
}

function Failure({ row: { error_system, error_request, error_response, error_create_at } }: { row: ErrorRow }) {
  const { orderNo, by, ...rest } = { ...fieldsOf(error_request), ...fieldsOf(error_response) };
  const content = [
    ...(by === 'browser' ? ['由顧客的瀏覽器回報'] : []),
    ...Object.entries(rest).map(([name, value]) => `${FIELDS[name] ?? name}：${String(value)}`),
  ];
  return (
    <tr className="border-t border-line">
      <td className="num whole p-2 whitespace-nowrap">{shownTime(error_create_at)}</td>
      <td className="whole p-2">
        {MEANINGS[error_system]}
        <span className="block text-sm wrap-anywhere text-ink-2">{error_system}</span>
      </td>
      <td className={`whole p-2 ${orderNo ? '' : 'nothing'}`} data-head="訂單">
        <OrderOf code={error_system} orderNo={orderNo} />
      </td>
      <td className={`whole p-2 wrap-anywhere ${content.length > 0 ? '' : 'nothing'}`} data-head="內容">
        {content.join('，')}
      </td>
    </tr>
  );
}

/** A wrong total is refused before there is an order, so the number may lead nowhere. The number goes when its buyer is forgotten. */
function OrderOf({ code, orderNo }: { code: ErrorLogCode; orderNo: unknown }) {
  if (typeof orderNo !== 'string' || orderNo === '') return null;
  if (code === 'ORDER_PRICE_CHECK') return orderNo;
  return (
    <Link to={`/orders/${orderNo}`} className="link">
      {orderNo}
    </Link>
  );
}
