import { type RefObject, useEffect, useRef } from 'react';

/** What a form found gets the focus once it is there, so that screen readers read it. */
export function useFound(isThere: boolean): RefObject<HTMLElement | null> {
  const found = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isThere) found.current?.focus();
  }, [isThere]);
  return found;
}
