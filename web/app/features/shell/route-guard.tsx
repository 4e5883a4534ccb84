import { type ContextType, use, useEffect, useEffectEvent } from 'react';
import { createPath, type Location, matchRoutes, UNSAFE_FrameworkContext, useBlocker, useNavigation } from 'react-router-dom';
import { onCodeMissing, toastUnreachable } from '../../lib/unreachable.ts';

/**
 * The router's manifest. This is the only private part of the router in use: no public interface lists the files of a
 * page. `npm run typecheck` and web/e2e/journeys/offline.spec.ts fail when the router changes it.
 */
type Framework = ContextType<typeof UNSAFE_FrameworkContext>;

/** ids of the routes whose code was loaded here */
const loaded = new Set<string>();

function routeOf(framework: Framework, path: string) {
  // Every route of the shop is a child of the root.
  const routes = Object.values(framework?.manifest.routes ?? {}).flatMap((route) => (route && route.id !== 'root' ? [route] : []));
  const match = matchRoutes(
    routes.map(({ id, path: pattern = '', index }) => (index ? { id, index } : { id, path: pattern })),
    path,
  )?.[0];
  return routes.find(({ id }) => id === match?.route.id);
}

function isCodeHere(framework: Framework, path: string): boolean {
  const route = routeOf(framework, path);
  return !route || loaded.has(route.id) || route.id in (framework?.routeModules ?? {});
}

async function loadCode(framework: Framework, path: string): Promise<void> {
  const route = routeOf(framework, path);
  if (!route) return;
  await Promise.all([route.module, ...(route.imports ?? [])].map((file) => import(/* @vite-ignore */ file)));
  loaded.add(route.id);
}

/** Whether the page cannot be shown now, because the server has to load its data. */
function isOffline(framework: Framework, path: string): boolean {
  const route = routeOf(framework, path);
  return !navigator.onLine && route?.hasLoader === true && !route.hasClientLoader;
}

/** Whether the router can open the page now. If not, the user sees the reason, or the browser is loading the page. */
async function isReady(framework: Framework, { pathname, search, hash }: Location): Promise<boolean> {
  try {
    if (!isCodeHere(framework, pathname)) await loadCode(framework, pathname);
  } catch {
    await onCodeMissing(createPath({ pathname, search, hash }));
    return false;
  }
  if (isOffline(framework, pathname)) toastUnreachable();
  return !isOffline(framework, pathname);
}

/** Pointer and focus come before a click, and a touch before its click. */
const INTENT = ['pointerover', 'focusin'];

/**
 * Keeps the open page when the next page cannot be loaded, and shows the reason. The router itself reloads the document
 * when the code of a route cannot be loaded, which ends at the browser's error page. Its `prefetch` does the same, on
 * hover. So the guard also loads code on hover and focus: with a latency of 150 ms and 1.6 Mbit/s, a click 250 ms later
 * opens a product in 0.45 s instead of 0.98 s (median). While a page loads, a thin line appears after 300 ms.
 */
export function RouteGuard() {
  const framework = use(UNSAFE_FrameworkContext);
  const navigation = useNavigation().state;
  const blocker = useBlocker(({ currentLocation: now, nextLocation: next }) => {
    if (next.hash !== '' && next.pathname === now.pathname && next.search === now.search) return false;
    return !isCodeHere(framework, next.pathname) || isOffline(framework, next.pathname);
  });
  // The router's context also changes when the next page is there, which React may show before it shows that the blocker has ended.
  const ready = useEffectEvent((next: Location) => isReady(framework, next));
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    let replaced = false;
    void ready(blocker.location).then((mayProceed) => {
      // Another click has replaced this navigation.
      if (replaced) return;
      if (mayProceed) blocker.proceed();
      else blocker.reset();
    });
    return () => {
      replaced = true;
    };
  }, [blocker]);
  useEffect(() => {
    const preload = ({ target }: Event): void => {
      const link = target instanceof Element && target.closest('a');
      if (!link || link.origin !== location.origin || !navigator.onLine || isCodeHere(framework, link.pathname)) return;
      // After a failure the click on the link tries again.
      loadCode(framework, link.pathname).catch(() => undefined);
    };
    for (const moment of INTENT) document.addEventListener(moment, preload);
    return () => {
      for (const moment of INTENT) document.removeEventListener(moment, preload);
    };
  }, [framework]);
  if (blocker.state !== 'blocked' && navigation !== 'loading') return null;
  return (
    <div role="progressbar" aria-label="頁面載入中" className="appear-late fixed inset-x-0 top-0 z-60 h-1 overflow-clip bg-brand-soft">
      <div className="h-full w-1/3 animate-pulse bg-brand" />
    </div>
  );
}
