import type { GroupProject } from '@nordhaut/contracts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { messages, shownDay } from './messages.ts';

/** Pictures beside the name on a computer: decoration, because the products follow below. */
const PICTURES = 3;

/** Name, days and products of a project, in each of its states. */
export function GroupHero({ project: { name, state, start, end, productNames, products } }: { project: GroupProject }) {
  const images = products.flatMap(({ image }) => image || []).slice(0, PICTURES);
  return (
    <header className="items-center justify-between gap-12 rounded-3 bg-brand-soft px-5 py-10 desk:flex desk:px-12 desk:py-14">
      <div>
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
          <p className="num mt-4 flex flex-wrap gap-x-3 text-lg">
            <span className="font-semibold">{messages.period}</span>
            <span>
              {shownDay(start)} ~ {shownDay(end)}
            </span>
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
        {state !== 'OPEN' && (
          <LinkButton look="line" to="/product" className="mt-8">
            {messages.onward}
          </LinkButton>
        )}
      </div>
      {images.length > 0 && (
        <div aria-hidden className="hidden shrink-0 gap-4 desk:flex">
          {images.map((image) => (
            <div key={image} className="size-36 overflow-clip rounded-2 bg-surface">
              <Picture image={image} alt="" sizes="9rem" className="size-full object-cover" />
            </div>
          ))}
        </div>
      )}
    </header>
  );
}
