import { type GroupProject, GroupProjectAnswer } from '@nordhaut/contracts';
import { Suspense, useEffect, useState } from 'react';
import { replace, useRevalidator, useSearchParams } from 'react-router-dom';
import { GroupHero } from '../features/group/group-hero.tsx';
import { GroupProducts } from '../features/group/group-products.tsx';
import { GroupResult } from '../features/group/group-result.tsx';
import { useTurn } from '../features/group/use-turn.ts';
import { useHydrated } from '../lib/browser.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { load } from '../lib/load.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { useClosedNotice } from '../lib/shop.ts';
import { useMember } from '../lib/stores/member.ts';
import { Clauses } from '../ui/clauses.tsx';
import type { Route } from './+types/group';

/** The content needs none of it at once: the cart is known in the browser only. */
const GroupOrder = lazyPart(() => import('../features/group/group-order.tsx').then((module) => module.GroupOrder));

/** spec/3-purchase-flow §2: an unknown address is replaced by /404. */
export const loader = ({ context, params: { address } }: Route.LoaderArgs) =>
  load(context, GroupProjectAnswer, `/api/group-projects/${encodeURIComponent(address)}`, () => replace('/404'));

/** The page is for the group that knows its address. */
export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { name, address, productNames } = loaderData.project;
  return pageMeta(rootData(matches), { title: name, description: productNames.join('、'), path: `/group/${address}`, noIndex: true });
}

/** The server renders the page for everybody. What support took away from a member is taken out here (decisions.md 26). */
function useOwnProject(project: GroupProject): GroupProject {
  const muted = useMember(({ member }) => member?.mutedProducts);
  if (!muted?.length || project.state !== 'OPEN') return project;
  const products = project.products.filter(({ productId }) => !muted.includes(productId));
  return { ...project, products, productNames: products.map(({ nameZh }) => nameZh) };
}

export default function Group({ loaderData }: Route.ComponentProps) {
  const project = useOwnProject(loaderData.project);
  const { revalidate } = useRevalidator();
  const [search, setSearch] = useSearchParams();
  const [placed, setPlaced] = useState<{ address: string; orderNo: string }>();
  const [isBack] = useState(search.get('fromcvs') === '1');
  const hydrated = useHydrated();
  const closed = useClosedNotice();
  useTurn(project.turnsIn, () => void revalidate());

  useEffect(() => {
    if (search.has('fromcvs')) setSearch({}, { replace: true, preventScrollReset: true });
  }, [search, setSearch]);

  if (placed?.address === project.address) return <GroupResult orderNo={placed.orderNo} />;
  return (
    <div className="page pt-4">
      <GroupHero project={project} />
      {project.state === 'OPEN' && (
        <>
          {closed && (
            <p className="num measure mt-6 font-semibold">
              <Clauses of={closed} />
            </p>
          )}
          <GroupProducts products={project.products} />
          <Suspense fallback={<div className="min-h-[60rem]" />}>
            {hydrated ? (
              <GroupOrder
                key={project.address}
                project={project}
                isBack={isBack}
                onPlaced={(orderNo) => setPlaced({ address: project.address, orderNo })}
                onStale={() => void revalidate()}
              />
            ) : (
              <noscript>
                <p className="pt-12">選購商品需要啟用 JavaScript。</p>
              </noscript>
            )}
          </Suspense>
        </>
      )}
    </div>
  );
}
