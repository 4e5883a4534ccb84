import type { HistoryAnswer, HistoryEvent } from '@nordhaut/contracts/support';
import type { ReactNode } from 'react';
import { shownTime } from '../lib/times.ts';
import { Heads, WithOrders } from '../lib/ui.tsx';
import { streamOf } from './streams.ts';
import { RequestFacts } from './request-facts.tsx';

type Props = {
  history: HistoryAnswer;
  event: HistoryEvent;
  /** of the order, in the order of time */
  events: readonly HistoryEvent[];
  select: (event: HistoryEvent) => void;
};

/** Who did it, why, what it changed, and the event as it is stored. */
export function EventDetails({ history, event, events, select }: Props) {
  const cause = events.find(({ id }) => id === event.cause?.id);
  const { actor, at, recordedAt, carrierAt, revision, stream, changes, raw } = event;
  return (
    <section id="details" className="panel mb-3 grid gap-2 border-brand" aria-labelledby="selected-event">
      <div className="flex items-center justify-between">
        <h4 id="selected-event" className="font-semibold">
          選取的事件
        </h4>
        <button type="button" className="link desk:hidden" onClick={() => document.getElementById(`event-${event.id}`)?.focus()}>
          回到歷程
        </button>
      </div>
      <output className="block">
        第 {events.indexOf(event) + 1} 筆，共 {events.length} 筆：
        <WithOrders text={event.sentence} own={history.orderNo} />
      </output>
      <dl className="num grid grid-cols-[auto_1fr] gap-x-4 text-sm">
        <Fact name="執行者">{actor.name}</Fact>
        <Fact name={carrierAt ? '物流時間' : '時間'}>{shownTime(at)}</Fact>
        <Fact name="記錄時間">{shownTime(recordedAt)}</Fact>
        <Fact name="版本">
          {streamOf(stream)}版本 {revision}
        </Fact>
        {cause && (
          <Fact name="起因">
            <button type="button" className="link fact text-start" onClick={() => select(cause)}>
              {cause.sentence}
            </button>
          </Fact>
        )}
        {!cause && event.requestId === null && actor.kind === 'system' && <Fact name="起因">系統的排程或背景作業</Fact>}
      </dl>
      {changes.length > 0 && (
        <table className="w-full text-sm">
          <caption className="text-start font-semibold">這筆事件改變了</caption>
          <thead>
            <tr className="text-start text-ink-2">
              <Heads of={['項目', '之前', '之後']} className="pe-2 text-start font-normal" />
            </tr>
          </thead>
          <tbody>
            {changes.map(({ what, before, after }) => (
              <tr key={what} className="border-t border-line align-top">
                <th scope="row" className="pe-2 text-start font-normal">
                  {what}
                </th>
                <td className="pe-2 text-ink-2">{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <RequestFacts event={event} history={history} events={events} select={select} />
      <details>
        <summary className="min-h-11 py-2">原始事件與中繼資料</summary>
        <pre className="rounded-2 bg-sunken p-3 text-xs whitespace-pre-wrap">
          {JSON.stringify({ id: event.id, type: event.type, ...raw }, null, 2)}
        </pre>
      </details>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
