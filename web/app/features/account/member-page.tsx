import type { Member } from '@nordhaut/contracts';
import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router-dom';
import type { ApiFailure } from '../../lib/api.ts';
import { useMember } from '../../lib/stores/member.ts';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { MemberFrame } from './member-frame.tsx';

type Props<T> = { title: string; loaded: ({ ok: true } & T) | ApiFailure; children: (loaded: { ok: true } & T) => ReactNode };

/** A page of the member area with its loaded data, or the reason why it could not be loaded. */
export function LoadedPage<T>({ title, loaded, children }: Props<T>) {
  const { revalidate, state } = useRevalidator();
  return (
    <MemberFrame title={title}>
      {loaded.ok ? (
        children(loaded)
      ) : (
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

type MemberProps = Omit<Props<{ member: Member }>, 'children'> & { children: (member: Member) => ReactNode };

/** A page of the member's own data, which follows every change. */
export function MemberPage({ title, loaded, children }: MemberProps) {
  const known = useMember((session) => session.member);
  return (
    <LoadedPage title={title} loaded={known ? { ok: true, member: known } : loaded}>
      {({ member }) => children(member)}
    </LoadedPage>
  );
}
