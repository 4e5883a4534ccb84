import { Check } from 'lucide';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icon.tsx';
import { type Step, STEPS, stepPath } from './flow.ts';
import { STEP_LABELS } from './messages.ts';

/** The steps of checkout. Completed steps are links. */
export function StepsNav({ current }: { current: Step }) {
  const at = STEPS.indexOf(current);
  return (
    <nav aria-label="結帳步驟">
      <ol className="mx-auto grid max-w-3xl grid-cols-4">
        {STEPS.map((step, place) => {
          const done = place < at;
          const look =
            place === at
              ? 'border-brand bg-brand text-surface'
              : done
                ? 'border-brand bg-surface text-brand'
                : 'border-line-strong bg-paper text-ink-3';
          const content = (
            <>
              <span
                aria-hidden
                className={`num relative z-10 grid size-8 place-items-center rounded-full border text-sm font-semibold ${look}`}
              >
                {done ? <Icon of={Check} size={16} /> : place + 1}
              </span>
              <span className={`text-sm ${place === at ? 'font-semibold' : 'text-ink-2'}`}>
                <span className="sr-only">第 {place + 1} 步：</span>
                {STEP_LABELS[step]}
                {done && <span className="sr-only">（已完成）</span>}
              </span>
            </>
          );
          const cell = 'grid min-h-16 justify-items-center gap-1';
          return (
            <li key={step} aria-current={place === at ? 'step' : undefined} className="relative">
              {place > 0 && (
                <span aria-hidden className={`absolute end-1/2 top-4 h-px w-full ${place <= at ? 'bg-brand' : 'bg-line-strong'}`} />
              )}
              {done && current !== 'RESULT' ? (
                <Link to={stepPath(step)} className={`${cell} hover:underline`}>
                  {content}
                </Link>
              ) : (
                <div className={cell}>{content}</div>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
