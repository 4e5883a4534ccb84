import { type CareStep, ProductListAnswer, UsageGuideAnswer } from '@nordhaut/contracts';
import { GuideProduct, type GuideView } from '../features/guide/guide-entry.tsx';
import { QuickList, SideNav } from '../features/guide/guide-nav.tsx';
import { headings, RULE } from '../features/guide/messages.ts';
import { load } from '../lib/load.ts';
import { breadcrumbLd, pageMeta, rootData } from '../lib/seo.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { Picture } from '../ui/picture.tsx';
import type { Route } from './+types/product-instruction';

/** Groups in the order of use. */
const GROUPS: readonly CareStep[] = ['cleanse', 'hydrate', 'func', 'lock', 'hand'];

export async function loader({ context }: Route.LoaderArgs) {
  const [{ products: guide }, { products }] = await Promise.all([
    load(context, UsageGuideAnswer, '/api/content/usage-guide'),
    load(context, ProductListAnswer, '/api/products'),
  ]);
  const entries: GuideView[] = guide.flatMap((entry) => {
    const product = products.find(({ productId }) => productId === entry.productId);
    return product ? [{ ...entry, product }] : [];
  });
  return { groups: GROUPS.map((step) => ({ step, list: entries.filter(({ category }) => category === step) })) };
}

export function meta({ matches }: Route.MetaArgs) {
  const root = rootData(matches);
  return pageMeta(root, {
    title: headings.guide,
    description: '01 到 08 號每一瓶怎麼用：用量、手法、夏天與冬天、白天與晚上，依膚質分開說明。',
    path: '/product-instruction',
    share: 'guide',
    jsonLd: [
      breadcrumbLd(root?.publicUrl ?? '', [
        ['首頁', '/'],
        [headings.guide, '/product-instruction'],
      ]),
    ],
  });
}

export default function ProductInstruction({ loaderData: { groups } }: Route.ComponentProps) {
  const inOrder = groups.flatMap(({ list }) => list);
  return (
    <>
      <div className="ground-flat tone-hydrate">
        <div className="page grid gap-4 pt-4 desk:grid-cols-[2fr_3fr] desk:items-end desk:gap-8">
          <div className="desk:pb-24">
            <Breadcrumb crumbs={[{ label: '首頁', to: '/' }, { label: headings.guide }]} />
            <h1 className="mt-4 text-h1 desk:mt-14">{headings.guide}</h1>
            <h2 className="mt-6 text-h3">{headings.rule}</h2>
            <p className="mt-2 max-w-[26em] text-ink-2">{RULE}</p>
          </div>
          <Picture
            image="range-cutout"
            alt="01 到 08 號商品排成一列"
            ratio={[16, 9]}
            sizes="(min-width: 56.25rem) 44rem, 100vw"
            priority
            className="h-auto w-full"
          />
        </div>
      </div>
      <div className="page desk:grid desk:grid-cols-[13rem_minmax(0,1fr)] desk:gap-14 desk:pt-16">
        <SideNav entries={inOrder} />
        <div className="min-w-0">
          <QuickList entries={inOrder} />
          {groups.map(({ step, list }) => (
            <div key={step} className="pt-10 desk:pt-0 desk:pb-10">
              <h2 className="mb-6 text-h2">{headings[step]}</h2>
              {list.map((entry) => (
                <GuideProduct key={entry.productId} entry={entry} />
              ))}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
