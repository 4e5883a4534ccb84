import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Moves the reading position to the page's heading without scrolling. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** After a navigation to another path the new page's `h1` has the focus; the first page keeps the browser's own start. */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    focusHeading();
  }, [pathname]);
}
