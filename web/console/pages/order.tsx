import type { HistoryAnswer, HistoryEvent } from '@nordhaut/contracts/support';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { Acting } from '../acting/acting.tsx';
import { usePresence } from '../acting/presence.tsx';
import { useMe } from '../frame.tsx';
import { shownTime } from '../lib/times.ts';
import { Fault, Title } from '../lib/ui.tsx';
import { NewEvents } from '../lib/new-events.tsx';
import { useData } from '../lib/use-data.ts';
import { useHeld } from '../lib/use-held.ts';
import { CausesPanel } from '../order/causes-panel.tsx';
import { ComparePanel } from '../order/compare-panel.tsx';
import { eventWith } from '../order/compare.ts';
import { EventDetails } from '../order/event-details.tsx';
import { HistoryList } from '../order/history-list.tsx';
import { Moment } from '../order/moment.tsx';
import { Reveal } from '../order/reveal.tsx';
import { RevealedOrder } from '../order/revealed.tsx';
import { SeenPanel } from '../order/seen-panel.tsx';
import { StatePanel } from '../order/state-panel.tsx';
import { Summary } from '../order/summary.tsx';
import { atOf, eventAt, eventsOf, placeAfter, revisionAt } from '../order/history-lines.ts';
import { WhatNow } from '../order/what-now.tsx';
import { Trust } from '../order/trust.tsx';

/** An order: its history, its state at the selected event (`?at=`), and what differs at another one (`?with=`). */
export function OrderPage() {
  const { orderNo = '' } = useParams();
  const [version, setVersion] = useState(0);
  const [editing, setEditing] = useState(false);
  const { data, error } = useData<HistoryAnswer>(`orders/${orderNo}/events`, undefined, version);
  const reload = (): void => setVersion((before) => before + 1);
  const { shown, latest, show, showNext } = useHeld(orderNo, data?.orderNo === orderNo ? data : undefined);
  const acted = (): void => {
    showNext();
    reload();
  };
  const others = usePresence(orderNo, editing, data?.revision, reload);
  return (
    <div className="grid gap-4">
      <div>
        <Title>{`訂單 ${orderNo}`}</Title>
        <Fault>{error}</Fault>
        <output className="block empty:hidden">
          {others.map(({ name, editing: isEditing }) => `${name}${isEditing ? '正在處理此訂單' : '正在檢視此訂單'}`).join('、')}
        </output>
        {data && (
          <p>
            {data.heldSince === null ? '目前狀態' : '暫停更新前的狀態'}：<strong>{data.status.label}</strong>
            {data.status.note !== null && `（${data.status.note}）`}
          </p>
        )}
      </div>
      {data ? (
        <RevealedOrder key={orderNo} orderNo={orderNo}>
          {data.heldSince === null && <WhatNow orderNo={orderNo} revision={data.revision} />}
          {/* Before the figures, which may be out of date. */}
          {data.heldSince !== null && (
            <>
              <output className="block rounded-2 bg-amber-soft p-3">
                此訂單自 {shownTime(data.heldSince)}{' '}
                起暫停更新：有一筆事件無法讀取，其後的事件等待處理。維運人員可在「無法讀取」頁查看，下方為該事件之前的紀錄。恢復更新之前，無法處理此訂單。
              </output>
              <Summary history={data} />
            </>
          )}
          {/* What can be done follows from the newest state, which nobody can read now. */}
          {data.heldSince === null && (
            <Acting key={orderNo} orderNo={orderNo} revision={data.revision} changed={acted} setEditing={setEditing}>
              <Summary history={data} />
            </Acting>
          )}
          {shown && <Story history={shown} />}
          {shown && latest && <NewEvents count={eventsOf(latest).length - eventsOf(shown).length} show={show} />}
        </RevealedOrder>
      ) : (
        !error && <p>載入中…</p>
      )}
    </div>
  );
}

function Story({ history }: { history: HistoryAnswer }) {
  const { orderNo, groups } = history;
  const { rights } = useMe();
  const [query, setQuery] = useSearchParams();
  const events = useMemo(() => eventsOf(history), [history]);
  const selected = eventAt(events, query.get('at'));
  const other = eventWith(events, query.get('with'));
  /** `at`: an event or a time */
  const go = (at: string): void => setQuery({ at, ...(other && { with: atOf(other) }) }, { replace: true, preventScrollReset: true });
  const select = (event: HistoryEvent, focus = false): void => {
    go(atOf(event));
    if (focus) requestAnimationFrame(() => document.getElementById(`event-${event.id}`)?.focus());
  };
  const opened = useRef<{ row: HTMLElement; top: number }>(null);
  const open = (event: HistoryEvent): void => {
    const row = document.getElementById(`event-${event.id}`);
    opened.current = row && { row, top: row.getBoundingClientRect().top };
    select(event);
  };
  // The details of another event close above the row; the row stays under the pointer.
  useLayoutEffect(() => {
    const { current } = opened;
    if (!current) return;
    opened.current = null;
    scrollBy(0, current.row.getBoundingClientRect().top - current.top);
    document.getElementById('details')?.scrollIntoView({ block: 'nearest' });
  }, [selected?.id]);
  const compare = (event: HistoryEvent | undefined): void => {
    if (!selected) return;
    // The selection stays where it is when newer events arrive.
    setQuery({ at: atOf(selected), ...(event && { with: atOf(event) }) }, { replace: true, preventScrollReset: true });
  };
  /** Arrow keys step through time, in the order of time, also from one group to another; with Shift they move the other moment. */
  const step = (pressed: KeyboardEvent): void => {
    const from = (pressed.shiftKey && other) || selected;
    const place = from ? events.indexOf(from) : -1;
    const next = events[placeAfter(pressed.key, place, events.length) ?? -1];
    if (!next) return;
    pressed.preventDefault();
    if (pressed.shiftKey) compare(next);
    else select(next, true);
  };
  if (!selected) return null;
  return (
    <>
      <div className="grid items-start gap-4 desk:grid-cols-2">
        <div>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <h2 className="text-lg">歷程</h2>
            {rights.includes('reveal') && <Reveal />}
          </div>
          {/* oxlint-disable-next-line no-static-element-interactions -- the keys belong to the buttons inside */}
          <div onKeyDown={step}>
            <HistoryList
              groups={groups}
              selected={selected}
              select={open}
              details={<EventDetails history={history} event={selected} events={events} select={(event) => select(event, true)} />}
            />
          </div>
          <p className="my-3 text-sm text-ink-2 print:hidden">
            以方向鍵 ↑ ↓ 逐筆前後移動，Home、End 到最早與最新；加按 Shift 選擇要比較的另一筆。
          </p>
          <Moment choose={go} />
        </div>
        {/* A long history runs past this column, so the column stays in view and scrolls by itself. */}
        <div className="grid gap-4 desk:sticky desk:top-2 desk:max-h-[calc(100dvh-1rem)] desk:overflow-y-auto desk:p-1 print:static print:max-h-none print:overflow-visible">
          <StatePanel orderNo={orderNo} revision={revisionAt(events, selected)} event={selected} />
          <SeenPanel orderNo={orderNo} revision={revisionAt(events, selected)} newest={history.revision} />
          <CausesPanel events={events} selected={selected} select={(event) => select(event, true)} />
          <ComparePanel orderNo={orderNo} events={events} selected={selected} other={other} choose={compare} />
        </div>
      </div>
      <Trust orderNo={orderNo} />
    </>
  );
}
