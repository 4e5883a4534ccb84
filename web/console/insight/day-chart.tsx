import { shownDay } from '../lib/times.ts';

export type Point = { day: string; value: number };
type Props = { title: string; what: string; points: readonly Point[]; shown: (value: number) => string };

const [WIDTH, HEIGHT] = [600, 134];
/** The part of a day's place that its bar takes. */
const FILLED = 0.8;

/** Bars for each day, and the same figures as a table, which is what screen readers read. */
export function DayChart({ title, what, points, shown }: Props) {
  const most = Math.max(0, ...points.map(({ value }) => value));
  const total = points.reduce((sum, { value }) => sum + value, 0);
  const step = WIDTH / Math.max(1, points.length);
  const [first, last] = [shownDay(points[0]?.day ?? ''), shownDay(points.at(-1)?.day ?? '')];
  return (
    <section aria-label={title} className="panel grid content-start gap-2">
      <h2 className="text-lg">{title}</h2>
      <p className="text-sm text-ink-2">
        {what}，共 {shown(total)}，單日最高 {shown(most)}
      </p>
      {/* The words are no part of the drawing: it shrinks with the page. */}
      <div className="num text-xs text-ink-2" aria-hidden="true">
        <p>{shown(most)}</p>
        <svg viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`} className="h-auto w-full">
          <line x1={0} x2={WIDTH} y1={0} y2={0} className="stroke-line" />
          {points.map(({ day, value }, index) => {
            const size = most === 0 ? 0 : (value / most) * HEIGHT;
            return (
              <rect key={day} x={index * step} y={HEIGHT - size} width={step * FILLED} height={size} className="fill-brand">
                <title>{`${shownDay(day)}：${shown(value)}`}</title>
              </rect>
            );
          })}
          <line x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className="stroke-line-strong" />
        </svg>
        <p className="flex justify-between">
          <span>{first}</span>
          <span>{last}</span>
        </p>
      </div>
      <details>
        <summary className="link cursor-pointer">{title}的表格</summary>
        <table className="w-full max-w-md">
          <thead>
            <tr>
              <th scope="col" className="text-start">
                日期
              </th>
              <th scope="col" className="text-end">
                {title}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map(({ day, value }) => (
              <tr key={day}>
                <th scope="row" className="text-start font-normal">
                  {shownDay(day)}
                </th>
                <td className="text-end">{shown(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
