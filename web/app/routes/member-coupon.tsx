import { MemberCoupons, MemberVouchers } from '@nordhaut/contracts';
import { CouponsPage } from '../features/account/coupons.tsx';
import { MemberLoading } from '../features/account/member-frame.tsx';
import { LoadedPage } from '../features/account/member-page.tsx';
import { headings } from '../features/account/messages.ts';
import { needMember } from '../features/account/need-member.ts';
import { call } from '../lib/api.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import type { Route } from './+types/member-coupon';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const member = await needMember(request);
  if (!member.ok) return member;
  const [own, credit] = await Promise.all([call(MemberCoupons, '/api/member/coupons'), call(MemberVouchers, '/api/member/vouchers')]);
  if (!own.ok) return own;
  return credit.ok ? { ok: true as const, own: own.data, credit: credit.data } : credit;
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), { title: headings.coupons, description: headings.coupons, path: '/member/coupon', noIndex: true });
}

export const HydrateFallback = () => <MemberLoading title={headings.coupons} />;

export default function MemberCoupon({ loaderData }: Route.ComponentProps) {
  return (
    <LoadedPage title={headings.coupons} loaded={loaderData}>
      {({ own, credit }) => <CouponsPage own={own} credit={credit} />}
    </LoadedPage>
  );
}
