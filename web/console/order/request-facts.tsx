import type { HistoryAnswer, HistoryEvent, HistoryRequest } from '@nordhaut/contracts/support';
import { type ReactNode, useState } from 'react';
import { shownTime } from '../lib/times.ts';

type Props = {
  event: HistoryEvent;
  history: Pick<HistoryAnswer, 'requests' | 'traceUrl'>;
  /** of the order, in the order of time */
  events: readonly HistoryEvent[];
  select: (event: HistoryEvent) => void;
};

/** events of a request that are listed before somebody asks for the rest */
const FEW = 10;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The request that began what led to the event: what else it caused, its repeats, and where logs and traces have it. */
export function RequestFacts({ event, history: { requests, traceUrl }, events, select }: Props) {
  const request = requests.find(({ id }) => id === event.requestId);
  const siblings = request ? events.filter(({ id, requestId }) => requestId === request.id && id !== event.id) : [];
  const { commandId, correlationId } = event.raw.metadata;
  return (
    <details>
      <summary className="min-h-11 py-2">請求與追蹤</summary>
      <dl className="num grid gap-x-4 gap-y-2 text-sm wide:grid-cols-[auto_1fr]">
        <Row name="請求編號">{event.requestId ?? '沒有請求：由系統的排程或背景作業開始'}</Row>
        {request && <Row name="Idempotency-Key">{keptOf(request)}</Row>}
        <Row name="指令編號" hint="附有 Idempotency-Key 的請求，指令編號由其雜湊算出；同一個 Key 重送時沿用，不會再產生事件">
          {textOf(commandId)}
        </Row>
        <Row name="訂單關聯編號">{textOf(correlationId)}</Row>
        {event.traceId !== null && (
          <Row name="追蹤編號">
            <Trace id={event.traceId} url={traceUrl} />
          </Row>
        )}
      </dl>
      {request && (
        <>
          <Repeats request={request} traceUrl={traceUrl} />
          <Siblings key={event.id} events={siblings} select={select} />
        </>
      )}
    </details>
  );
}

function keptOf({ keyHash, answerUntil }: HistoryRequest): string {
  if (keyHash === null) return '未附上，或已不保存（只保存其雜湊）';
  const kept = answerUntil === null ? '答覆已不保存' : `相同的答覆保存至 ${shownTime(answerUntil)}`;
  return `只保存其雜湊：${keyHash}（${kept}）`;
}

function Row({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 break-all">
        {children}
        {hint && <span className="block text-ink-2">{hint}</span>}
      </dd>
    </div>
  );
}

function Trace({ id, url }: { id: string; url: string | null }) {
  const [copied, setCopied] = useState(false);
  if (url !== null)
    return (
      <a className="link break-all" href={url.replace('{traceId}', id)} target="_blank" rel="noreferrer">
        {id}
        <span className="sr-only">（在追蹤系統開啟）</span>
      </a>
    );
  const copy = (): void => void navigator.clipboard.writeText(id).then(() => setCopied(true));
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {id}
      <button type="button" className="link" onClick={copy}>
        {copied ? '已複製追蹤編號' : '複製追蹤編號'}
      </button>
    </span>
  );
}

/** A repeat records no event, so the history has only its time. */
function Repeats({ request: { repeats }, traceUrl }: { request: HistoryRequest; traceUrl: string | null }) {
  return (
    <section className="mt-3 text-sm" aria-label="此請求的重送">
      <h3>此請求的重送（{repeats.length}）</h3>
      {repeats.length === 0 ? (
        <p className="text-ink-2">沒有重送的紀錄。得到錯誤（5xx）的嘗試不在此列，請以追蹤編號查詢。</p>
      ) : (
        <ol className="num">
          {repeats.map(({ id, at, traceId }) => (
            <li key={`${id} ${at}`} className="break-all">
              {shownTime(at)}：請求 {id}，得到相同的答覆，沒有新事件
              {traceId !== null && (
                <span className="block">
                  追蹤編號 <Trace id={traceId} url={traceUrl} />
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Siblings({ events, select }: Pick<Props, 'events' | 'select'>) {
  const [all, setAll] = useState(false);
  const shown = all ? events : events.slice(0, FEW);
  return (
    <section className="mt-3 text-sm" aria-label="此請求的其他事件">
      <h3>此請求的其他事件（{events.length}）</h3>
      <ol>
        {shown.map((event) => (
          <li key={event.id}>
            <button type="button" className="link text-start" onClick={() => select(event)}>
              {shownTime(event.recordedAt)}　{event.sentence}
            </button>
          </li>
        ))}
      </ol>
      {shown.length < events.length && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          顯示全部 {events.length} 筆
        </button>
      )}
    </section>
  );
}
