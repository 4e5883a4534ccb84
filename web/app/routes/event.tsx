import { CampaignAnswer, type CampaignCoupon, ProductListAnswer, ReviewedProductsAnswer } from '@nordhaut/contracts';
import { ProductPrices } from '../features/catalogue/product-prices.tsx';
import { useCampaignTurn } from '../features/reading/campaign-turn.ts';
import { DaysLeft, periodOf } from '../features/reading/campaign-tile.tsx';
import { ContentPicture, sharePicture, TEXT_WIDTH } from '../features/reading/content-picture.tsx';
import { headings } from '../features/reading/messages.ts';
import { load } from '../lib/load.ts';
import { breadcrumbLd, pageMeta, rootData } from '../lib/seo.ts';
import { Badge } from '../ui/badge.tsx';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { Picture } from '../ui/picture.tsx';
import { Stars } from '../ui/stars.tsx';
import type { Route } from './+types/event';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { event } = await load(context, CampaignAnswer, `/api/content/events/${encodeURIComponent(params.url)}`);
  if (event.type !== 'PRODUCT') return { event, cards: [] };
  const [{ products }, { products: rated }] = await Promise.all([
    load(context, ProductListAnswer, '/api/products'),
    load(context, ReviewedProductsAnswer, '/api/content/reviews/products'),
  ]);
  const cards = products
    .filter(({ productId, available }) => available && (event.all || event.products.includes(productId)))
    .map((product) => ({ product, totals: rated.find(({ product: { productId } }) => productId === product.productId)?.totals }));
  return { event, cards };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { name, summary, url, banner } = loaderData.event;
  const root = rootData(matches);
  return pageMeta(root, {
    title: name,
    description: summary,
    path: `/event/${url}`,
    image: sharePicture(banner),
    type: 'article',
    jsonLd: [
      breadcrumbLd(root?.publicUrl ?? '', [
        ['首頁', '/'],
        [headings.events, '/event'],
        [name, `/event/${url}`],
      ]),
    ],
  });
}

const PREFIX = { active: '', past: '[已結束] ', unactive: '[即將開始] ' } as const;

/** How the campaign's coupon is used. */
function Coupon({ coupon: { name, desc, by, code } }: { coupon: CampaignCoupon }) {
  return (
    <div className="mt-4 rounded-2 bg-amber-soft px-4 py-3 text-sm text-amber">
      <p>
        <strong>{name}</strong>
        {desc && `：${desc}`}
      </p>
      {code === null ? (
        <p className="mt-1">{by === 'SHOP' ? '符合條件時，結帳會自動套用。' : '持有這張優惠券的會員，可在購物車選用。'}</p>
      ) : (
        <p className="mt-1">
          會員在購物車輸入優惠碼 <strong className="num text-base tracking-wide select-all">{code}</strong>
        </p>
      )}
    </div>
  );
}

export default function Event({ loaderData: { event, cards } }: Route.ComponentProps) {
  const { name, summary, banner, type, state, content, tag, coupon } = event;
  useCampaignTurn([event]);
  const isOdd = cards.length % 2 === 1;
  const tab =
    state === 'past' ? { label: '已結束的活動', to: '/event?filter=past' } : { label: '進行中的活動', to: '/event?filter=active' };
  return (
    <article className="page pt-4">
      <Breadcrumb crumbs={[{ label: headings.events, to: '/event' }, tab, { label: name }]} />
      <header className="mt-4 grid items-center gap-6 desk:grid-cols-2 desk:gap-12">
        <div>
          <p className="num flex flex-wrap items-center gap-3 text-sm text-ink-3">
            {periodOf(event)}
            <DaysLeft event={event} />
          </p>
          <h1 className="mt-2 break-keep font-sans! text-h2 leading-snug font-bold desk:text-[2.5rem]">
            {PREFIX[state]}
            {name}
          </h1>
          <p className="mt-4 text-lg text-ink-2">{summary}</p>
          {coupon && state === 'active' && <Coupon coupon={coupon} />}
        </div>
        <ContentPicture picture={banner} priority sizes={TEXT_WIDTH} className="h-auto w-full rounded-3" />
      </header>
      {type === 'CONTENT' ? (
        // oxlint-disable-next-line react/no-danger -- sanitised when it was written (decisions.md 107)
        <div className="article measure mt-12" dangerouslySetInnerHTML={{ __html: content }} />
      ) : (
        <section aria-labelledby="event-products" className="pt-12 desk:pt-16">
          <h2 id="event-products" className="text-h2">
            {headings.eventProducts}
          </h2>
          {cards.length === 0 && <p className="mt-4">這個活動的商品目前都沒有上架。</p>}
          <ul
            className={`mt-6 grid grid-cols-[repeat(auto-fill,minmax(max(7rem,(100%-1rem)/2),1fr))] gap-x-4 gap-y-10 desk:gap-x-6 ${cards.length % 3 === 0 ? 'desk:grid-cols-3' : 'desk:grid-cols-4'}`}
          >
            {cards.map(({ product: { productId, slug, nameZh, images, sizes, prices, type: kind }, totals }, place) => (
              <li key={productId} className={`group relative ${isOdd ? 'max-desk:first:col-span-full' : ''}`}>
                {/* On a phone the picture begins below the tag, which would cover the top of a bottle. */}
                <div className={`relative overflow-clip rounded-2 bg-sunken ${tag ? 'max-desk:pt-8' : ''}`}>
                  {images[0] && (
                    <Picture
                      image={images[0]}
                      alt=""
                      sizes={`(min-width: 56.25rem) 24rem, ${isOdd && place === 0 ? 'calc(100vw - 3rem)' : 'calc(50vw - 1.5rem)'}`}
                      className="aspect-square w-full object-cover"
                    />
                  )}
                  {tag && (
                    <p className="absolute start-2 top-2">
                      <Badge look="amber">{tag}</Badge>
                    </p>
                  )}
                </div>
                <h3 className="mt-3 text-lg">
                  <a
                    href={`/product/${slug}`}
                    target="_blank"
                    rel="noopener"
                    className="after:absolute after:inset-0 group-hover:underline"
                  >
                    {nameZh}
                    <span className="sr-only">（另開新視窗）</span>
                  </a>
                </h3>
                {kind === 'PRODUCT' && sizes[0] !== undefined && <p className="num text-sm text-ink-3">{sizes[0]} ml</p>}
                {totals && totals.count > 0 && (
                  <p className="num mt-1 flex flex-wrap items-center gap-x-1 text-sm whitespace-nowrap text-ink-2 wide:gap-x-2">
                    <Stars value={totals.average} /> {totals.average.toFixed(2)}（{totals.count}）
                  </p>
                )}
                <p className="relative mt-1">
                  <ProductPrices prices={prices} className="text-base" />
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}
