import { ChevronDown } from 'lucide';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { withUnits } from '../../lib/units.ts';
import { Icon } from '../../ui/icon.tsx';

const LINK = /\[([^\]]+)\]\(((?:\/(?!\/)|https:\/\/|mailto:)[^)\s]+)\)/g;

/** One line of an answer: `[text](address)` becomes a link. */
function withLinks(line: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const { 0: whole, 1: text, 2: address = '', index } of line.matchAll(LINK)) {
    parts.push(line.slice(from, index));
    parts.push(
      address.startsWith('/') ? (
        <Link key={index} to={address} className="link">
          {text}
        </Link>
      ) : (
        <a key={index} href={address} className="link" rel="noopener">
          {text}
        </a>
      ),
    );
    from = index + whole.length;
  }
  return [...parts, line.slice(from)];
}

/** An answer: newlines are line breaks (spec/1-catalogue-and-content §2, "FAQ"). */
export const Answer = ({ text }: { text: string }) => (
  <p className="measure text-ink-2">
    {text.split('\n').map((line, place) => (
      // oxlint-disable-next-line react/no-array-index-key -- the lines of a fixed text
      <span key={place}>
        {place > 0 && <br />}
        {withLinks(withUnits(line))}
      </span>
    ))}
  </p>
);

type Entry = { id: string; q: string; answer: ReactNode };

/**
 * Questions to unfold; the one that the address names is open. `name`: at most one of them is open; without it each one for
 * itself. Works without script.
 */
export function FaqList({ entries, name }: { entries: readonly Entry[]; name?: string }) {
  const { hash } = useLocation();
  const named = entries.find(({ id }) => hash === `#${id}`)?.id;
  useEffect(() => {
    const details = named === undefined ? null : document.getElementById(named);
    if (details instanceof HTMLDetailsElement) details.open = true;
  }, [named]);
  return (
    <div className="divide-y divide-line border-y border-line">
      {entries.map(({ id, q, answer }) => (
        <details key={id} id={id} name={name} className="group">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold hover:text-brand [&::-webkit-details-marker]:hidden">
            {q}
            <Icon of={ChevronDown} size={20} className="shrink-0 text-ink-3 transition-transform group-open:rotate-180" />
          </summary>
          <div className="grid gap-4 pb-6">{answer}</div>
        </details>
      ))}
    </div>
  );
}
