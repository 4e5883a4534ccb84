import { useRevalidator } from 'react-router-dom';
import { CouponsPage } from '../features/account/coupons.tsx';
import { MemberFrame, MemberLoading } from '../features/account/member-frame.tsx';
import { headings } from '../features/account/messages.ts';
import { needMember } from '../features/account/need-member.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { RetryPanel } from '../ui/retry-panel.tsx';
import type { Route } from './+types/member-coupon';

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => needMember(request);

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), { title: headings.coupons, description: headings.coupons, path: '/member/coupon', noIndex: true });
}

export const HydrateFallback = () => <MemberLoading title={headings.coupons} />;

export default function MemberCoupon({ loaderData }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  return (
    <MemberFrame title={headings.coupons}>
      {loaderData.ok ? (
        <CouponsPage />
      ) : (
        <RetryPanel
          message={loaderData.message}
          offline={loaderData.code === 'OFFLINE'}
          busy={state === 'loading'}
          onRetry={() => void revalidate()}
        />
      )}
    </MemberFrame>
  );
}
