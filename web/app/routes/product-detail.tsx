import { CampaignListAnswer, IngredientsAnswer, ProductDetailAnswer, ReviewListAnswer } from '@nordhaut/contracts';
import { useRef, useState } from 'react';
import { data, Link, useLocation } from 'react-router-dom';
import { useAdd } from '../features/cart/use-add.ts';
import { BuyBox } from '../features/catalogue/buy-box.tsx';
import { DetailTabs, Flow } from '../features/catalogue/detail-parts.tsx';
import { detailHtml } from '../features/catalogue/detail-reading.tsx';
import { STEP_LABELS } from '../features/catalogue/features.ts';
import { WishPlace } from '../features/catalogue/wish-place.tsx';
import { Gallery } from '../features/catalogue/gallery.tsx';
import { headings } from '../features/catalogue/messages.ts';
import { ProductGrid } from '../features/catalogue/product-tile.tsx';
import { productLd } from '../features/catalogue/product-ld.ts';
import { Section } from '../features/catalogue/section.tsx';
import { StaticPart } from '../features/catalogue/static-part.tsx';
import { stillBeside } from '../features/catalogue/stills.ts';
import { StickyBar } from '../features/catalogue/sticky-bar.tsx';
import { useOwnPrice } from '../features/catalogue/product-prices.tsx';
import { useCampaignTurn } from '../features/reading/campaign-turn.ts';
import { filtersOf, reviewsPath } from '../features/reviews/query.ts';
import { ReviewsBlock } from '../features/reviews/reviews-block.tsx';
import { useHydrated } from '../lib/browser.ts';
import { load } from '../lib/load.ts';
import { PRODUCT_MISSING } from '../lib/product-missing.ts';
import { useAvailable } from '../lib/stores/member.ts';
import { breadcrumbLd, pageMeta, rootData, type StructuredData } from '../lib/seo.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { imageFile } from '../ui/picture.tsx';
import { Stars } from '../ui/stars.tsx';
import type { Route } from './+types/product-detail';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const filters = filtersOf(new URL(request.url).searchParams);
  const missing = () => data(PRODUCT_MISSING, { status: 404 });
  const { product } = await load(context, ProductDetailAnswer, `/api/products/${encodeURIComponent(params.slug)}`, missing);
  const reviewsOf = (chosen: typeof filters) => load(context, ReviewListAnswer, reviewsPath(params.slug, chosen));
  const [reviews, first, { events }, { ingredients: known }] = await Promise.all([
    reviewsOf(filters),
    Object.keys(filters).length > 0 ? reviewsOf({}) : undefined,
    load(context, CampaignListAnswer, `/api/content/events?product=${product.productId}`),
    load(context, IngredientsAnswer, '/api/content/ingredients'),
  ]);
  // The texts are in the HTML of `detailHtml` and not a second time in the page's data.
  const { description, characters, function: use, usage, texture, scent, openMonths, skinTypes, ingredients, ...rest } = product;
  const { contentId, detailImages, setItems, samples, ...shown } = rest;
  // Made here, because the code that makes it has no place in the page's script.
  return {
    product: shown,
    still: stillBeside(product.related),
    filters,
    reviews,
    // The type of its fields is too deep for the router's.
    ld: productLd(product, reviews, context.publicUrl, context.shop.brand) as object,
    ...detailHtml(product, events, first ?? reviews, known, context.closedDays, new Date()),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { product, ld } = loaderData;
  const root = rootData(matches);
  const path = `/product/${encodeURIComponent(product.slug)}`;
  const url = root?.publicUrl ?? '';
  return pageMeta(root, {
    title: `${product.nameZh} ${product.nameEn}`,
    description: product.summary,
    path,
    type: 'product',
    ...(product.images[0] ? { image: imageFile(product.images[0], 'og.jpg') } : {}),
    jsonLd: [
      ld as StructuredData,
      breadcrumbLd(url, [
        ['首頁', '/'],
        ['系列商品', '/product'],
        [product.nameZh, path],
      ]),
    ],
  });
}

