import { formatDateTime } from '../../lib/dates.ts';
import { headings } from './messages.ts';
import type { Step } from './progress.ts';

/** The order's way so far, in the order in which the shop learned it; what came late does not move the order back. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  return (
    <section aria-labelledby="timeline-heading">
      <h2 id="timeline-heading" className="mb-4 text-h3">
        {headings.timeline}
      </h2>
      <ol>
        {steps.map(({ key, label, at, late, current }, place) => (
          <li key={key} aria-current={current ? 'step' : undefined} className="relative flex gap-4 pb-6 last:pb-0">
            {place < steps.length - 1 && <span aria-hidden className="absolute start-[7px] top-4 h-full w-px bg-brand" />}
            <span
              aria-hidden
              className={`relative mt-1.5 size-[15px] shrink-0 rounded-full border-2 border-brand ${current ? 'bg-brand shadow-[0_0_0_4px_var(--color-brand-soft)]' : 'bg-surface'}`}
            />
            <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
              <span className={current ? 'font-semibold' : ''}>
                {label}
                {late && <span className="text-sm text-ink-3">（較晚收到的先前狀態）</span>}
              </span>
              <time dateTime={at} className="num text-sm text-ink-3">
                {formatDateTime(at)}
              </time>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
