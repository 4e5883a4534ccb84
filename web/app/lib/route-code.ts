import { matchRoutes } from 'react-router-dom';
import { OFFLINE, UNREACHABLE } from './messages.ts';
import { toast } from './stores/toasts.ts';

/** What the router's manifest says of a route; every route of the shop stands directly under the root. */
type RouteEntry = {
  id: string;
  path?: string;
  index?: boolean;
  module: string;
  imports?: string[];
  hasLoader: boolean;
  hasClientLoader: boolean;
};
/** The router's own: every route there is, and the code of those that it has loaded. */
type RouterWindow = {
  __reactRouterManifest?: { routes: Record<string, RouteEntry> };
  __reactRouterRouteModules?: Record<string, unknown>;
};
const router = (): RouterWindow => window as unknown as RouterWindow;

/** ids of routes whose code was fetched here */
const fetched = new Set<string>();

function routeOf(path: string): RouteEntry | undefined {
  const routes = router().__reactRouterManifest?.routes ?? {};
  const known = Object.values(routes).filter(({ id }) => id !== 'root');
  const id = matchRoutes(
    known.map(({ id, path = '', index }) => (index ? { id, index } : { id, path })),
    path,
  )?.[0]?.route.id;
  return id === undefined ? undefined : routes[id];
}

/** Whether the page at this path can be opened without fetching script. */
export function isCodeHere(path: string): boolean {
  const route = routeOf(path);
  return !route || fetched.has(route.id) || route.id in (router().__reactRouterRouteModules ?? {});
}

/** Whether the page at this path asks the server before anything of it can be shown. */
export function asksServerFirst(path: string): boolean {
  const route = routeOf(path);
  return route !== undefined && route.hasLoader && !route.hasClientLoader;
}

/** Fetches the code of the page at this path; fails where it cannot be had. */
export async function loadRouteCode(path: string): Promise<void> {
  const route = routeOf(path);
  if (!route) return;
  await Promise.all([route.module, ...(route.imports ?? [])].map((file) => import(/* @vite-ignore */ file)));
  fetched.add(route.id);
}

/** Says that there is no way to the shop, where a page that was asked for cannot be shown. */
export const sayUnreachable = (): void => toast(navigator.onLine ? UNREACHABLE : OFFLINE, 'error');

/**
 * Code of the page at `href` could not be fetched. Without a network the page that is open stays, and the reason is
 * said. Where the shop answers, its files are others since this page was opened: the next page is loaded anew.
 */
export async function onCodeMissing(href: string): Promise<void> {
  const answers =
    navigator.onLine &&
    (await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
      () => true,
      () => false,
    ));
  if (answers) location.assign(href);
  else sayUnreachable();
}
