import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { accountMessages } from '@nordhaut/contracts';
import { toast } from '../../lib/stores/toasts.ts';
import { signInWithFacebook } from './facebook.ts';
import { failureOf, messages } from './messages.ts';
import { enterAccount } from './session.ts';
import { SIGN_IN } from './sign-in-state.ts';

type Props = {
  /** 登入 or 註冊 */
  verb: '登入' | '註冊';
  /** the own page to open afterwards */
  redirect: string;
  /** called instead of opening `redirect` */
  onSignedIn?: () => void;
  /** as of `lineStartPath` */
  failed?: boolean;
};

/** @param failed the last try failed: LINE's app may have come back in another browser, so LINE's page comes instead of it */
export const lineStartPath = (redirect: string, failed = false): string =>
  `/api/line/start?redirect=${encodeURIComponent(redirect)}${failed ? '&app=0' : ''}`;

/** LINE by a link, because the page's policy forbids a form that leaves the shop; Facebook in a window, where there is one. */
export function SocialButtons({ verb, redirect, onSignedIn, failed }: Props) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function facebook(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const outcome = await signInWithFacebook(`/api/facebook/start?redirect=${encodeURIComponent(redirect)}`);
    setBusy(false);
    if (!outcome) return;
    if (outcome.state === 205 || outcome.state === 404) {
      void navigate(`/register?login=fb&state=200&redirect=${encodeURIComponent(redirect)}`);
    } else if (outcome.state === 200) {
      await enterAccount('FACEBOOK');
      toast(accountMessages.signedIn, 'ok');
      if (onSignedIn) onSignedIn();
      else void navigate(redirect, { replace: true });
    } else if (outcome.state === SIGN_IN.failed) {
      // The specification's number of a failure in an address (decisions.md 92), also from the checkout, to whose step it leads back.
      void navigate(`/login?login=fb&state=404&redirect=${encodeURIComponent(redirect)}`);
    } else toast(failureOf('fb', String(outcome.state)) ?? messages.facebookFailed, 'error');
  }
  return (
    <div className="grid gap-3">
      <a href={lineStartPath(redirect, failed)} className="btn btn-line-green">
        以 LINE {verb}
      </a>
      <button type="button" aria-busy={busy || undefined} onClick={() => void facebook()} className="btn btn-facebook">
        {busy ? '等待 Facebook 視窗…' : `以 Facebook ${verb}`}
      </button>
    </div>
  );
}

/** A line with a word in its middle. */
export const Or = () => (
  <div className="flex items-center gap-4 text-sm text-ink-3">
    <span aria-hidden className="h-px grow bg-line" />
    或
    <span aria-hidden className="h-px grow bg-line" />
  </div>
);
