import type { HistoryEvent } from '@nordhaut/contracts/support';
import { shownTime } from '../lib/times.ts';
import { type CauseLine, causesOf } from './causes.ts';

/** deeper lines are not indented further: the text needs its width */
const DEEPEST = 8;
const STEP_REM = 1;
const PLACES: Record<CauseLine['place'], string> = { cause: '起因', selected: '選取的事件', effect: '結果' };
const STREAMS: Record<string, string> = { cart: '購物車', checkout: '結帳', order: '訂單', wallet: '會員錢包', coupon: '限量優惠券' };

const streamOf = ({ stream }: HistoryEvent): string => {
  const category = stream.split('-')[0] ?? '';
  return STREAMS[category] ?? category;
};

type Props = { events: readonly HistoryEvent[]; selected: HistoryEvent; select: (event: HistoryEvent) => void };

/** What led to the selected event and what it led to, over cart, checkout, order, coupon and credit. */
export function CausesPanel({ events, selected, select }: Props) {
  return (
    <section className="panel" aria-labelledby="causes">
      <h2 id="causes" className="text-lg">
        起因與結果
      </h2>
      <p className="text-sm text-ink-2">最上層起於一次請求，或起於此頁以外的事件。</p>
      <ol>
        {causesOf(events, selected).map(({ event, depth, place }) => (
          <li key={event.id} style={{ marginInlineStart: `${Math.min(depth, DEEPEST) * STEP_REM}rem` }}>
            <button
              type="button"
              className={`block min-h-11 w-full rounded-2 border-s-4 px-2 py-1 text-start hover:bg-sunken ${place === 'selected' ? 'border-brand font-semibold' : 'border-line'}`}
              onClick={() => select(event)}
            >
              {event.sentence}
              <span className="num block text-sm font-normal text-ink-2">
                {PLACES[place]}・{streamOf(event)}・第 {depth + 1} 層・{shownTime(event.recordedAt)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
