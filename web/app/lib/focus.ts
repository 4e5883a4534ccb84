import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Focuses the page's heading without scrolling. */
export const focusHeading = (): void => focusText(document.querySelector<HTMLElement>('main h1'), { preventScroll: true });

/** Focuses the heading of a section that has replaced a form. */
export const focusOn = (id: string): void => focusText(document.getElementById(id));

/** Focuses an element that only script can focus. */
function focusText(element: HTMLElement | null, options?: FocusOptions): void {
  if (!element) return;
  element.tabIndex = -1;
  element.focus(options);
}

/**
 * Focuses the page's `h1` after a navigation, but not on the first page. If only the query of the path changed, a link
 * inside `main`, such as a filter, keeps the focus.
 */
export function useHeadingFocus(): void {
  const { pathname, search } = useLocation();
  const how = useNavigationType();
  const before = useRef({ pathname, search });
  useEffect(() => {
    const { current } = before;
    if (current.pathname === pathname && current.search === search) return;
    before.current = { pathname, search };
    if (current.pathname === pathname && (how === 'REPLACE' || document.activeElement?.closest('main'))) return;
    focusHeading();
  }, [pathname, search, how]);
}
