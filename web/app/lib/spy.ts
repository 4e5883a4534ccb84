import { useEffect, useState } from 'react';

/** px below the place that a link leads to (`scroll-padding`), because places are rounded */
const NEAR = 8;

/**
 * The id of the section that is being read: the last one whose start has reached the place that a link leads to. At the end of the page,
 * where the last ones cannot reach it, the upper third of the screen counts.
 */
export function useSpy(ids: readonly string[]): string | undefined {
  const [at, setAt] = useState<string>();
  const list = ids.join(' ');
  useEffect(() => {
    const sections = list.split(' ').flatMap((id) => document.getElementById(id) ?? []);
    const page = document.documentElement;
    const place = Number.parseFloat(getComputedStyle(page).scrollPaddingTop) + NEAR;
    const look = (): void => {
      const isEnd = scrollY + page.clientHeight >= page.scrollHeight - NEAR;
      const line = isEnd ? innerHeight / 3 : place;
      setAt(sections.findLast((section) => section.getBoundingClientRect().top < line)?.id ?? sections[0]?.id);
    };
    look();
    for (const event of ['scroll', 'resize']) addEventListener(event, look, { passive: true });
    return () => {
      for (const event of ['scroll', 'resize']) removeEventListener(event, look);
    };
  }, [list]);
  return at;
}
