import { useRevalidator, useSearchParams } from 'react-router-dom';
import { FollowPage } from '../features/account/follow.tsx';
import { MemberFrame, MemberLoading } from '../features/account/member-frame.tsx';
import { headings } from '../features/account/messages.ts';
import { needMember } from '../features/account/need-member.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { useMember } from '../lib/stores/member.ts';
import { RetryPanel } from '../ui/retry-panel.tsx';
import type { Route } from './+types/member-follow';

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => needMember(request);

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), { title: headings.follow, description: headings.follow, path: '/member/follow', noIndex: true });
}

export const HydrateFallback = () => <MemberLoading title={headings.follow} />;

export default function MemberFollow({ loaderData }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const failed = useSearchParams()[0].get('state');
  const member = useMember((session) => session.member) ?? (loaderData.ok ? loaderData.member : undefined);
  return (
    <MemberFrame title={headings.follow}>
      {member ? (
        <FollowPage member={member} state={failed} />
      ) : (
        <RetryPanel
          message={loaderData.ok ? '' : loaderData.message}
          offline={!loaderData.ok && loaderData.code === 'OFFLINE'}
          busy={state === 'loading'}
          onRetry={() => void revalidate()}
        />
      )}
    </MemberFrame>
  );
}
