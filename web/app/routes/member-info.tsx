import { useRevalidator, useSearchParams } from 'react-router-dom';
import { InfoPage } from '../features/account/info-page.tsx';
import { MemberFrame, MemberLoading } from '../features/account/member-frame.tsx';
import { headings } from '../features/account/messages.ts';
import { needMember } from '../features/account/need-member.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { useMember } from '../lib/stores/member.ts';
import { RetryPanel } from '../ui/retry-panel.tsx';
import type { Route } from './+types/member-info';

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => needMember(request);

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), { title: headings.info, description: headings.info, path: '/member/info', noIndex: true });
}

export const HydrateFallback = () => <MemberLoading title={headings.info} />;

export default function MemberInfo({ loaderData }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const linkState = useSearchParams()[0].get('state');
  const member = useMember((session) => session.member) ?? (loaderData.ok ? loaderData.member : undefined);
  return (
    <MemberFrame title={headings.info}>
      {member ? (
        <InfoPage key={member.user_uid} member={member} linkState={linkState} />
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
