import { useSearchParams } from 'react-router-dom';
import { InfoPage } from '../features/account/info-page.tsx';
import { MemberLoading } from '../features/account/member-frame.tsx';
import { MemberPage } from '../features/account/member-page.tsx';
import { headings, linkFailureOf } from '../features/account/messages.ts';
import { needMember } from '../features/account/need-member.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import type { Route } from './+types/member-info';

/** The form starts with what the server has now: an order may have changed the address. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => needMember(request, true);

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), { title: headings.info, description: headings.info, path: '/member/info', noIndex: true });
}

export const HydrateFallback = () => <MemberLoading title={headings.info} />;

export default function MemberInfo({ loaderData }: Route.ComponentProps) {
  const linkFailure = linkFailureOf(useSearchParams()[0]);
  return (
    <MemberPage title={headings.info} loaded={loaderData}>
      {(member) => <InfoPage key={member.user_uid} member={member} linkFailure={linkFailure} />}
    </MemberPage>
  );
}
