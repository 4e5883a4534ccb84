import type { ProductCard, UsageGuideProduct, UsageTime } from '@nordhaut/contracts';
import { Snowflake, Sun } from 'lucide';
import { Link } from 'react-router-dom';
import { Carousel } from '../../ui/carousel.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ADVICE, NOT_NOW } from './messages.ts';

type GuideEntry = UsageGuideProduct;
export type GuideView = GuideEntry & { product: ProductCard };

const PLACEHOLDER = '/img/drawn/placeholder.svg';

/** A picture that cannot be loaded is replaced by an outline (spec/1-catalogue-and-content §2, "Product-usage guide"). */
function replace(image: EventTarget): void {
  if (!(image instanceof HTMLImageElement) || image.src.endsWith(PLACEHOLDER)) return;
  for (const source of image.parentElement?.querySelectorAll('source') ?? []) source.remove();
  image.removeAttribute('srcset');
  image.src = PLACEHOLDER;
}

/** The event of a picture that failed before hydration is lost. */
function replaceFailed(box: HTMLElement | null): void {
  for (const image of box?.querySelectorAll('img') ?? []) if (image.complete && image.naturalWidth === 0) replace(image);
}

/** The address of a product within the page. */
export const anchorOf = ({ number, category }: GuideEntry): string => (category === 'hand' ? 'use-hand' : `use-${number}`);

function Season({ of, time }: { of: 'summer' | 'winter'; time: UsageTime | null }) {
  return (
    <p className="flex items-center gap-2">
      <Icon of={of === 'summer' ? Sun : Snowflake} size={18} className="shrink-0 text-ink-3" />
      <span>
        <span className="text-ink-3">{of === 'summer' ? '夏季' : '冬季'}　</span>
        <span className={time ? 'font-semibold' : 'text-ink-3'}>{time ? ADVICE[time] : NOT_NOW}</span>
      </span>
    </p>
  );
}

/** One product of the guide: what it does, when to use it, and how. */
export function GuideProduct({ entry }: { entry: GuideView }) {
  const { product, number, category, sections, steps } = entry;
  const { nameZh, nameEn, slug, images, available } = product;
  return (
    <section id={anchorOf(entry)} aria-labelledby={`${anchorOf(entry)}-name`} className="border-t border-line py-10 desk:py-14">
      <div className="grid grid-cols-[min(6.5rem,40%)_minmax(0,1fr)] items-start gap-5 desk:grid-cols-[13rem_minmax(0,1fr)] desk:gap-10">
        {images[0] && (
          <Picture image={images[0]} alt="" sizes="(min-width: 56.25rem) 13rem, 6.5rem" className="h-auto w-full rounded-3 object-cover" />
        )}
        <div className="min-w-0">
          <p
            aria-hidden
            className={`tint tone-${category} inline-block rounded-2 px-3 py-1 font-serif text-h2 leading-tight font-semibold`}
          >
            {number}
          </p>
          <h3 id={`${anchorOf(entry)}-name`} className="mt-3 text-h3">
            <span className="sr-only">{number} </span>
            {nameZh}
          </h3>
          <p lang="en" className="text-sm tracking-widest text-ink-3 uppercase">
            {nameEn}
          </p>
          <p className="measure mt-3 hidden text-ink-2 wide:block">{entry.function}</p>
        </div>
      </div>
      <p className="measure mt-4 text-ink-2 wide:hidden">{entry.function}</p>
      <dl className={`mt-6 grid gap-4 wide:grid-cols-2 ${sections.length % 3 === 0 ? 'desk:grid-cols-3' : ''}`}>
        {sections.map(({ title: name, summer, winter, other }) => (
          <div key={name} className="rounded-3 border border-line bg-surface p-5">
            <dt className="mb-2 font-semibold">{name}</dt>
            <dd className="grid gap-1 text-sm">
              <Season of="summer" time={summer} />
              <Season of="winter" time={winter} />
              {other && <p className="mt-1 text-ink-2">{other}</p>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-6" ref={replaceFailed} onErrorCapture={({ target }) => replace(target)}>
        <Carousel label={`${nameZh}的使用步驟`} slide="w-full desk:w-[calc((100%-3rem)/4)]" gap="gap-4" bleed>
          {steps.map(({ text, picture }, place) => (
            <div
              key={text}
              className="h-full overflow-clip rounded-3 border border-line bg-surface mid:max-desk:grid mid:max-desk:grid-cols-[18rem_minmax(0,1fr)] mid:max-desk:items-center"
            >
              <Picture
                image={`/img/content/${picture.image}`}
                alt={picture.alt}
                sizes="(min-width: 56.25rem) 14rem, (min-width: 43.75rem) 18rem, 100vw"
                className="h-auto w-full"
              />
              <p className="flex gap-3 p-4">
                <span aria-hidden className="font-serif text-xl leading-tight font-semibold text-brand">
                  {place + 1}
                </span>
                {text}
              </p>
            </div>
          ))}
        </Carousel>
      </div>
      {available && (
        <Link to={`/product/${slug}`} className="link mt-4 inline-flex min-h-11 items-center">
          看{nameZh}的成分與價格
        </Link>
      )}
    </section>
  );
}
