import { SearchAnswer } from '@nordhaut/contracts';
import { Form, Link } from 'react-router-dom';
import { headings } from '../features/reading/messages.ts';
import { KINDS } from '../features/reading/search-box.tsx';
import { load } from '../lib/load.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { Picture } from '../ui/picture.tsx';
import type { Route } from './+types/search';

/** A search of nothing but spaces asks for words; everything else goes to the API. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const q = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 60);
  if (!/[\p{L}\p{N}]/u.test(q)) return { q, hits: [] };
  const { hits } = await load(context, SearchAnswer, `/api/content/search?${new URLSearchParams({ q, limit: '50' })}`);
  return { q, hits };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const q = loaderData?.q;
  return pageMeta(rootData(matches), {
    title: q ? `「${q}」的搜尋結果` : headings.search,
    description: '搜尋商品、成分、文章、活動與常見問題。',
    path: '/search',
    share: 'search',
    noIndex: true,
  });
}

export default function Search({ loaderData: { q, hits } }: Route.ComponentProps) {
  return (
    <div className="page max-w-3xl pt-8 desk:pt-14">
      <h1 className="text-h1">{headings.search}</h1>
      <Form method="get" action="/search" role="search" className="mt-6 flex gap-3">
        <label className="min-w-0 flex-1">
          <span className="sr-only">要找什麼？</span>
          <input
            key={q}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={60}
            placeholder="商品、成分、文章、問題"
            enterKeyHint="search"
            className="input"
          />
        </label>
        <button type="submit" className="btn shrink-0">
          搜尋
        </button>
      </Form>
      <p role="status" className="num mt-6 text-sm text-ink-3">
        {q === ''
          ? '輸入中文或英文，一個字也可以。'
          : hits.length > 0
            ? `「${q}」有 ${hits.length} 項結果`
            : `沒有和「${q}」相符的內容。試試短一點的字詞。`}
      </p>
      <ul className="mt-2 divide-y divide-line border-y border-line empty:hidden">
        {hits.map(({ kind, path, title, text, image }) => (
          <li key={`${kind}${path}${title}`}>
            <Link to={path} className="flex gap-4 py-4 hover:bg-surface">
              {kind === 'product' && image && (
                <Picture image={image} alt="" sizes="5rem" className="size-20 shrink-0 rounded-2 object-cover" />
              )}
              <span className="min-w-0">
                <span className="text-sm text-ink-3">{KINDS[kind]}</span>
                <span className="block font-semibold">{title}</span>
                <span className="line-clamp-2 text-sm text-ink-2">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
