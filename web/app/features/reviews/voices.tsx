import type { ReviewListAnswer, ReviewView } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import { Stars } from '../../ui/stars.tsx';
import { Words } from '../../ui/words.tsx';
import { excerptOf } from './excerpt.ts';
import { SKIN_LABELS } from './messages.ts';

/** reviews that are quoted */
const QUOTED = 2;

/** characters from which a text says more than "good" */
const TELLING = 20;
const rank = ({ skinType, content }: ReviewView): number => Number(content.length >= TELLING) * 2 + Number(skinType !== null);

/** Members' own reviews: first those with a longer text, and of these the ones that name a skin type. */
const quotedOf = (reviews: readonly ReviewView[]): ReviewView[] =>
  reviews
    .filter(({ source, content }) => source === 'MEMBER' && content)
    .toSorted((one, other) => rank(other) - rank(one))
    .slice(0, QUOTED);

/** The average of a product's reviews beside two of them. `answer`: without filters. Only loaders import this file. */
export function Voices({ title, answer: { product, totals, reviews } }: { title: string; answer: ReviewListAnswer }) {
  if (totals.count === 0) return null;
  return (
    <section aria-labelledby="voices" className="page pt-18 desk:pt-28">
      <div className="grid gap-8 border-t border-ink pt-6 desk:grid-cols-[calc((100%-4.5rem)/4)_minmax(0,1fr)] desk:gap-6 desk:pt-8">
        <div>
          <h2 id="voices" className="text-h3">
            {title}
          </h2>
          <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="num font-serif text-[3.5rem] leading-none font-semibold">{totals.average.toFixed(2)}</p>
            <div>
              <Stars value={totals.average} className="text-lg" />
              <p className="num text-sm text-ink-2">{totals.count} 則會員評價</p>
            </div>
          </div>
          <Link to={`/comments/product/${product.slug}`} className="link mt-2 inline-flex min-h-11 items-center text-sm">
            看全部評價
          </Link>
        </div>
        <ul className="grid gap-8 mid:grid-cols-2 mid:gap-12 desk:gap-6">
          {quotedOf(reviews).map(({ reviewId, content, name, stars, skinType }) => {
            const { text, isCut } = excerptOf(content);
            return (
              <li key={reviewId} className="voice desk:pe-10">
                <blockquote>
                  <Words of={text} />
                </blockquote>
                <p className="mt-4 flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
                  <Stars value={stars} />
                  {[name, skinType && SKIN_LABELS[skinType]].filter(Boolean).join('・')}
                  {isCut && (
                    <Link to={`/comments/post/${reviewId}`} className="link inline-flex min-h-11 items-center">
                      讀全文<span className="sr-only">：{name}的評價</span>
                    </Link>
                  )}
                </p>
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
