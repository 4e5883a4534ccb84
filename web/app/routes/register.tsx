import { accountMessages, PendingRegistration } from '@nordhaut/contracts';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { AccountFrame, FormAlert, SignedInToHome } from '../features/account/account-frame.tsx';
import { failureOf, headings, messages } from '../features/account/messages.ts';
import { RegisterForm } from '../features/account/register-form.tsx';
import { Or, SocialButtons } from '../features/account/social-buttons.tsx';
import { call } from '../lib/api.ts';
import { redirectPath, signInPath } from '../lib/redirect-path.ts';
import { pageMeta, rootData } from '../lib/seo.ts';
import { isMarkedSignedIn } from '../lib/stores/member.ts';
import { useCameSignedIn } from '../features/account/use-came-signed-in.ts';
import { Loading } from '../ui/skeleton.tsx';
import type { Route } from './+types/register';
import { SIGN_IN, signInState } from '../features/account/sign-in-state.ts';

type Pending = { pending?: PendingRegistration; problem?: string };

/** The profile that LINE or Facebook gave, kept on the server. `cus` of the address is ignored (decisions.md 91). */
export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Pending> {
  const { searchParams } = new URL(request.url);
  const state = searchParams.get('state');
  const login = searchParams.get('login');
  if (login === null) return {};
  const failure = signInState(state) === SIGN_IN.newUser ? undefined : failureOf(login, state);
  if (failure) return { problem: failure };
  const result = await call(PendingRegistration, '/api/register/pending');
  if (result.ok) return { pending: result.data };
  return state === null ? {} : { problem: result.status === 404 ? messages.pendingEnded : result.message };
}

export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) => currentUrl.search !== nextUrl.search;

/** An address with an e-mail or a sign-in at a provider is one person's. */
export function meta({ matches, location }: Route.MetaArgs) {
  return pageMeta(rootData(matches), {
    title: headings.register,
    description: '註冊成為會員，享會員價與訂單查詢。',
    path: '/register',
    noIndex: /[?&](email|login)=/.test(location.search),
  });
}

export function HydrateFallback() {
  return (
    <AccountFrame title={headings.register}>
      <Loading lines={8} />
    </AccountFrame>
  );
}

export default function Register({ loaderData: { pending, problem } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const cameSignedIn = useCameSignedIn();
  const asked = search.get('redirect');
  const target = redirectPath(asked) ?? '/';

  if (cameSignedIn)
    return (
      <AccountFrame title={headings.register}>
        <SignedInToHome message={accountMessages.registerSignedIn} />
      </AccountFrame>
    );
  const by = pending?.method === 'line' ? 'LINE' : 'Facebook';
  return (
    <AccountFrame
      title={pending ? headings.complete : headings.register}
      intro={
        pending
          ? `${pending.displayName ? `${pending.displayName}，您好。` : ''}請填寫以下資料，以 ${by} 帳號完成註冊。`
          : '註冊成為會員，即可享會員價、查看訂單並收藏喜歡的商品。'
      }
    >
      <FormAlert message={problem} />
      <div className="grid gap-6">
        <RegisterForm
          key={pending?.method ?? 'email'}
          email={search.get('email') ?? ''}
          pending={pending}
          // The repeated answer of a newcomer has no session (infra/decisions/018).
          onRegistered={() => void navigate(isMarkedSignedIn() ? target : signInPath(target), { replace: true })}
        />
        {!pending && (
          <>
            <Or />
            <SocialButtons verb="註冊" redirect={target} />
          </>
        )}
      </div>
      <p className="border-t border-line pt-4 text-ink-2">
        已經是會員？
        <Link
          to={`/login${asked ? `?redirect=${encodeURIComponent(asked)}` : ''}`}
          className="link inline-flex min-h-11 min-w-11 items-center justify-center px-1"
        >
          登入
        </Link>
      </p>
    </AccountFrame>
  );
}
