import { useSearchParams } from 'react-router-dom';
import { FollowPage } from '../features/account/follow.tsx';
import { MemberLoading } from '../features/account/member-frame.tsx';
import { MemberPage } from '../features/account/member-page.tsx';
import { headings, linkFailureOf } from '../features/account/messages.ts';
import { needMember } from '../features/account/need-member.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import type { Route } from './+types/member-follow';

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => needMember(request);

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), { title: headings.follow, description: headings.follow, path: '/member/follow', noIndex: true });
}

export const HydrateFallback = () => <MemberLoading title={headings.follow} />;

export default function MemberFollow({ loaderData }: Route.ComponentProps) {
  const failure = linkFailureOf(useSearchParams()[0]);
  return (
    <MemberPage title={headings.follow} loaded={loaderData}>
      {(member) => <FollowPage member={member} failure={failure} />}
    </MemberPage>
  );
}
