import { isSearchable, type ProductCard, ProductListAnswer, SearchAnswer, type SearchHit } from '@nordhaut/contracts';
import { Form, Link } from 'react-router-dom';
import { OUT_OF_STOCK } from '../features/catalogue/messages.ts';
import { ProductPrices } from '../features/catalogue/product-prices.tsx';
import { headings } from '../features/reading/messages.ts';
import { load } from '../lib/load.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { useAvailable } from '../lib/stores/member.ts';
import { Picture } from '../ui/picture.tsx';
import type { Route } from './+types/search';

/** characters of a search that count */
const LONGEST = 60;
/** results that the page shows */
const MOST = 50;

/** A search without a letter or digit asks for words; everything else goes to the API. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const typed = (new URL(request.url).searchParams.get('q') ?? '').trim();
  const q = [...typed].slice(0, LONGEST).join('');
  const asked = isSearchable(q);
  if (!asked) return { q, asked, hits: [], partly: false };
  const [{ hits, partly }, { products }] = await Promise.all([
    load(context, SearchAnswer, `/api/content/search?${new URLSearchParams({ q, limit: String(MOST) })}`),
    load(context, ProductListAnswer, '/api/products'),
  ]);
  const byPath = new Map(products.map(({ slug, productId, available, prices }) => [`/product/${slug}`, { productId, available, prices }]));
  return { q, asked, hits: hits.map((hit) => ({ ...hit, product: byPath.get(hit.path) })), partly };
}

/** `product`: what is shown of it today; the texts of the search may be older by a moment. */
type Hit = SearchHit & { product: Pick<ProductCard, 'productId' | 'available' | 'prices'> | undefined };

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

/** The results by kind; the kind of the best result comes first, and within a kind the better result. */
function groupsOf(hits: readonly Hit[]): { kind: SearchHit['kind']; found: Hit[] }[] {
  const kinds = [...new Set(hits.map(({ kind }) => kind))];
  return kinds.map((kind) => ({ kind, found: hits.filter((hit) => hit.kind === kind) }));
}

function ProductLine({ product }: { product: NonNullable<Hit['product']> }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <ProductPrices prices={product.prices} />
      {!useAvailable(product) && <span className="text-sm text-ink-3">{OUT_OF_STOCK}</span>}
    </span>
  );
}

export default function Search({ loaderData: { q, asked, hits, partly } }: Route.ComponentProps) {
  return (
    <div className="page pt-8 desk:pt-14">
      <h1 className="text-h1">{headings.search}</h1>
      <Form method="get" action="/search" role="search" className="mt-6 flex max-w-3xl gap-3">
        <label className="min-w-0 flex-1">
          <span className="sr-only">要找什麼？</span>
          <input
            key={q}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={LONGEST}
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
        {!asked
          ? '輸入中文或英文，一個字也可以。'
          : hits.length === 0
            ? `沒有和「${q}」相符的內容。試試短一點的字詞。`
            : partly
              ? `沒有和「${q}」完全相符的內容，這 ${hits.length} 項有一部分相符。`
              : hits.length < MOST
                ? `「${q}」有 ${hits.length} 項結果`
                : `和「${q}」最相符的 ${MOST} 項結果。試試長一點的字詞。`}
      </p>
      {asked && hits.length === 0 && (
        <p className="mt-4 flex flex-wrap gap-3">
          <Link to="/product" className="btn btn-line">
            看系列商品
          </Link>
          <Link to="/help/faq" className="btn btn-line">
            看常見問題
          </Link>
        </p>
      )}
      <div className="mt-6 grid gap-10 desk:mt-10 desk:gap-14">
        {groupsOf(hits).map(({ kind, found }) => (
          <section
            key={kind}
            aria-labelledby={`found-${kind}`}
            className="grid gap-3 border-t border-ink pt-4 desk:grid-cols-[12rem_minmax(0,1fr)] desk:gap-6"
          >
            <h2 id={`found-${kind}`} className="text-h3">
              {headings.kinds[kind]} <span className="num font-sans text-base font-normal text-ink-3">{found.length}</span>
            </h2>
            <ul className={`grid gap-x-8 ${kind === 'product' || kind === 'ingredient' ? 'wide:grid-cols-2' : ''}`}>
              {found.map(({ path, title, text, image, product }) => (
                <li key={`${path}${title}`} className="border-b border-line">
                  <Link to={path} className="flex h-full items-center gap-4 py-3 hover:bg-surface">
                    {kind === 'product' && image && (
                      <Picture image={image} alt="" sizes="4rem" className="size-16 shrink-0 rounded-2 object-cover" />
                    )}
                    <span className="min-w-0">
                      <span className="block font-semibold">{title}</span>
                      <span className="line-clamp-2 text-sm text-ink-2">{text}</span>
                      {product && <ProductLine product={product} />}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
