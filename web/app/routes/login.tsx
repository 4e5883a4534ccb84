import { accountMessages } from '@nordhaut/contracts';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { AccountFrame, AlreadySignedIn, FormAlert } from '../features/account/account-frame.tsx';
import { LoginForm } from '../features/account/login-form.tsx';
import { failureOf, headings, messages } from '../features/account/messages.ts';
import { lineStartPath, Or, SocialButtons } from '../features/account/social-buttons.tsx';
import { redirectPath } from '../lib/redirect-path.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { useCameSignedIn } from '../features/account/use-came-signed-in.ts';
import { LinkButton } from '../ui/button.tsx';
import type { Route } from './+types/login';

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(rootData(matches), {
    title: headings.login,
    description: '登入會員，查看訂單、優惠券與願望清單。',
    path: '/login',
    noIndex: true,
  });
}

export default function Login() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const cameSignedIn = useCameSignedIn();
  const asked = redirectPath(search.get('redirect'));
  const target = asked ?? '/member/order';
  const problem = failureOf(search.get('login'), search.get('state'));
  const lineFailed = problem === messages.lineFailed;
  const query = search.get('redirect') ? `?redirect=${encodeURIComponent(search.get('redirect') ?? '')}` : '';

  if (cameSignedIn)
    return (
      <AccountFrame title={headings.login}>
        <FormAlert message={problem} />
        <AlreadySignedIn message={accountMessages.alreadySignedIn} to={target} toText={asked ? '繼續' : '前往會員中心'} />
      </AccountFrame>
    );
  return (
    <AccountFrame
      title={headings.login}
      intro={asked ? '請先登入會員，登入後會回到您剛才的頁面。' : '登入後可查看訂單、優惠券與願望清單。'}
    >
      <FormAlert message={problem} />
      <div className="grid gap-6">
        <LoginForm onSignedIn={() => void navigate(target, { replace: true })} />
        <Or />
        <SocialButtons verb="登入" redirect={target} failed={lineFailed} />
      </div>
      <section aria-labelledby="no-account" className="grid gap-3 border-t border-line pt-6">
        <h2 id="no-account" className="text-h3">
          {headings.noAccount}
        </h2>
        <LinkButton to={`/register${query}`} look="line">
          註冊會員
        </LinkButton>
        <a href={lineStartPath(target, lineFailed)} className="btn btn-line-green">
          以 LINE 註冊
        </a>
        <p className="text-sm text-ink-2">
          登入即表示您同意我們依
          <Link to="/privacy" className="link">
            隱私權政策
          </Link>
          處理您的資料。
        </p>
      </section>
    </AccountFrame>
  );
}
