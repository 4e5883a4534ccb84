import { type CareStep, FEATURES, type PostCard, type ProductCard, type SkinTypesAnswer } from '@nordhaut/contracts';
import { ChevronRight } from 'lucide';
import { renderToStaticMarkup } from 'react-dom/server';
import { Link, StaticRouter } from 'react-router-dom';
import type { output } from 'zod/mini';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Words } from '../../ui/words.tsx';
import { PostTile } from '../reading/post-card.tsx';
import { featurePath, STEP_LABELS } from './features.ts';
import { headings } from './messages.ts';
import { Promises } from './promises.tsx';
import { Section } from './section.tsx';

/** The steps of the face care, for the legend of their colours. */
const FACE: readonly CareStep[] = ['cleanse', 'hydrate', 'func', 'lock'];

/** 01 to 08: the brand's order of use, with a link to each product. */
function OrderOfUse({ products }: { products: readonly ProductCard[] }) {
  const numbered = products.filter(({ number }) => number !== null).sort((a, b) => (a.number ?? '').localeCompare(b.number ?? ''));
  return (
    <Section title={<Words of={headings.order} />} intro="例如手上有 03、05、06，就先用 03，再用 05，最後 06。">
      <ul aria-label="顏色是保養步驟" className="order-colours">
        {FACE.map((step) => (
          <li key={step} className={`tone-${step}`}>
            {STEP_LABELS[step]}
          </li>
        ))}
      </ul>
      <ol className="order">
        {numbered.map(({ productId, number, nameZh, slug, available }) => {
          const content = (
            <>
              <Picture image="order-cutout" alt="" sizes="(min-width: 56.25rem) 48rem, 39rem" ratio={[4, 1]} />
              <span>{number}</span>
              <span>
                <Words of={nameZh} />
              </span>
              {!available && <span>缺貨中</span>}
            </>
          );
          return (
            <li key={productId} data-no={number}>
              {available ? (
                <Link to={`/product/${slug}`} className="order-step">
                  {content}
                </Link>
              ) : (
                <div className="order-step">{content}</div>
              )}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

/** One texture with few words about it; beside it the ways to what suits a skin: the pages of the skin types, and the list by concern. */
function Suits({ types }: { types: output<typeof SkinTypesAnswer>['skinTypes'] }) {
  return (
    <section aria-labelledby="skin" className="suits">
      <figure className="suits-band">
        <Picture
          image="repair-essence-texture"
          alt="03 修護精華液的兩滴，落在石面上，半透明的乳白"
          sizes="(min-width: 56.25rem) 50vw, 100vw"
          className="suits-picture"
        />
        <figcaption>
          <strong>{headings.band}</strong>
          <Words of="在掌心溫開，按壓，不搓揉。03 的脂質與角質層相近，推得開，也留得住。" />
        </figcaption>
      </figure>
      <div className="suits-words">
        <h2 id="skin" className="mb-6 text-h2 desk:mb-8">
          {headings.bySkin}
        </h2>
        <ul className="suits-types">
          {types.map(({ type, title, teaser }) => (
            <li key={type}>
              <Link to={`/skin-type/${type}`} className="suits-type">
                <span>{title}</span>
                <span>
                  <Words of={teaser} />
                </span>
                <Icon of={ChevronRight} size={20} className="text-ink-3" />
              </Link>
            </li>
          ))}
        </ul>
        <h3 className="mt-8 font-sans text-sm">{headings.byFeature}</h3>
        <ul aria-label={headings.byFeature} className="concerns">
          {FEATURES.map(({ key, label }) => (
            <li key={key}>
              <Link to={featurePath(key)}>{label}</Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The three benefits of members (spec/1-catalogue-and-content §2). `amount`: what it is worth. */
function Benefits({ benefits }: { benefits: readonly (readonly [benefit: string, text: string, amount: string])[] }) {
  return (
    <section aria-labelledby="benefits" className="on-brand mt-18 desk:mt-28">
      <div className="benefits page">
        <h2 id="benefits" className="text-h2">
          {headings.benefits}
        </h2>
        <ul className="grid gap-8 desk:grid-cols-3">
          {benefits.map(([benefit, text, amount]) => (
            <li key={benefit} className="benefit">
              <p aria-hidden className="benefit-amount">
                {amount}
              </p>
              <h3 className="text-h3">{benefit}</h3>
              <p className="soft mt-2 text-sm">
                <Words of={text} />
              </p>
            </li>
          ))}
        </ul>
        <p>
          <LinkButton to="/vip-rights" look="line">
            看會員禮遇
          </LinkButton>
        </p>
      </div>
    </section>
  );
}

/** The newest articles in a row that is scrolled by hand. */
function Articles({ posts }: { posts: readonly PostCard[] }) {
  return (
    <Section title={headings.articles}>
      {/* No snapping: it would move a focused link out of sight again. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable element must be scrollable by keyboard */}
      <ul tabIndex={0} aria-label={headings.articles} className="bleed snap-row snap-none gap-4 -outline-offset-2 desk:gap-6">
        {posts.map((post) => (
          <li key={post.postId} className="w-[78%] wide:w-[44%] desk:w-[calc((100%-3rem)/3)]">
            <PostTile post={post} level={3} about={<Words of={post.summary} />} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Reading = {
  products: readonly ProductCard[];
  skinTypes: Parameters<typeof Suits>[0]['types'];
  promises: readonly (readonly [promise: string, text: string])[];
  benefits: Parameters<typeof Benefits>[0]['benefits'];
  posts: readonly PostCard[];
};

/**
 * The part of the home page below the products, as HTML. Nothing in it changes, so its components are no script of the page
 * (design/web.md, "Budgets"). Only the loader imports this file. The prefix keeps its ids apart from those of the page.
 */
export const readingHtml = ({ products, skinTypes, promises, benefits, posts }: Reading): string =>
  renderToStaticMarkup(
    <StaticRouter location="/">
      <OrderOfUse products={products} />
      <Suits types={skinTypes} />
      <Promises promises={promises.map(([promise, text]) => [promise, <Words key={promise} of={text} />] as const)} />
      <Benefits benefits={benefits} />
      <Articles posts={posts} />
    </StaticRouter>,
    { identifierPrefix: 'reading-' },
  );
