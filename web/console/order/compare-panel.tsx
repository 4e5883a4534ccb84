import type { HistoryEvent, StateAnswer } from '@nordhaut/contracts/support';
import { shownTime } from '../lib/times.ts';
import { Fault, Labelled } from '../lib/ui.tsx';
import { type Data, useData } from '../lib/use-data.ts';
import { atOf, revisionAt } from './history-lines.ts';
import { differences, inTime } from './compare.ts';

type Props = {
  orderNo: string;
  events: readonly HistoryEvent[];
  selected: HistoryEvent;
  /** undefined: nothing is compared */
  other: HistoryEvent | undefined;
  choose: (event: HistoryEvent | undefined) => void;
};

/** What differs between the selected event and another one, chosen from a list. */
export function ComparePanel({ orderNo, events, selected, other, choose }: Props) {
  return (
    <section className={`panel grid gap-2 ${other ? '' : 'print:hidden'}`} aria-labelledby="compare">
      <h2 id="compare" className="text-lg">
        比較兩個時間點
      </h2>
      <Labelled label="比較對象">
        {(control) => (
          <select
            {...control}
            className="input"
            value={other ? atOf(other) : ''}
            onChange={({ target }) => choose(events.find((event) => atOf(event) === target.value))}
          >
            <option value="">不比較</option>
            {events.map((event) => (
              <option key={event.id} value={atOf(event)}>
                {shownTime(event.at)}・{event.sentence}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      {other && <Differences orderNo={orderNo} events={events} between={inTime(events, selected, other)} />}
    </section>
  );
}

type Between = { orderNo: string; events: readonly HistoryEvent[]; between: [HistoryEvent, HistoryEvent] };

function Differences({ orderNo, events, between: [first, last] }: Between) {
  const before = useStateAt(orderNo, revisionAt(events, first));
  const after = useStateAt(orderNo, revisionAt(events, last));
  const lines = before.data && after.data && differences(before.data, after.data);
  return (
    <>
      <Fault>{before.error ?? after.error}</Fault>
      <output className="block text-sm text-ink-2">
        {lines && (lines.length === 0 ? '兩個時間點的訂單相同' : `${lines.length} 項不同`)}
      </output>
      {lines && lines.length > 0 && (
        <table className="w-full text-sm">
          <caption className="sr-only">兩個時間點之間的差異</caption>
          <thead>
            <tr className="text-ink-2">
              {['項目', `較早：${first.sentence}`, `較晚：${last.sentence}`].map((head, at) => (
                <th key={at === 0 ? head : at} scope="col" className="pe-2 text-start font-normal">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.label} className="border-t border-line align-top">
                <th scope="row" className="pe-2 text-start font-normal">
                  {line.label}
                </th>
                <td className="pe-2 text-ink-2">{line.before}</td>
                <td>{line.after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** The masked fields after a revision; none before there was an order. The answer of a former revision is not taken for this one. */
function useStateAt(orderNo: string, revision: number | undefined): Pick<Data<StateAnswer['fields']>, 'data' | 'error'> {
  const { data, error } = useData<StateAnswer>(revision === undefined ? undefined : `orders/${orderNo}/state?revision=${revision}`);
  if (revision === undefined) return { data: [] };
  const isThis = data?.orderNo === orderNo && data.revision === revision;
  return { ...(isThis && { data: data.fields }), ...(error && { error }) };
}
