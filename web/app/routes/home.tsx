import {
  CATEGORY_NOT_PROMOTED,
  FREE_SHIPPING_FROM,
  LayoutAnswer,
  PostListAnswer,
  ProductListAnswer,
  SkinTypesAnswer,
} from '@nordhaut/contracts';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { shopLd } from '../features/brand/shop-ld.ts';
import { Hero } from '../features/catalogue/hero.tsx';
import { slidePairs } from '../features/catalogue/layout-slide.tsx';
import { readingHtml } from '../features/catalogue/home-reading.tsx';
import { BENEFITS } from '../features/catalogue/home-texts.ts';
import { SellingPoints } from '../features/catalogue/home-parts.tsx';
import { headings } from '../features/catalogue/messages.ts';
import { PROMISES } from '../features/catalogue/promise-texts.ts';
import { StaticPart } from '../features/catalogue/static-part.tsx';
import { ProductGrid } from '../features/catalogue/product-tile.tsx';
import { Section } from '../features/catalogue/section.tsx';
import { stillBeside } from '../features/catalogue/stills.ts';
import { isRemembered } from '../lib/device-memory.ts';
import { load } from '../lib/load.ts';
import { pageMeta, rootData, type StructuredData } from '../lib/seo.ts';
import type { Route } from './+types/home';

/** number of star products (spec/1-catalogue-and-content §2) */
const STARS = 3;

/** articles in the row */
const ARTICLES = 6;

export async function loader({ context }: Route.LoaderArgs) {
  const [{ products }, { posts }, { settings }, { skinTypes }] = await Promise.all([
    load(context, ProductListAnswer, '/api/products'),
    load(context, PostListAnswer, '/api/content/posts'),
    load(context, LayoutAnswer, '/api/content/layout'),
    load(context, SkinTypesAnswer, '/api/content/skin-types'),
  ]);
  const stars = products.filter(({ isHotSale, available, type }) => isHotSale && available && type === 'PRODUCT').slice(0, STARS);
  return {
    // The type of its fields is too deep for the router's.
    ld: shopLd(context.shop, context.publicUrl) as object[],
    freeFrom: FREE_SHIPPING_FROM.HOME,
    popup: settings.HOME_POPUP_SWITCH && settings.HOME_POPUP_INFO?.COOKIE_ID ? settings.HOME_POPUP_INFO : undefined,
    slides: slidePairs(settings['Carousel-Pure-PC'], settings['Carousel-Pure-Mobile']),
    stars,
    still: stillBeside(stars),
    reading: readingHtml({
      products,
      skinTypes,
      promises: PROMISES,
      benefits: BENEFITS,
      posts: posts.filter(({ category }) => category.id !== CATEGORY_NOT_PROMOTED).slice(0, ARTICLES),
    }),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), {
    description: '德國實驗室配方的臉部保養，人體同源與仿生成分。由 01 到 08，照號碼使用；滿千免運，七天鑑賞期。',
    path: '/',
    jsonLd: (loaderData?.ld ?? []) as StructuredData[],
  });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { popup, freeFrom, slides, stars, still, reading } = loaderData;
  const navigate = useNavigate();
  useEffect(() => {
    if (!popup || isRemembered(`popup-${popup.COOKIE_ID}`, '1')) return;
    // A popup whose code cannot be loaded is tried at the next visit.
    import('../features/catalogue/home-popup.ts').then(({ showPopup }) => showPopup(popup, (path) => void navigate(path))).catch(() => {});
  }, [popup, navigate]);
  return (
    <>
      <Hero slides={slides} />
      <SellingPoints freeFrom={freeFrom} />
      <Section
        title={headings.stars}
        aside={
          <Link
            to="/product"
            className="inline-flex min-h-11 items-center text-sm underline decoration-line-strong hover:decoration-current"
          >
            看全部商品
          </Link>
        }
      >
        <ProductGrid products={stars} columns={3} still={still} />
      </Section>
      <StaticPart html={reading} />
    </>
  );
}
