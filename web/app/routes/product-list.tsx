import { CampaignListAnswer, ProductListAnswer } from '@nordhaut/contracts';
import { useEffect, useRef } from 'react';
import { listHtml } from '../features/catalogue/list-parts.tsx';
import { FilterLinks } from '../features/catalogue/filter-links.tsx';
import { ABOUT_FEATURE } from '../features/catalogue/feature-texts.ts';
import { featureOf, featurePath } from '../features/catalogue/features.ts';
import { Guarantee } from '../features/catalogue/guarantee.tsx';
import { headings } from '../features/catalogue/messages.ts';
import { ProductGrid } from '../features/catalogue/product-tile.tsx';
import { StaticPart } from '../features/catalogue/static-part.tsx';
import { Section } from '../features/catalogue/section.tsx';
import { announce } from '../lib/announce.ts';
import { load } from '../lib/load.ts';
import { breadcrumbLd, pageMeta, rootData } from '../lib/seo.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { LinkButton } from '../ui/button.tsx';
import type { Route } from './+types/product-list';

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = featureOf(new URL(request.url).searchParams.get('feature'));
  const feature = asked && { ...asked, about: ABOUT_FEATURE[asked.key] };
  const [{ products }, { events }] = await Promise.all([
    load(context, ProductListAnswer, `/api/products${feature ? `?feature=${feature.key}` : ''}`),
    load(context, CampaignListAnswer, '/api/content/events?filter=active'),
  ]);
  return { products, feature, ...listHtml(events.filter(({ state }) => state === 'active')) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = rootData(matches);
  const feature = loaderData?.feature;
  return pageMeta(root, {
    title: feature ? `適合「${feature.label}」的商品` : '系列商品',
    description: feature
      ? `${feature.about}Nordhaut 德國保養，依膚況選購。`
      : '德國製造、空運來台的臉部與手部保養。01 到 08 號，由小到大依序使用；滿千免運，七天鑑賞期。',
    path: feature ? featurePath(feature.key) : '/product',
    jsonLd: [
      breadcrumbLd(root?.publicUrl ?? '', [
        ['首頁', '/'],
        ['系列商品', '/product'],
      ]),
    ],
  });
}

export default function ProductList({ loaderData: { products, feature, campaigns, founding } }: Route.ComponentProps) {
  const before = useRef(feature?.key);
  useEffect(() => {
    if (before.current === feature?.key) return;
    before.current = feature?.key;
    announce(feature ? `${feature.label}，共 ${products.length} 項商品` : `全部商品，共 ${products.length} 項`);
  }, [feature, products.length]);

  const hot = products.filter(({ isHotSale }) => isHotSale);
  const sets = products.filter(({ type }) => type === 'SET');
  const singles = products.filter(({ type }) => type === 'PRODUCT');
  return (
    <>
      <div className="page pt-4">
        <Breadcrumb
          crumbs={
            feature
              ? [{ label: '首頁', to: '/' }, { label: '系列商品', to: '/product' }, { label: feature.label }]
              : [{ label: '首頁', to: '/' }, { label: '系列商品' }]
          }
        />
        <h1 className="mt-2 text-h1">{feature ? `適合「${feature.label}」` : headings.list}</h1>
        <p className="measure mt-3 mb-6 text-ink-2">
          {feature ? feature.about : '每瓶一個號碼。先選出需要的幾瓶，再由小號到大號依序使用。'}
        </p>
        <FilterLinks active={feature?.key} />
      </div>
      {feature ? (
        <section aria-labelledby="found" className="page pt-10">
          <h2 id="found" className="num mb-6 font-sans text-sm font-normal text-ink-3">
            共 {products.length} 項商品
          </h2>
          {products.length > 0 ? <ProductGrid products={products} priority={4} /> : <Nothing />}
        </section>
      ) : (
        <>
          {hot.length > 0 && (
            <Section title={headings.hot} className="pt-10! desk:pt-14!">
              <ProductGrid products={hot} priority={2} />
            </Section>
          )}
          <StaticPart html={campaigns} />
          <Section title={headings.all}>
            <ProductGrid products={singles} />
          </Section>
          {sets.length > 0 && (
            <Section title={headings.sets} intro="同時需要的幾瓶裝成一盒，比單買划算。">
              <ProductGrid products={sets} />
            </Section>
          )}
        </>
      )}
      <Guarantee />
      <StaticPart html={founding} />
    </>
  );
}

function Nothing() {
  return (
    <div className="grid justify-items-start gap-4 rounded-3 border border-line bg-surface p-8">
      <p>這個分類目前沒有商品。</p>
      <LinkButton to="/product" look="line">
        看看全部商品
      </LinkButton>
    </div>
  );
}
