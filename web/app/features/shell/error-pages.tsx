import { lazy, Suspense, useEffect } from 'react';
import { useOnline } from '../../lib/browser.ts';
import { focusHeading } from '../../lib/focus.ts';
import { OFFLINE, UNREACHABLE } from '../../lib/messages.ts';
import { useShop } from '../../lib/shop.ts';
import { toastUnreachable } from '../../lib/unreachable.ts';
import { RetryPanel } from '../../ui/retry-panel.tsx';
import { headings } from './messages.ts';

/** Its code is no part of the other pages. */
const NotFound = lazy(() =>
  import('./not-found-page.tsx').then(
    (module) => ({ default: module.NotFoundPage }),
    () => ({ default: ErrorPage }),
  ),
);

export const NotFoundPage = () => (
  <Suspense fallback={<div className="min-h-dvh" />}>
    <NotFound />
  </Suspense>
);

/** The page of an unexpected error or of a missing connection, with the reason and a retry. */
export function ErrorPage() {
  const online = useOnline();
  const { brand } = useShop();
  useEffect(focusHeading, []);
  return (
    <div className="page max-w-2xl py-16">
      <title>{`頁面暫時無法顯示｜${brand}`}</title>
      <meta name="robots" content="noindex" />
      <h1 className="mb-6 text-h2">{headings.error}</h1>
      <RetryPanel
        title={online ? '無法載入' : '目前離線'}
        offline={!online}
        message={online ? UNREACHABLE : OFFLINE}
        onRetry={() => (navigator.onLine ? location.reload() : toastUnreachable())}
      />
    </div>
  );
}
