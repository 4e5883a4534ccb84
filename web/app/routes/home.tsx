import { ProductListAnswer } from '@nordhaut/contracts';
import { ABOUT_FEATURE } from '../features/catalogue/feature-texts.ts';
import { Hero } from '../features/catalogue/hero.tsx';
import { FeatureTiles, OrderOfUse, SellingPoints } from '../features/catalogue/home-parts.tsx';
import { headings } from '../features/catalogue/messages.ts';
import { PROMISES } from '../features/catalogue/promise-texts.ts';
import { Promises } from '../features/catalogue/promises.tsx';
import { ProductGrid } from '../features/catalogue/product-tile.tsx';
import { Section } from '../features/catalogue/section.tsx';
import { load } from '../lib/load.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { LinkButton } from '../ui/button.tsx';
import type { Route } from './+types/home';

/** number of star products (spec/1-catalogue-and-content §2) */
const STARS = 3;

export async function loader({ context }: Route.LoaderArgs) {
  const { products } = await load(context, ProductListAnswer, '/api/products');
  const stars = products.filter(({ isHotSale, available, type }) => isHotSale && available && type === 'PRODUCT').slice(0, STARS);
  const trial = stars.find(({ step }) => step === 'func') ?? stars[0];
  const set = products.find(({ type, available }) => type === 'SET' && available);
  return { about: ABOUT_FEATURE, promises: PROMISES, stars, trial, set, numbered: products.filter(({ number }) => number !== null) };
}

export function meta({ matches }: Route.MetaArgs) {
  const root = rootData(matches);
  const { shop, publicUrl } = root ?? { shop: { brand: 'Nordhaut', email: '', phone: '' }, publicUrl: '' };
  return pageMeta(root, {
    description: '德國實驗室配方的臉部保養，人體同源與仿生成分。由 01 到 08，照號碼使用；滿千免運，七天鑑賞期。',
    path: '/',
    image: '/img/product/range-1280.png',
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'Organization',
        name: shop.brand,
        url: `${publicUrl}/`,
        email: shop.email,
        telephone: shop.phone,
      },
    ],
  });
}

export default function Home({ loaderData: { about, promises, stars, trial, set, numbered } }: Route.ComponentProps) {
  return (
    <>
      <Hero trial={trial} set={set} />
      <SellingPoints />
      <Section title={headings.stars}>
        <ProductGrid products={stars} columns={3} />
        <p className="mt-10 text-center">
          <LinkButton to="/product" look="line">
            看全部商品
          </LinkButton>
        </p>
      </Section>
      <OrderOfUse products={numbered} />
      <FeatureTiles about={about} />
      <Promises promises={promises} />
    </>
  );
}
