import { useEffect } from 'react';
import { type BlockerFunction, createPath, type Location, useBlocker } from 'react-router-dom';
import { asksServerFirst, isCodeHere, loadRouteCode, onCodeMissing, sayUnreachable } from './route-code.ts';

const isOffline = (path: string): boolean => !navigator.onLine && asksServerFirst(path);

const mustWait: BlockerFunction = ({ currentLocation: now, nextLocation: next }) => {
  if (next.hash !== '' && next.pathname === now.pathname && next.search === now.search) return false;
  return !isCodeHere(next.pathname) || isOffline(next.pathname);
};

/** Whether the page can be gone to now; where not, the reason was said or the browser is on its way to it. */
async function isReady({ pathname, search, hash }: Location): Promise<boolean> {
  try {
    if (!isCodeHere(pathname)) await loadRouteCode(pathname);
  } catch {
    await onCodeMissing(createPath({ pathname, search, hash }));
    return false;
  }
  if (isOffline(pathname)) sayUnreachable();
  return !isOffline(pathname);
}

/** Fetches a page's code when somebody is about to open it. Not by `prefetch` of a link, which does the very reload that the guard is against. */
function preload({ target }: Event): void {
  const link = target instanceof Element && target.closest('a');
  if (!link || link.origin !== location.origin || !navigator.onLine || isCodeHere(link.pathname)) return;
  // What fails here is tried again, and told, when the link is followed.
  loadRouteCode(link.pathname).catch(() => undefined);
}
/** A finger's first touch is one of them too. */
const INTENT = ['pointerover', 'focusin'];

/**
 * Without a network the page that is open stays, and says why a click leads nowhere. The router by itself loads the
 * whole page anew when a route's code cannot be fetched, which leaves the shop for the browser's own error page.
 */
export function RouteGuard() {
  const blocker = useBlocker(mustWait);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let replaced = false;
    void isReady(blocker.location).then((ready) => {
      // Another click came meanwhile, and is waited for instead.
      if (replaced) return;
      if (ready) blocker.proceed();
      else blocker.reset();
    });
    return () => {
      replaced = true;
    };
  }, [blocker]);
  useEffect(() => {
    for (const moment of INTENT) document.addEventListener(moment, preload);
    return () => {
      for (const moment of INTENT) document.removeEventListener(moment, preload);
    };
  }, []);
  if (blocker.state !== 'blocked') return null;
  return (
    <div role="progressbar" aria-label="頁面載入中" className="appear-late fixed inset-x-0 top-0 z-60 h-1 overflow-clip bg-brand-soft">
      <div className="h-full w-1/3 animate-pulse bg-brand" />
    </div>
  );
}
