import { CampaignListAnswer, ProductDetailAnswer, ProductListAnswer } from '@nordhaut/contracts';
import { useEffect, useRef } from 'react';
import { data } from 'react-router-dom';
import { listParts } from '../features/catalogue/list-parts.tsx';
import { FilterLinks } from '../features/catalogue/filter-links.tsx';
import { ABOUT_FEATURE } from '../features/catalogue/feature-texts.ts';
import { featureOf, featurePath } from '../features/catalogue/features.ts';
import { headings } from '../features/catalogue/messages.ts';
import { ProductGrid } from '../features/catalogue/product-tile.tsx';
import { StaticPart } from '../features/catalogue/static-part.tsx';
import { useCampaignTurn } from '../features/reading/campaign-turn.ts';
import { announce } from '../lib/announce.ts';
import { load } from '../lib/load.ts';
import { breadcrumbLd, pageMeta, rootData } from '../lib/seo.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import type { Route } from './+types/product-list';

export async function loader({ context, request }: Route.LoaderArgs) {
  const name = new URL(request.url).searchParams.get('feature');
  const asked = featureOf(name);
  // A filter that does not exist is no page, rather than the whole list under another address.
  if (name && !asked) throw data(null, { status: 404 });
  const feature = asked && { ...asked, about: ABOUT_FEATURE[asked.key] };
  const [{ products }, { events }] = await Promise.all([
    load(context, ProductListAnswer, `/api/products${feature ? `?feature=${feature.key}` : ''}`),
    load(context, CampaignListAnswer, '/api/content/events?filter=active'),
  ]);
  const [first] = products;
  // A product that is not on sale has no page.
  const only =
    feature && first?.available && products.length === 1
      ? (await load(context, ProductDetailAnswer, `/api/products/${encodeURIComponent(first.slug)}`)).product
      : undefined;
  const active = events.filter(({ state }) => state === 'active');
  return { count: products.length, feature, ...listParts({ products, events: active, isFiltered: feature !== undefined, only }) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const root = rootData(matches);
  const feature = loaderData?.feature;
  return pageMeta(root, {
    title: feature ? `適合「${feature.label}」的商品` : '系列商品',
    description: feature
      ? `${feature.about}德國保養，依膚況選購。`
      : '德國製造、空運來台的臉部與手部保養。01 到 08 號，由小到大依序使用；滿千免運，七天鑑賞期。',
    path: feature ? featurePath(feature.key) : '/product',
    share: 'list',
    jsonLd: [
      breadcrumbLd(root?.publicUrl ?? '', [
        ['首頁', '/'],
        ['系列商品', '/product'],
      ]),
    ],
  });
}

export default function ProductList({ loaderData: { count, feature, groups, rest } }: Route.ComponentProps) {
  useCampaignTurn();
  const before = useRef(feature?.key);
  useEffect(() => {
    if (before.current === feature?.key) return;
    before.current = feature?.key;
    announce(feature ? `${feature.label}，共 ${count} 項商品` : `全部商品，共 ${count} 項`);
  }, [feature, count]);

  return (
    <>
      <div className="page pt-2 desk:pt-4">
        <Breadcrumb
          crumbs={
            feature
              ? [{ label: '首頁', to: '/' }, { label: '系列商品', to: '/product' }, { label: feature.label }]
              : [{ label: '首頁', to: '/' }, { label: '系列商品' }]
          }
        />
        <h1 className="text-h1">{feature ? `適合「${feature.label}」` : headings.list}</h1>
        <p className={`measure my-2 text-ink-2 desk:my-3 ${feature ? '' : 'hidden mid:block'}`}>
          {feature ? feature.about : '每瓶一個號碼。先選出需要的幾瓶，再由小號到大號依序使用。'}
        </p>
        <FilterLinks active={feature?.key} />
      </div>
      {groups.map(({ key, head, products, still }, place) => (
        <section key={key} aria-labelledby={key} className="page care">
          <StaticPart html={head} />
          <ProductGrid products={products} still={still} priority={place === 0 ? 2 : 0} />
        </section>
      ))}
      <StaticPart html={rest} />
    </>
  );
}
