import type { GroupProject } from '@nordhaut/contracts';
import { Badge } from '../../ui/badge.tsx';
import { messages, shownDay } from './messages.ts';

/** Name, days and products of a project, in each of its states. */
export function GroupHero({ project: { name, state, start, end, productNames } }: { project: GroupProject }) {
  return (
    <header className="rounded-3 bg-brand-soft px-5 py-10 desk:px-12 desk:py-16">
      <p>
        <Badge look={state === 'OPEN' ? 'brand' : 'line'}>團購專屬</Badge>
      </p>
      <h1 className="mt-3 font-sans! text-h2 leading-snug font-bold desk:text-[2.5rem]">
        {name}
        {state === 'ANNOUNCED' && <span className="ms-2 text-ink-2">{messages.notBegun}</span>}
      </h1>
      {state === 'ENDED' ? (
        <p className="num mt-4 text-lg">
          <strong>{messages.ended}</strong>
          <span className="ms-3 text-ink-2">{messages.endedOn(shownDay(end))}</span>
        </p>
      ) : (
        <p className="num mt-4 text-lg">
          <span className="me-3 font-semibold">{messages.period}</span>
          {shownDay(start)} ~ {shownDay(end)}
        </p>
      )}
      {state === 'ANNOUNCED' && <p className="num mt-1 text-ink-2">{messages.beginsOn(shownDay(start))}</p>}
      <ul aria-label={messages.products} className="mt-6 flex flex-wrap gap-2">
        {productNames.map((product) => (
          <li key={product} className="rounded-full bg-surface px-4 py-1.5 text-sm">
            {product}
          </li>
        ))}
      </ul>
    </header>
  );
}
