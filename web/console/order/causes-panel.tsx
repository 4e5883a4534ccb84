import type { HistoryEvent } from '@nordhaut/contracts/support';
import { shownTime } from '../lib/times.ts';
import { streamOf } from './streams.ts';
import { type CauseGraph, type CauseLine, causesOf, graphOf } from './causes.ts';

/** deeper lines are not indented further: the text needs its width */
const DEEPEST = 8;
const STEP_REM = 1;
const PLACES: Record<CauseLine['place'], string> = { cause: '起因', selected: '選取的事件', effect: '結果' };
type Props = { events: readonly HistoryEvent[]; selected: HistoryEvent; select: (event: HistoryEvent) => void };

/** What led to the selected event and what it led to, over cart, checkout, order, coupon and credit. */
export function CausesPanel({ events, selected, select }: Props) {
  const lines = causesOf(events, selected);
  const graph = graphOf(lines);
  return (
    <section className="panel min-w-0" aria-labelledby="causes">
      <h2 id="causes" className="text-lg">
        起因與結果
      </h2>
      <p className="text-sm text-ink-2">由上而下：起因、選取的事件、結果。</p>
      {graph && <Graph graph={graph} selected={selected} />}
      <ol>
        {lines.map(({ event, depth, place }, row) => (
          <li key={event.id} style={{ marginInlineStart: `${Math.min(depth, DEEPEST) * STEP_REM}rem` }}>
            <button
              type="button"
              className={`block min-h-11 w-full rounded-2 border-s-4 px-2 py-1 text-start hover:bg-sunken ${place === 'selected' ? 'border-brand font-semibold' : 'border-line'}`}
              onClick={() => select(event)}
            >
              {graph && `${row + 1}．`}
              {event.sentence}
              <span className="num block text-sm font-normal text-ink-2">
                {PLACES[place]}・{streamOf(event.stream)}・第 {depth + 1} 層・{shownTime(event.at)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** px */
const LANE = 84;
const ROW = 34;
const HEAD = 26;
const RADIUS = 11;
const x = (lane: number): number => (lane + 0.5) * LANE;
const y = (row: number): number => HEAD + (row + 0.5) * ROW;

/** The lanes' names; a second stream of a kind has a number. */
const named = (lanes: readonly string[]): string[] =>
  lanes.map((lane, place) => {
    const name = streamOf(lane);
    const before = lanes.slice(0, place).filter((other) => streamOf(other) === name).length;
    return before === 0 ? name : `${name} ${before + 1}`;
  });

/** The causes across streams as a drawing. The list below has the same events under the same numbers. */
function Graph({ graph: { lanes, nodes, edges }, selected }: { graph: CauseGraph; selected: HistoryEvent }) {
  const names = named(lanes);
  const bottom = HEAD + nodes.length * ROW;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable element must be scrollable by keyboard
    <figure className="my-2 overflow-x-auto" tabIndex={0}>
      <figcaption className="sr-only">{`起因與結果橫跨${names.join('、')}；各事件的編號見下方清單`}</figcaption>
      <svg aria-hidden width={lanes.length * LANE} height={bottom} className="text-ink-2">
        {names.map((name, lane) => (
          <g key={lanes[lane]}>
            <text x={x(lane)} y={16} textAnchor="middle" fontSize={13} fill="currentColor">
              {name}
            </text>
            <line x1={x(lane)} x2={x(lane)} y1={HEAD} y2={bottom} className="stroke-line" strokeDasharray="2 4" />
          </g>
        ))}
        {edges.map(({ from, to }) => {
          const [x1, x2] = [from, to].map((row) => x(nodes[row]?.lane ?? 0)) as [number, number];
          const [y1, y2] = [y(from), y(to)];
          // An edge within a lane passes beside the events between its ends.
          const bend = x1 === x2 && to - from > 1 ? LANE * 0.3 : 0;
          const middle = (y1 + y2) / 2;
          return (
            <path
              key={`${from} ${to}`}
              d={`M${x1} ${y1} C${x1 + bend} ${middle} ${x2 + bend} ${middle} ${x2} ${y2}`}
              fill="none"
              stroke="currentColor"
              strokeWidth={1.5}
            />
          );
        })}
        {nodes.map(({ event, lane }, row) => {
          const isSelected = event.id === selected.id;
          return (
            <g key={event.id}>
              <title>{event.sentence}</title>
              <circle
                cx={x(lane)}
                cy={y(row)}
                r={RADIUS}
                strokeWidth={1.5}
                className={isSelected ? 'fill-brand stroke-brand' : 'fill-surface stroke-ink-3'}
              />
              <text x={x(lane)} y={y(row) + 4} textAnchor="middle" fontSize={11} className={isSelected ? 'fill-surface' : 'fill-ink'}>
                {row + 1}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
