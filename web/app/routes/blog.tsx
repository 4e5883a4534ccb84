import { PostListAnswer } from '@nordhaut/contracts';
import { Link } from 'react-router-dom';
import { headings } from '../features/reading/messages.ts';

import { PostTile } from '../features/reading/post-card.tsx';
import { load } from '../lib/load.ts';
import { breadcrumbLd, pageMeta, rootData } from '../lib/seo.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { Pager } from '../ui/pager.tsx';
import type { Route } from './+types/blog';

/** The address of a page of the list. */
const pathOf = (category: number | undefined, page = 1): string => {
  const query = new URLSearchParams({
    ...(category !== undefined && { category: String(category) }),
    ...(page > 1 && { page: String(page) }),
  });
  return query.size > 0 ? `/blog?${query}` : '/blog';
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const asked = new URLSearchParams();
  for (const name of ['category', 'page']) if (searchParams.has(name)) asked.set(name, searchParams.get(name) ?? '');
  const answer = await load(context, PostListAnswer, `/api/content/posts${asked.size > 0 ? `?${asked}` : ''}`);
  const id = Number(searchParams.get('category'));
  return { ...answer, category: answer.categories.find((one) => one.id === id) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = rootData(matches);
  const category = loaderData?.category;
  const page = loaderData?.page ?? 1;
  return pageMeta(root, {
    title: `${category ? `${category.name}｜` : ''}${headings.blog}${page > 1 ? `（第 ${page} 頁）` : ''}`,
    description: category?.description ?? '膚況、成分、季節與生活：關於皮膚的短文，每一篇只說一件事。',
    path: pathOf(category?.id, page),
    share: 'articles',
    jsonLd: [
      breadcrumbLd(root?.publicUrl ?? '', [
        ['首頁', '/'],
        [headings.blog, '/blog'],
      ]),
    ],
  });
}

export default function Blog({ loaderData: { posts, categories, category, page, pages } }: Route.ComponentProps) {
  const chip =
    'inline-flex min-h-11 items-center rounded-full border border-line-strong bg-surface px-4 text-sm whitespace-nowrap filled-if-current hover:bg-sunken aria-[current]:font-semibold';
  return (
    <div className="page pt-4">
      <Breadcrumb crumbs={[{ label: '首頁', to: '/' }, { label: headings.blog }]} />
      <h1 className="mt-2 text-h1">{headings.blog}</h1>
      <p className="measure mt-3 mb-6 text-ink-2">{category?.description ?? '膚況、成分、季節與生活。每一篇只說一件事。'}</p>
      <nav aria-label="文章分類">
        <ul className="flex flex-wrap gap-2">
          {[{ id: undefined, name: '全部' }, ...categories].map(({ id, name }) => (
            <li key={name}>
              <Link to={pathOf(id)} preventScrollReset aria-current={id === category?.id ? 'true' : undefined} className={chip}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <ul className="mt-10 grid gap-x-8 gap-y-12 wide:grid-cols-2 desk:grid-cols-3">
        {posts.map((post, place) => (
          <li key={post.postId}>
            <PostTile post={post} priority={place === 0} />
          </li>
        ))}
      </ul>
      <Pager page={page} pages={pages} to={(one) => pathOf(category?.id, one)} label="文章頁碼" />
    </div>
  );
}
