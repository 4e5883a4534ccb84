import { PostAnswer, ProductListAnswer } from '@nordhaut/contracts';
import { ChevronDown } from 'lucide';
import { useEffect } from 'react';
import { ProductGrid } from '../features/catalogue/product-tile.tsx';
import { Section } from '../features/catalogue/section.tsx';
import { ContentPicture, sharePicture, TEXT_WIDTH } from '../features/reading/content-picture.tsx';
import { headings } from '../features/reading/messages.ts';
import { PostTile } from '../features/reading/post-card.tsx';
import { cameFrom } from '../lib/came-from.ts';
import { formatDate } from '../lib/dates.ts';
import { load } from '../lib/load.ts';
import { breadcrumbLd, pageMeta, rootData } from '../lib/seo.ts';
import { useSpy } from '../lib/spy.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { Icon } from '../ui/icon.tsx';
import type { Route } from './+types/article';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { post } = await load(context, PostAnswer, `/api/content/posts/${encodeURIComponent(params.slug)}`);
  const { products } = await load(context, ProductListAnswer, '/api/products');
  return { post, related: products.filter(({ productId, available }) => available && post.products.includes(productId)).slice(0, 4) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, summary, slug, banner, publishedAt, changedAt } = loaderData.post;
  const root = rootData(matches);
  const url = root?.publicUrl ?? '';
  const path = `/blog/${slug}`;
  const image = sharePicture(banner);
  const brand = root?.shop.brand ?? 'Nordhaut';
  return pageMeta(root, {
    title,
    description: summary,
    path,
    image,
    type: 'article',
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'BlogPosting',
        headline: title,
        description: summary,
        image: [url + image],
        datePublished: publishedAt,
        dateModified: changedAt,
        author: { '@type': 'Organization', name: brand, url: `${url}/about` },
        publisher: { '@type': 'Organization', name: brand },
      },
      breadcrumbLd(url, [
        ['首頁', '/'],
        [headings.blog, '/blog'],
        [title, path],
      ]),
    ],
  });
}

/** Marks where the reader came from: `f=O` from the home page, otherwise `f=B` (decisions.md 105). The router's state stays. */
function useOrigin(path: string): void {
  useEffect(() => {
    const address = new URL(location.href);
    if (address.searchParams.has('f')) return;
    address.searchParams.set('f', cameFrom(path) === '/' ? 'O' : 'B');
    history.replaceState(history.state, '', address);
  }, [path]);
}

export default function Article({ loaderData: { post, related } }: Route.ComponentProps) {
  const { slug, title, titleEn, summary, banner, body, contents, category, publishedAt, changedAt, recommended } = post;
  useOrigin(`/blog/${slug}`);
  const at = useSpy(contents.map(({ id }) => id));
  const list = (
    <ol className="text-sm">
      {contents.map(({ id, text, level }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            aria-current={at === id ? 'location' : undefined}
            className={`flex min-h-11 items-center border-s-2 border-line py-1 text-ink-2 hover:text-ink aria-[current]:border-brand aria-[current]:font-semibold aria-[current]:text-ink ${level === 3 ? 'ps-8' : 'ps-4'}`}
          >
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <article className="page pt-4">
        <Breadcrumb
          crumbs={[
            { label: '首頁', to: '/' },
            { label: headings.blog, to: '/blog' },
            { label: category.name, to: `/blog?category=${category.id}` },
            { label: title },
          ]}
        />
        <header className="mt-4 grid items-center gap-6 desk:grid-cols-2 desk:gap-12">
          <div>
            <p lang="en" className="text-sm tracking-widest text-ink-3 uppercase">
              {titleEn}
            </p>
            <h1 className="mt-1 break-keep font-sans! text-h2 leading-snug font-bold desk:text-[2.5rem]">{title}</h1>
            <p className="mt-4 text-lg text-ink-2">{summary}</p>
            <p className="num mt-3 text-sm text-ink-3">
              <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>
              {changedAt > publishedAt && <>　更新於 {formatDate(changedAt)}</>}
            </p>
            <p className="mt-4">
              <a href="#body" className="link inline-flex min-h-11 items-center">
                往下閱讀
              </a>
            </p>
          </div>
          <ContentPicture picture={banner} priority sizes={TEXT_WIDTH} className="h-auto w-full rounded-3" />
        </header>
        <div className="mt-10 desk:mt-16 desk:grid desk:grid-cols-[15rem_minmax(0,1fr)] desk:gap-14">
          {contents.length > 1 ? (
            <>
              <nav
                aria-label={headings.contents}
                className="sticky top-24 hidden max-h-[calc(100dvh-8rem)] self-start overflow-y-auto desk:block"
              >
                <p className="mb-2 text-sm font-semibold">{headings.contents}</p>
                {list}
              </nav>
              <details className="group mb-8 rounded-2 border border-line bg-surface px-4 desk:hidden">
                <summary className="flex min-h-12 list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
                  {headings.contents}
                  <Icon of={ChevronDown} size={20} className="transition-transform group-open:rotate-180" />
                </summary>
                <div className="pb-3">{list}</div>
              </details>
            </>
          ) : (
            <div className="hidden desk:block" />
          )}
          {/* oxlint-disable-next-line react/no-danger -- sanitised when it was written (decisions.md 107) */}
          <div id="body" className="article measure min-w-0" dangerouslySetInnerHTML={{ __html: body }} />
        </div>
      </article>
      {related.length > 0 && (
        <Section title={headings.related}>
          <ProductGrid products={related} columns={related.length % 4 === 0 ? 4 : 3} />
        </Section>
      )}
      {recommended.length > 0 && (
        <Section title={headings.recommended}>
          <ul className="grid gap-x-8 gap-y-12 wide:grid-cols-2 desk:grid-cols-3">
            {recommended.map((other) => (
              <li key={other.postId}>
                <PostTile post={other} level={3} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
