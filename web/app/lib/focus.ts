import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Moves the reading position to the page's heading without scrolling. */
export const focusHeading = (): void => focusText(document.querySelector<HTMLElement>('main h1'), { preventScroll: true });

/** Gives the focus to a heading whose section took the place of a form that is gone. */
export const focusOn = (id: string): void => focusText(document.getElementById(id));

/** Text takes the focus from script alone. */
function focusText(element: HTMLElement | null, options?: FocusOptions): void {
  if (!element) return;
  element.tabIndex = -1;
  element.focus(options);
}

/**
 * After a navigation the page's `h1` has the focus; the first page keeps the browser's own start. On the same path, where
 * only the search changed, the focus stays with a link of the page itself, such as a filter's; the header's menu closes over its own.
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
