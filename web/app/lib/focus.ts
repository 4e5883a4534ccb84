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

/** Parts of a page that have a name, which screen readers say when the part gets the focus. */
const PART = ':is(dialog, main section[aria-labelledby], main section[aria-label])';

/** The parts around an element, from the inside out. */
function partsAround(element: Element): Element[] {
  const parts: Element[] = [];
  for (let part = element.closest(PART); part; part = part.parentElement?.closest(PART) ?? null) parts.push(part);
  return parts;
}

/** Focuses a part. When the focus goes on, a click into the part focuses nothing, as before. */
function focusPart(part: HTMLElement): void {
  part.addEventListener('blur', () => part.removeAttribute('tabindex'), { once: true });
  focusText(part, { preventScroll: true });
}

/**
 * Keeps the focus in the page when the focused element goes away, such as the button of a removed coupon or a form that was
 * sent: the part around it gets the focus, otherwise the page's heading. Else a screen reader begins again at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Element | undefined;
    let parts: readonly Element[] = [];
    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      focused = target;
      parts = partsAround(target);
    };
    // A press beside the element takes the focus from it, and it may go away later.
    const forget = ({ target }: FocusEvent): void => {
      setTimeout(() => {
        if (focused === target && focused?.isConnected && focused !== document.activeElement) focused = undefined;
      });
    };
    const keep = (): void => {
      if (document.activeElement !== document.body) return;
      const part = parts.find((one) => one.getClientRects()[0]);
      if (part instanceof HTMLElement) focusPart(part);
      else focusHeading();
    };
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected) return;
      focused = undefined;
      // A dialog gives the focus back itself, and a new page focuses its heading.
      requestAnimationFrame(() => requestAnimationFrame(keep));
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', forget);
    };
  }, []);
}
