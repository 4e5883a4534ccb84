import { accountMessages, StateAnswer } from '@nordhaut/contracts';
import { CircleCheck } from 'lucide';
import { useEffect } from 'react';
import { useRevalidator } from 'react-router-dom';
import { AccountFrame, FormAlert } from '../features/account/account-frame.tsx';
import { headings, messages } from '../features/account/messages.ts';
import { loadMember } from '../features/account/session.ts';
import { call } from '../lib/api.ts';
import { signInPath } from '../lib/redirect-path.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { isMarkedSignedIn } from '../lib/stores/member.ts';
import { LinkButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { RetryPanel } from '../ui/retry-panel.tsx';
import { Loading } from '../ui/skeleton.tsx';
import type { Route } from './+types/confirm-email';

/** The token of the mail's link is in a cookie that scripts cannot read, so the page only has to ask. */
export const clientLoader = () => call(StateAnswer, '/api/member/confirm', { method: 'POST', body: {} });

export const shouldRevalidate = () => true;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), { title: headings.confirm, description: headings.confirm, path: '/confirm-email', noIndex: true });
}

export const HydrateFallback = () => (
  <AccountFrame title={headings.confirm}>
    <Loading />
  </AccountFrame>
);

export default function ConfirmEmail({ loaderData }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const asksToSignIn = !loaderData.ok && loaderData.code === 'CONFIRM_SIGN_IN';
  const confirmed = loaderData.ok && loaderData.data.state === 200;
  useEffect(() => {
    if (confirmed && isMarkedSignedIn()) void loadMember();
  }, [confirmed]);
  return (
    <AccountFrame title={headings.confirm}>
      {confirmed && (
        <div role="status" className="flex gap-3 rounded-3 border border-line bg-surface p-5">
          <Icon of={CircleCheck} size={24} className="mt-0.5 shrink-0 text-ok" />
          <p>
            <strong className="block">{messages.confirmed}</strong>
            <span className="text-ink-2">先前以這個電子郵件訂購的訂單，會顯示在您的訂單中。</span>
          </p>
        </div>
      )}
      {!confirmed &&
        (!loaderData.ok && loaderData.retryable ? (
          <RetryPanel
            message={loaderData.message}
            offline={loaderData.code === 'OFFLINE'}
            busy={state === 'loading'}
            onRetry={() => void revalidate()}
          />
        ) : (
          <FormAlert message={asksToSignIn ? accountMessages.confirmSignIn : accountMessages.confirmLinkInvalid} />
        ))}
      {asksToSignIn ? (
        <>
          <p className="text-ink-2">如果這個帳號不是您註冊的，請不要登入，也不需要做任何事。</p>
          <LinkButton to={signInPath('/confirm-email')} className="justify-self-start">
            登入並確認
          </LinkButton>
        </>
      ) : (
        <LinkButton
          to={confirmed ? '/member/order' : '/member/info'}
          {...(!confirmed && { look: 'line' as const })}
          className="justify-self-start"
        >
          {confirmed ? '查看我的訂單' : '前往會員資料'}
        </LinkButton>
      )}
    </AccountFrame>
  );
}
