import type { CareStep, PostCard, ProductCard, ProductFeature, SkinTypesAnswer } from '@nordhaut/contracts';
import { ChevronRight } from 'lucide';
import { renderToStaticMarkup } from 'react-dom/server';
import { Link, StaticRouter } from 'react-router-dom';
import type { output } from 'zod/mini';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Picture } from '../../ui/picture.tsx';
import { ContentPicture } from '../reading/content-picture.tsx';
import { PostTile } from '../reading/post-card.tsx';
import { FEATURES, featurePath, STEP_LABELS } from './features.ts';
import { headings } from './messages.ts';
import { Promises } from './promises.tsx';
import { Section } from './section.tsx';
import { SILHOUETTES } from './silhouettes.ts';

/** One texture across the page, and few words about it. */
function Band() {
  return (
    <section aria-labelledby="band" className="tint tone-func mt-16 grid items-center desk:mt-24 desk:grid-cols-2">
      <Picture
        image="repair-essence-texture"
        alt="03 修護精華液在皮膚上推開的一道"
        sizes="(min-width: 56.25rem) 50vw, calc(100vw - 3rem)"
        className="h-64 w-full mask-b-from-70% object-cover desk:h-[26rem] desk:mask-r-from-70% desk:mask-b-from-100%"
      />
      <div className="page max-w-[34rem]! py-10 desk:mx-0! desk:px-16!">
        <h2 id="band" className="text-h1">
          {headings.band}
        </h2>
        <p className="mt-4 text-lg">在掌心溫開，按壓，不搓揉。03 的脂質與角質層相近，推得開，也留得住。</p>
        <p className="mt-6">
          <LinkButton to="/product/repair-essence" look="line">
            看 03 修護精華液
          </LinkButton>
        </p>
      </div>
    </section>
  );
}

/** The steps of the face care, for the legend of their colours. */
const FACE: readonly CareStep[] = ['cleanse', 'hydrate', 'func', 'lock'];

