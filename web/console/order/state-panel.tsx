import type { HistoryEvent, StateAnswer } from '@nordhaut/contracts/support';
import { Fault, WithOrders } from '../lib/ui.tsx';
import { useData } from '../lib/use-data.ts';
import { Sealed } from './revealed.tsx';

/** How a state says that only the revealed data has the value. */
const SEALED = '以「顯示個人資料」檢視';

/** The order as it was right after the selected event, folded by the server from the events up to it. */
export function StatePanel({ orderNo, revision, event }: { orderNo: string; revision: number | undefined; event: HistoryEvent }) {
  const { data, error } = useData<StateAnswer>(revision === undefined ? undefined : `orders/${orderNo}/state?revision=${revision}`);
  const changed = new Set(event.changes.map(({ what }) => what));
  return (
    <section className="panel" aria-labelledby="state-then">
      <h2 id="state-then" className="text-lg">
        當時的訂單{revision !== undefined && `（版本 ${revision}）`}
      </h2>
      <Fault>{error}</Fault>
      {revision === undefined ? (
        <p>此時訂單尚未成立。</p>
      ) : (
        <dl className="num grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 text-sm wide:grid-cols-[9rem_1fr]">
          {data?.fields.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-ink-2">{label}</dt>
              <dd className={changed.has(label) ? 'bg-amber-soft font-semibold' : ''}>
                {value === SEALED ? (
                  <Sealed what={label} textOf={({ fields }) => fields.find((one) => one.label === label)?.value ?? ''} />
                ) : (
                  <WithOrders text={value} own={orderNo} />
                )}
                {changed.has(label) && <span className="text-amber">（已變更）</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
