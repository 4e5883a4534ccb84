import { accountMessages } from '@nordhaut/contracts';
import { Link, useSearchParams } from 'react-router-dom';
import { AccountFrame, FormAlert } from '../features/account/account-frame.tsx';
import { headings } from '../features/account/messages.ts';
import { NewPasswordForm } from '../features/account/new-password-form.tsx';
import { ResetForm } from '../features/account/reset-form.tsx';
import { pageMeta, rootData } from '../lib/seo.ts';
import type { Route } from './+types/new-password';

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), { title: '重設密碼', description: '重新設定會員密碼。', path: '/new-password', noIndex: true });
}

/**
 * Without a query the form that asks for a link. The server takes the token of a link into a cookie and leads to
 * `?step=set`, or to `?state=404` where the link has ended.
 */
export default function NewPassword() {
  const [search] = useSearchParams();
  if (search.get('step') === 'set')
    return (
      <AccountFrame
        title={headings.newPassword}
        intro="設定完成後，所有裝置都會登出，LINE 與 Facebook 的連結也會解除，請以新密碼重新登入。"
      >
        <NewPasswordForm />
      </AccountFrame>
    );
  return (
    <AccountFrame title={headings.forgot} intro="請輸入您註冊時使用的電子郵件，我們會將重設密碼的連結寄給您。連結一小時內有效。">
      <FormAlert message={search.get('state') === null ? undefined : accountMessages.resetLinkInvalid} />
      <ResetForm />
      <p className="border-t border-line pt-4">
        <Link to="/login" className="link inline-flex min-h-11 items-center">
          回會員登入
        </Link>
      </p>
    </AccountFrame>
  );
}
