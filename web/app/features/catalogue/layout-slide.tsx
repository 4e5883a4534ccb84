import type { LayoutAnswer } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import type { output } from 'zod/mini';
import { Clauses } from '../../ui/clauses.tsx';
import { srcSet } from '../../ui/picture.tsx';

export type Slide = NonNullable<output<typeof LayoutAnswer>['settings']['Carousel-Pure-PC']>[number];
/** A slide of the layout settings: its words and its pictures for computers and phones. */
export type SlidePair = { desk: Slide; phone: Slide };

/** The settings' two lists by place. A place that only one list has serves both layouts. */
export function slidePairs(desk: readonly Slide[] = [], phone: readonly Slide[] = []): SlidePair[] {
  return Array.from({ length: Math.max(desk.length, phone.length) }, (_, place) => {
    const one = desk[place] ?? phone[place];
    return one ? [{ desk: one, phone: phone[place] ?? one }] : [];
  }).flat();
}

export const DESK = '(min-width: 56.25rem)';
/**
 * The words lie on the part of the picture that is left free: at the top on phones, on the left on computers. `pictured`: the
 * picture may load. Browsers load a lazy picture that is one slide away at once, so it would delay the first slide's picture.
 */
export function LayoutSlide({ slide: { desk, phone }, pictured }: { slide: SlidePair; pictured: boolean }) {
  const { title, text, alt, link, category } = desk;
  const picture = (
    <picture>
      <source media={DESK} type="image/avif" srcSet={srcSet(`/img/content/${desk.img}`, 'avif')} sizes="100vw" />
      <source media={DESK} srcSet={srcSet(`/img/content/${desk.img}`, 'webp')} sizes="100vw" />
      <source type="image/avif" srcSet={srcSet(`/img/content/${phone.img}`, 'avif')} sizes="100vw" />
      <img
        src={`/img/content/${phone.img}-640.webp`}
        alt={alt}
        width={640}
        height={800}
        loading="lazy"
        decoding="async"
        className="absolute inset-0 size-full object-cover object-bottom"
      />
    </picture>
  );
  const content = (
    <>
      {pictured ? picture : <noscript>{picture}</noscript>}
      <span className="page relative block pt-10 desk:pt-24">
        <strong className="block max-w-[9em] font-sans text-h2 leading-snug text-ink group-hover:underline">{title}</strong>
        <span className="mt-3 block max-w-[17em] text-lg text-ink">
          <Clauses of={text} />
        </span>
      </span>
    </>
  );
  const look = 'group relative block h-full overflow-clip bg-sunken -outline-offset-4';
  return link ? (
    <Link to={link} data-category={category || undefined} className={look}>
      {content}
    </Link>
  ) : (
    <div className={look}>{content}</div>
  );
}