/** 01 to 08: the brand's order of use, with a link to each product. */
function OrderOfUse({ products }: { products: readonly ProductCard[] }) {
  const numbered = products.filter(({ number }) => number !== null).sort((a, b) => (a.number ?? '').localeCompare(b.number ?? ''));
  return (
    <Section title={headings.order} intro="例如手上有 03、05、06，就先用 03，再用 05，最後 06。">
      <ul aria-label="顏色是保養步驟" className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-2">
        {FACE.map((step) => (
          <li key={step} className="flex items-center gap-2">
            <span className={`tint tone-${step} size-4 rounded-full border border-line`} />
            {STEP_LABELS[step]}
          </li>
        ))}
      </ul>
      <ol className="grid grid-cols-2 gap-px overflow-clip rounded-3 border border-line bg-line desk:grid-cols-4">
        {numbered.map(({ productId, number, nameZh, step, slug, available }) => {
          const content = (
            <>
              <svg
                viewBox="0 0 24 48"
                aria-hidden
                className="absolute end-3 bottom-3 h-[62%] fill-ink opacity-[0.13] desk:end-5 desk:bottom-5"
              >
                <path d={SILHOUETTES[number ?? '']} />
              </svg>
              <span className="relative font-serif text-[clamp(2.5rem,2rem+2vw,4rem)] leading-none font-semibold">{number}</span>
              <span className="relative">
                <span className="block font-semibold">{nameZh}</span>
                <span className="block text-sm text-ink-2">
                  {STEP_LABELS[step]}
                  {available ? '' : '・缺貨中'}
                </span>
              </span>
            </>
          );
          const tile = `tint tone-${step} relative flex h-full min-h-36 flex-col justify-between gap-4 p-4 desk:min-h-44 desk:p-6`;
          return (
            <li key={productId}>
              {available ? (
                <Link to={`/product/${slug}`} className={`${tile} -outline-offset-4 hover:underline`}>
                  {content}
                </Link>
              ) : (
                <div className={tile}>{content}</div>
              )}
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

/** The ways to the pages of the skin types. */
function SkinTypes({ types }: { types: output<typeof SkinTypesAnswer>['skinTypes'] }) {
  return (
    <section aria-labelledby="skin" className="border-b border-line bg-surface">
      <div className="page py-12 desk:py-20">
        <h2 id="skin" className="text-h2">
          {headings.bySkin}
        </h2>
        <ul className="mt-4 grid desk:mt-10 desk:grid-cols-4 desk:gap-x-6">
          {types.map(({ type, title, teaser, banner }) => (
            <li key={type} className="border-t border-line desk:border-0">
              <Link
                to={`/skin-type/${type}`}
                className="grid h-full grid-cols-[7rem_1fr_auto] items-center gap-x-4 py-4 hover:underline desk:grid-cols-[1fr_auto] desk:content-start desk:py-0"
              >
                <span className="row-span-2 overflow-clip rounded-2 desk:col-span-2 desk:row-span-1 desk:mb-5 desk:rounded-3">
                  <ContentPicture
                    picture={banner}
                    decorative
                    sizes="(min-width: 56.25rem) 18rem, 7rem"
                    className="aspect-[4/3] w-full object-cover"
                  />
                </span>
                <span className="self-end font-serif text-xl leading-tight font-semibold">{title}</span>
                <Icon of={ChevronRight} size={20} className="row-span-2 text-ink-3 desk:row-span-1" />
                <span className="self-start text-sm text-ink-2 desk:mt-2">{teaser}</span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The content that the eye knows a concern's care by. */
const TEXTURES: Readonly<Record<ProductFeature, string>> = {
  dryness: 'balancing-toner',
  'dullness-uneven-texture': 'whitening-cream',
  'wrinkles-fine-lines': 'firming-essence',
  'acne-blemishes': 'gentle-cleanser',
  'enlarged-pores': 'clarifying-essence',
  'hand-dry': 'hand-cream',
  'all-skin-types': 'soothing-gel',
};

/** `about`: a sentence about each filter. */
function FeatureTiles({ about }: { about: Readonly<Record<ProductFeature, string>> }) {
  return (
    <Section title={headings.byFeature}>
      <ul className="grid grid-cols-2 gap-3 desk:grid-cols-4 desk:gap-4">
        {FEATURES.map(({ key, label }) => (
          <li key={key}>
            <Link to={featurePath(key)} className="concern border border-line bg-surface hover:border-line-strong">
              <Picture image={`${TEXTURES[key]}-texture`} alt="" sizes="5rem" />
              <span>
                <span className="block font-serif text-lg font-semibold">{label}</span>
                <span className="mt-1 block text-sm text-ink-2">{about[key]}</span>
              </span>
            </Link>
          </li>
        ))}
        <li>
          <Link to="/product" className="concern concern-all bg-brand text-surface hover:bg-brand-hover">
            <span className="font-semibold">看全部商品</span>
            <Icon of={ChevronRight} size={20} className="shrink-0" />
          </Link>
        </li>
      </ul>
    </Section>
  );
}

/** The three benefits of members (spec/1-catalogue-and-content §2). `amount`: what it is worth. */
function Benefits({ benefits }: { benefits: readonly (readonly [benefit: string, text: string, amount: string])[] }) {
  return (
    <section aria-labelledby="benefits" className="on-brand mt-16 desk:mt-24">
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
              <p className="soft mt-2 text-sm">{text}</p>
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
            <PostTile post={post} level={3} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Reading = {
  products: readonly ProductCard[];
  about: Readonly<Record<ProductFeature, string>>;
  skinTypes: Parameters<typeof SkinTypes>[0]['types'];
  promises: Parameters<typeof Promises>[0]['promises'];
  benefits: Parameters<typeof Benefits>[0]['benefits'];
  posts: readonly PostCard[];
};

/**
 * The part of the home page below the products, as HTML. Nothing in it changes, so its components are no script of the page
 * (design/web.md, "Budgets"). Only the loader imports this file. The prefix keeps its ids apart from those of the page.
 */
export const readingHtml = ({ products, about, skinTypes, promises, benefits, posts }: Reading): string =>
  renderToStaticMarkup(
    <StaticRouter location="/">
      <OrderOfUse products={products} />
      <Band />
      <SkinTypes types={skinTypes} />
      <FeatureTiles about={about} />
      <Promises promises={promises} />
      <Benefits benefits={benefits} />
      <Articles posts={posts} />
    </StaticRouter>,
    { identifierPrefix: 'reading-' },
  );