/** The key resets the quantity and the picture for each product. */
export default function ProductRoute({ loaderData }: Route.ComponentProps) {
  return <ProductPage key={loaderData.product.productId} {...loaderData} />;
}

function ProductPage({
  product,
  still,
  reviews,
  filters,
  summary,
  assured,
  contents,
  folds,
  campaigns,
  detail,
  shipping,
  bands,
  reading,
}: Route.ComponentProps['loaderData']) {
  const [quantity, setQuantity] = useState(1);
  const mainButton = useRef<HTMLDivElement>(null);
  const { busy, add } = useAdd();
  const { productId, nameZh, nameEn, subTitle, number, step, sizes, images, prices, related, slug } = product;
  const available = useAvailable(product);
  const price = useOwnPrice(prices);
  // The page for signing in leads back to the reviews. The server does not know this part of the address.
  const isAtReviews = useLocation().hash === '#reviews';
  const hydrated = useHydrated();
  useCampaignTurn();
  const buy = () => void add({ productId, nameZh, quantity });
  return (
    <>
      <div className="page pt-4">
        <Breadcrumb crumbs={[{ label: '首頁', to: '/' }, { label: '系列商品', to: '/product' }, { label: nameZh }]} />
        <div className="detail-head mt-2">
          <div className="detail-look">
            <Gallery
              images={images}
              name={nameZh}
              corner={<WishPlace productId={productId} nameZh={nameZh} className="absolute end-2 top-2 z-10" />}
            />
            {/* Twice, and shown once: below the pictures, or on a phone below the text, in the order of the eye. */}
            {contents && (
              <div className="hidden pt-8 mid:block">
                <StaticPart html={contents} />
              </div>
            )}
          </div>
          <div className="detail-buy">
            <div>
              <div className="detail-title">
                {number && (
                  <p className="detail-no">
                    <span>
                      <span className="sr-only">使用順序 </span>
                      {number}
                    </span>
                    <span>{STEP_LABELS[step]}</span>
                  </p>
                )}
                <h1 className="detail-name">{nameZh}</h1>
              </div>
              <p lang="en" className="mt-1 text-ink-3">
                <span>{nameEn}</span>
                {sizes.length === 1 && <span className="num whitespace-nowrap"> · {sizes[0]} ml</span>}
              </p>
              <p className="mt-2">{subTitle}</p>
              {reviews.totals.count > 0 && (
                <Link
                  to={`/comments/product/${slug}`}
                  className="num inline-flex min-h-11 items-center gap-2 text-sm text-ink-2 hover:underline"
                >
                  <Stars value={reviews.totals.average} className="text-base" />
                  {reviews.totals.average.toFixed(2)}（{reviews.totals.count} 則評價）
                </Link>
              )}
            </div>
            <div>
              <BuyBox
                product={product}
                price={price}
                quantity={quantity}
                onQuantity={setQuantity}
                onAdd={buy}
                busy={busy}
                mainButton={mainButton}
              />
              <StaticPart html={assured} />
            </div>
            <div className="measure text-ink-2">
              <StaticPart html={summary} />
            </div>
            {contents && (
              <div className="pt-2 mid:hidden">
                <StaticPart html={contents} />
              </div>
            )}
            <StaticPart html={folds} />
            <div className="pt-4 mid:pt-3">
              <StaticPart html={campaigns} />
            </div>
          </div>
        </div>
        <div className="pt-18 desk:pt-28">
          <DetailTabs
            detail={detail}
            shipping={shipping}
            start={Object.keys(filters).length > 0 || (hydrated && isAtReviews) ? 'comment' : undefined}
            comments={<ReviewsBlock answer={reviews} filters={filters} path={`/product/${encodeURIComponent(slug)}`} />}
          />
        </div>
      </div>
      <StaticPart html={bands} />
      <Flow flow={product.flow} />
      <StaticPart html={reading} />
      {related.length > 0 && (
        <Section title={headings.related}>
          <ProductGrid products={related} still={still} />
        </Section>
      )}
      {available && <StickyBar product={product} price={price} quantity={quantity} busy={busy} onAdd={buy} mainButton={mainButton} />}
    </>
  );
}
