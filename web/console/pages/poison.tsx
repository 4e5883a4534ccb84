import type { PoisonAnswer } from '@nordhaut/contracts/support';
import { shownTime } from '../lib/times.ts';
import { Fault, Heads, Title, WithOrders } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';

type Held = PoisonAnswer['held'][number];

const CODES: Record<Held['code'], string> = {
  NOT_JSON: '內容不是 JSON',
  SEAL_BROKEN: '加密內容無法開啟',
  VALUE_REFUSED: '資料庫不接受其中的值',
  FOLD_FAILED: '無法計入狀態',
  OTHER: '其他（原因見日誌）',
};
const KINDS: Record<Held['kind'], string> = { 'read-model': '讀取模型', consumer: '處理程序' };

/** For operators: which events cannot be read, who waits behind them, and since when. */
export function Poison() {
  const { data, error } = useData<PoisonAnswer>('poison');
  return (
    <div className="grid gap-4">
      <Title>無法讀取的事件</Title>
      <p className="max-w-4xl text-sm text-ink-2">
        一筆無法讀取的事件只停下它自己的串流，其他訂單照常處理。每個讀取者每分鐘及每次啟動時自動重試；修正程式並更新版本後，等待的事件會依序補上。內容已遮罩，完整原因只在日誌裡。Kafka
        的外部處理程序不在此頁，見主題 .dlq。
      </p>
      <Fault>{error}</Fault>
      {data?.stopped.map(({ kind, reader }) => (
        <output key={`${kind} ${reader}`} className="panel block">
          {KINDS[kind]} {reader} 完全停止，原因見日誌。
        </output>
      ))}
      {data?.held.length === 0 && <p>沒有無法讀取的事件。</p>}
      {data && data.held.length > 0 && <Table held={data.held} />}
    </div>
  );
}

function Table({ held }: Pick<PoisonAnswer, 'held'>) {
  return (
    <section className="panel stacks p-0" aria-label="無法讀取的事件">
      <table className="stacked num w-full text-sm">
        <thead>
          <tr className="border-b border-line">
            <Heads
              of={['讀取者', '串流', '事件', '停止時間', '錯誤', '等待中', '內容（遮罩）']}
              className="px-3 py-2 text-start whitespace-nowrap"
            />
          </tr>
        </thead>
        <tbody>
          {held.map(({ kind, reader, stream, eventId, type, since, code, revision, waiting, payload }) => (
            <tr key={`${kind} ${reader} ${stream}`} className="border-b border-line align-top">
              <th scope="row" className="whole px-3 py-2 text-start font-normal whitespace-nowrap">
                {KINDS[kind]} {reader}
              </th>
              <td className="whole px-3 py-2" data-head="串流">
                <span className="whitespace-nowrap">{stream.startsWith('order-') ? <WithOrders text={stream} own="" /> : stream}</span>
                {revision !== null && (
                  <>
                    <br />第 {revision} 版
                  </>
                )}
              </td>
              <td className="whole px-3 py-2" data-head="事件">
                {type}
                <br />
                <span className="text-ink-2">{eventId}</span>
              </td>
              <td className="px-3 py-2 whitespace-nowrap" data-head="停止時間">
                {shownTime(since)}
              </td>
              <td className="px-3 py-2" data-head="錯誤">
                {CODES[code]}
                <br />
                <span className="whitespace-nowrap text-ink-2">{code}</span>
              </td>
              <td className="px-3 py-2 text-end" data-head="等待中">
                {waiting}
              </td>
              <td className="whole px-3 py-2">
                {payload === null ? (
                  '事件庫中沒有此事件'
                ) : (
                  <details>
                    <summary className="min-h-11 py-2">顯示</summary>
                    <pre className="text-xs break-all whitespace-pre-wrap">{payload}</pre>
                  </details>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
