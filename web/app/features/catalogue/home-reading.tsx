import type { PostCard, ProductFeature } from '@nordhaut/contracts';
import { renderToStaticMarkup } from 'react-dom/server';
import { Link, StaticRouter } from 'react-router-dom';
import { LinkButton } from '../../ui/button.tsx';
import { PostTile } from '../reading/post-card.tsx';
import { FeatureTiles } from './home-parts.tsx';
import { headings } from './messages.ts';
import { Promises } from './promises.tsx';
import { Section } from './section.tsx';

const card = 'flex h-full min-h-20 flex-col justify-center rounded-3 border border-line bg-surface p-5 hover:border-line-strong';

/** The ways to the pages of the skin types. */
function SkinTypes({ types }: { types: readonly (readonly [type: string, label: string, text: string])[] }) {
  return (
    <Section title={headings.bySkin}>
      <ul className="grid grid-cols-2 gap-3 desk:grid-cols-4">
        {types.map(([type, label, text]) => (
          <li key={type}>
            <Link to={`/skin-type/${type}`} className={card}>
              <span className="font-serif text-h3 font-semibold">{label}</span>
              <span className="mt-1 text-sm text-ink-2">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The three benefits of members (spec/1-catalogue-and-content §2). */
function Benefits({ benefits }: { benefits: readonly (readonly [benefit: string, text: string])[] }) {
  return (
    <Section title={headings.benefits}>
      <ul className="grid gap-8 desk:grid-cols-3">
        {benefits.map(([benefit, text]) => (
          <li key={benefit} className="border-t-2 border-ink pt-5">
            <h3 className="text-h3">{benefit}</h3>
            <p className="mt-2 text-sm text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
      <p className="mt-8">
        <LinkButton to="/vip-rights" look="line">
          看會員禮遇
        </LinkButton>
      </p>
    </Section>
  );
}

/** The newest articles in a row that is scrolled by hand. */
function Articles({ posts }: { posts: readonly PostCard[] }) {
  return (
    <Section title={headings.articles}>
      {/* No snapping: it would move a focused link out of sight again. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable element must be scrollable by keyboard */}
      <ul tabIndex={0} aria-label={headings.articles} className="snap-row snap-none gap-4 -outline-offset-2 desk:gap-6">
        {posts.map((post) => (
          <li key={post.postId} className="w-[78%] wide:w-[44%] desk:w-[31%]">
            <PostTile post={post} level={3} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Reading = {
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
export const readingHtml = ({ about, skinTypes, promises, benefits, posts }: Reading): string =>
  renderToStaticMarkup(
    <StaticRouter location="/">
      <SkinTypes types={skinTypes} />
      <FeatureTiles about={about} />
      <Promises promises={promises} />
      <Benefits benefits={benefits} />
      <Articles posts={posts} />
    </StaticRouter>,
    { identifierPrefix: 'reading-' },
  );
