import { ChevronDown } from 'lucide';
import { useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { STEP_LABELS } from '../catalogue/features.ts';
import { useSpy } from '../../lib/spy.ts';
import { anchorOf, type GuideView } from './guide-entry.tsx';
import { QUICK, RULE } from './messages.ts';

/** The side navigation of the computer layout. Its highlight follows the reading. */
export function SideNav({ entries }: { entries: readonly GuideView[] }) {
  const at = useSpy(entries.map(anchorOf));
  return (
    <nav aria-label="商品" className="sticky top-24 hidden self-start desk:block">
      <ol>
        {entries.map((entry) => {
          const id = anchorOf(entry);
          return (
            <li key={id}>
              <a
                href={`#${id}`}
                aria-current={at === id ? 'location' : undefined}
                className="flex min-h-11 items-baseline gap-3 border-s-2 border-line px-4 py-2 text-sm text-ink-2 hover:text-ink aria-[current]:border-brand aria-[current]:font-semibold aria-[current]:text-ink"
              >
                <span className="w-6 font-serif font-semibold">{entry.number}</span>
                {entry.product.nameZh}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** The quick list of the phone layout, with the explanation of the numbers. A choice closes it. */
export function QuickList({ entries }: { entries: readonly GuideView[] }) {
  const fold = useRef<HTMLDetailsElement>(null);
  return (
    <details ref={fold} className="group sticky top-16 z-30 -mx-4 border-b border-line bg-paper px-4 low:static desk:hidden">
      <summary className="flex min-h-12 list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
        {QUICK}
        <Icon of={ChevronDown} size={20} className="transition-transform group-open:rotate-180" />
      </summary>
      <nav aria-label={QUICK} className="max-h-[70dvh] overflow-y-auto pb-4">
        <p className="text-sm text-ink-2">{RULE}</p>
        <ol className="mt-3 grid grid-cols-3 gap-2">
          {entries.map((entry) => (
            <li key={anchorOf(entry)}>
              <a
                href={`#${anchorOf(entry)}`}
                onClick={() => fold.current && (fold.current.open = false)}
                className={`tint tone-${entry.category} flex min-h-16 flex-col justify-center rounded-2 px-3 py-1`}
              >
                <span className="font-serif text-xl leading-tight font-semibold">{entry.number}</span>
                <span className="text-xs">{STEP_LABELS[entry.category]}</span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  );
}
