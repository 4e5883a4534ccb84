import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The path of the page before the open one; the browser's referrer on the first page. */
let before: string | undefined;
let open: string | undefined;

/** Follows the pages of this visit, and names the open one in `main`: the address changes before the page does. Called once, by the root. */
export function useTrail(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (open !== undefined && open !== pathname) before = open;
    open = pathname;
    document.getElementById('main')?.setAttribute('data-page', pathname);
  }, [pathname]);
}

/** Effects of a page run before those of the root, so the page that was open until now is the one before. */
export function cameFrom(path: string): string | undefined {
  if (open !== undefined && open !== path) return open;
  if (before !== undefined) return before;
  const { referrer } = document;
  return referrer.startsWith(`${location.origin}/`) ? new URL(referrer).pathname : undefined;
}
