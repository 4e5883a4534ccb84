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

/** The request that began what led to the event: what else it caused, its other attempts, and where logs and traces have it. */
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
          <Attempts request={request} traceUrl={traceUrl} />
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

type Attempt = HistoryRequest['attempts'][number];
const OUTCOMES: Readonly<Record<Attempt['outcome'], string>> = {
  same: '得到相同的答覆，沒有新事件',
  again: '由其他程序或重新啟動後再次執行，得到第一次的結果，沒有新事件',
  busy: '前一次仍在處理，請稍後再試（409）',
  failed: '以錯誤結束',
  unanswered: '開始處理，但重送時仍沒有答覆：伺服器可能在答覆前中斷',
};

/** An attempt that is not the one of the events records none, so the history has only its time and how it ended. */
function Attempts({ request: { id: own, attempts }, traceUrl }: { request: HistoryRequest; traceUrl: string | null }) {
  return (
    <section className="mt-3 text-sm" aria-label="此請求的重送與失敗">
      <h3>此請求的重送與失敗（{attempts.length}）</h3>
      {attempts.length === 0 ? (
        <p className="text-ink-2">沒有重送或失敗的紀錄。若伺服器在留下事件之前中斷，該次嘗試只在追蹤系統中。</p>
      ) : (
        <ol className="num">
          {attempts.map(({ id, at, traceId, outcome, status }) => (
            <li key={`${id} ${at}`} className="break-all">
              {shownTime(at)}：{id === own ? '此請求本身' : `請求 ${id}`}，{OUTCOMES[outcome]}
              {outcome === 'failed' && status !== null && `（${status}）`}
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
            <button type="button" className="link fact text-start" onClick={() => select(event)}>
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
