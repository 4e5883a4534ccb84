import type { Member } from '@nordhaut/contracts';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { ApiFailure } from '../../lib/api.ts';
import { useMember } from '../../lib/stores/member.ts';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { MemberFrame } from './member-frame.tsx';

type Props = { title: string; loaded: { ok: true; member: Member } | ApiFailure; children: (member: Member) => ReactNode };

/** A page of the member's own data, which follows every change; or the reason why it could not be loaded. */
export function MemberPage({ title, loaded, children }: Props) {
  const { revalidate, state } = useRevalidator();
  const known = useMember((session) => session.member);
  const member = known ?? (loaded.ok ? loaded.member : undefined);
  return (
    <MemberFrame title={title}>
      {member && children(member)}
      {!member && !loaded.ok && (
        <RetryPanel
          message={loaded.message}
          offline={loaded.code === 'OFFLINE'}
          busy={state === 'loading'}
          onRetry={() => void revalidate()}
        />
      )}
    </MemberFrame>
  );
}
