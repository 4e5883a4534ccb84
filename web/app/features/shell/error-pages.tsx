import { useEffect } from 'react';
import { useOnline } from '../../lib/browser.ts';
import { focusHeading } from '../../lib/focus.ts';
import { OFFLINE, UNREACHABLE } from '../../lib/messages.ts';
import { sayUnreachable } from '../../lib/route-code.ts';
import { LinkButton } from '../../ui/button.tsx';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { NOT_FOUND, headings } from './messages.ts';

/** 404, also the real status of the reply. */
export function NotFoundPage() {
  return (
    <div className="page grid justify-items-center gap-6 py-24 text-center">
      <title>找不到這個頁面｜Nordhaut</title>
      <meta name="robots" content="noindex" />
      <p aria-hidden className="font-serif text-h1 leading-none font-semibold text-line-strong">
        404
      </p>
      <h1 className="text-h2">{headings.notFound}</h1>
      <p lang="en" className="text-ink-2">
        {NOT_FOUND}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <LinkButton to="/">回到首頁</LinkButton>
        <LinkButton to="/product" look="line">
          看看系列商品
        </LinkButton>
      </div>
    </div>
  );
}

/** Something unexpected, or no way to the server: the reason and a way on. */
export function ErrorPage() {
  const online = useOnline();
  useEffect(focusHeading, []);
  return (
    <div className="page max-w-2xl py-16">
      <title>頁面暫時無法顯示｜Nordhaut</title>
      <meta name="robots" content="noindex" />
      <h1 className="mb-6 text-h2">{headings.error}</h1>
      <RetryPanel
        title={online ? '無法載入' : '目前離線'}
        offline={!online}
        message={online ? UNREACHABLE : OFFLINE}
        onRetry={() => (navigator.onLine ? location.reload() : sayUnreachable())}
      />
    </div>
  );
}
