import type { HistoryEvent, HistoryGroup, HistoryLine } from '@nordhaut/contracts/support';
import type { ReactNode } from 'react';
import { duration, shownTime } from '../lib/times.ts';
import { Sealed } from './revealed.tsx';
import { partsOf } from './history-lines.ts';

/** `details`: of the selected event */
type Select = { selected: HistoryEvent | undefined; select: (event: HistoryEvent) => void; details: ReactNode };

/** ms from which it matters how long something took */
const WORTH_SAYING = 60_000;

/** `，歷時 2 天 3 小時`; empty where it all happened at once. */
function took({ startedAt, endedAt }: HistoryGroup): string {
  return Date.parse(endedAt) - Date.parse(startedAt) < WORTH_SAYING ? '' : `，歷時 ${duration(startedAt, endedAt)}`;
}

/** The groups of the history; each event is a button that selects it. The details open below the button. */
export function HistoryList({ groups, ...select }: { groups: readonly HistoryGroup[] } & Select) {
  return (
    <div className="grid gap-3">
      {groups.map((group) => (
        <section key={group.key} className="panel" aria-labelledby={`group-${group.key}`}>
          <h3 id={`group-${group.key}`} className="flex flex-wrap items-baseline gap-x-3">
            {group.title}
            <span className="text-sm font-normal text-ink-2">
              {group.outcome}
              {took(group)}
            </span>
          </h3>
          <Lines group={group} {...select} />
        </section>
      ))}
    </div>
  );
}

function Lines({ group, ...select }: { group: HistoryGroup } & Select) {
  const { told, steps } = partsOf(group.lines);
  const holds = steps.some(({ event }) => event.id === select.selected?.id);
  const list = (lines: readonly HistoryLine[]) => (
    <ol>
      {lines.map((line) => (
        <Line key={line.event.id} line={line} {...select} />
      ))}
    </ol>
  );
  return (
    <>
      {told.length > 0 && list(told)}
      {steps.length > 0 && (
        <details open={holds || undefined}>
          <summary className="min-h-11 px-3 py-2 text-sm text-ink-2">系統內部步驟（{steps.length}）</summary>
          {list(steps)}
        </details>
      )}
    </>
  );
}

function Line({ line, ...select }: { line: HistoryLine } & Select) {
  const { event, count, lastAt, more } = line;
  const holds = more.some(({ id }) => id === select.selected?.id);
  return (
    <li>
      <Entry event={event} {...select} />
      {count > 1 && (
        <details className="ms-4 text-sm" open={holds || undefined}>
          <summary className="min-h-11 py-2 text-ink-2">
            相同回報再出現 {count - 1} 次，最後一次 {shownTime(lastAt)}
          </summary>
          {more.map((one) => (
            <Entry key={one.id} event={one} {...select} />
          ))}
        </details>
      )}
    </li>
  );
}

function Entry({ event, selected, select, details }: { event: HistoryEvent } & Select) {
  const isSelected = event.id === selected?.id;
  return (
    <>
      <button
        type="button"
        id={`event-${event.id}`}
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => select(event)}
        className={`block min-h-11 w-full rounded-2 border-s-4 px-3 py-1.5 text-start hover:bg-sunken ${isSelected ? 'border-brand bg-brand-soft' : 'border-transparent'}`}
      >
        <span className="block">{event.sentence}</span>
        <span className="num block text-sm text-ink-2">
          {shownTime(event.at)}
          {event.carrierAt && '（物流時間）'}・{event.actor.name}
          {shownTime(event.recordedAt) !== shownTime(event.at) && `・記錄於 ${shownTime(event.recordedAt)}`}
        </span>
      </button>
      {event.sealed && (
        <div className="mb-2 ps-4 text-sm text-ink-2">
          <Sealed what={event.sealed} textOf={({ events }) => events.find(({ id }) => id === event.id)?.text ?? ''} />
        </div>
      )}
      {isSelected && details}
    </>
  );
}
