import { accountMessages, StateAnswer } from '@nordhaut/contracts';
import { CircleCheck } from 'lucide';
import { type ReactNode, useEffect } from 'react';
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

/**
 * The token of the mail's link is in a cookie that scripts cannot read, so the page only has to ask. A second
 * use of the link says that the address is confirmed, not that something failed.
 */
export async function clientLoader() {
  const answer = await call(StateAnswer, '/api/member/confirm', { method: 'POST', body: {} });
  const again = !answer.ok && answer.code === 'LINK_INVALID' && isMarkedSignedIn() ? await loadMember() : undefined;
  return { answer, email: again?.ok && again.data.member.emailConfirmed ? again.data.member.user_email : undefined };
}

export const shouldRevalidate = () => true;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), { title: headings.confirm, description: headings.confirm, path: '/confirm-email', noIndex: true });
}

export const HydrateFallback = () => (
  <AccountFrame title={headings.confirm}>
    <Loading />
  </AccountFrame>
);

export default function ConfirmEmail({ loaderData: { answer, email } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  const asksToSignIn = !answer.ok && answer.code === 'CONFIRM_SIGN_IN';
  const confirmed = answer.ok && answer.data.state === 200;
  useEffect(() => {
    if (confirmed && isMarkedSignedIn()) void loadMember();
  }, [confirmed]);
  return (
    <AccountFrame title={headings.confirm}>
      {confirmed ? (
        <Confirmed>先前以這個電子郵件訂購的訂單，會顯示在您的訂單中。</Confirmed>
      ) : email !== undefined ? (
        <Confirmed>您的電子郵件 {email} 先前已確認，這個連結不需要再使用。</Confirmed>
      ) : asksToSignIn ? (
        <p role="status" className="rounded-3 border border-line bg-surface p-5">
          {accountMessages.confirmSignIn}。
        </p>
      ) : !answer.ok && answer.retryable ? (
        <RetryPanel
          message={answer.message}
          offline={answer.code === 'OFFLINE'}
          busy={state === 'loading'}
          onRetry={() => void revalidate()}
        />
      ) : (
        <FormAlert message={accountMessages.confirmLinkInvalid} />
      )}
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

const Confirmed = ({ children }: { children: ReactNode }) => (
  <div role="status" className="flex gap-3 rounded-3 border border-line bg-surface p-5">
    <Icon of={CircleCheck} size={24} className="mt-0.5 shrink-0 text-ok" />
    <p className="min-w-0 [overflow-wrap:anywhere]">
      <strong className="block">{messages.confirmed}</strong>
      <span className="text-ink-2">{children}</span>
    </p>
  </div>
);
