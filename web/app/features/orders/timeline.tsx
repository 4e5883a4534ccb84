import { formatTime } from '../../lib/dates.ts';
import { headings } from './messages.ts';
import type { Step } from './progress.ts';

const LINE = 'absolute start-[7px] top-4 h-full w-px';
const DOT = 'relative mt-1.5 size-[15px] shrink-0 rounded-full border-2';

/** The order's timeline: the reported steps by time, then the expected steps. */
export function Timeline({ steps, upcoming }: { steps: readonly Step[]; upcoming: readonly string[] }) {
  return (
    <section aria-labelledby="timeline-heading">
      <h2 id="timeline-heading" className="mb-4 text-h3">
        {headings.timeline}
      </h2>
      <ol>
        {steps.map(({ key, label, at, date, late, current }, place) => (
          <li key={key} aria-current={current ? 'step' : undefined} className="relative flex gap-4 pb-5 last:pb-0">
            {place < steps.length - 1 && <span aria-hidden className={`${LINE} bg-brand`} />}
            {place === steps.length - 1 && upcoming.length > 0 && <span aria-hidden className={`${LINE} bg-line print:hidden`} />}
            <span
              aria-hidden
              className={`${DOT} ${late ? 'border-line-strong' : 'border-brand'} ${current ? 'bg-brand shadow-[0_0_0_4px_var(--color-brand-soft)]' : 'bg-surface'}`}
            />
            <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
              <span className={current ? 'font-semibold' : late ? 'text-ink-2' : ''}>
                {label}
                {late && <span className="ms-2 text-sm text-ink-3">物流補登</span>}
              </span>
              <time dateTime={at} className="num text-sm text-ink-3 *:inline-block">
                {date && <span>{date}</span>} <span>{formatTime(at)}</span>
              </time>
            </div>
          </li>
        ))}
        {upcoming.map((label, place) => (
          <li key={label} className="relative flex gap-4 pb-5 text-ink-3 last:pb-0 print:hidden">
            {place < upcoming.length - 1 && <span aria-hidden className={`${LINE} bg-line`} />}
            <span aria-hidden className={`${DOT} border-line bg-paper`} />
            <span>
              {label}
              <span className="sr-only">（尚未進行）</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
