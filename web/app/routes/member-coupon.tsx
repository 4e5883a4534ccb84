import { CouponsPage } from '../features/account/coupons.tsx';
import { MemberLoading } from '../features/account/member-frame.tsx';
import { LoadedPage } from '../features/account/member-page.tsx';
import { headings } from '../features/account/messages.ts';
import { needMember } from '../features/account/need-member.ts';
import { loadPromotions } from '../features/account/use-promotions.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import type { Route } from './+types/member-coupon';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const member = await needMember(request);
  if (!member.ok) return member;
  return loadPromotions();
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), { title: headings.coupons, description: headings.coupons, path: '/member/coupon', noIndex: true });
}

export const HydrateFallback = () => <MemberLoading title={headings.coupons} />;

export default function MemberCoupon({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage title={headings.coupons} loaded={loaderData}>
      {(first) => <CouponsPage key={first.own.position} first={first} />}
    </LoadedPage>
  );
}
